/// One read of a key, as the engine and its messages know it.
///
/// The engine knows keys without their types at hand: generic code for what it does would be several
/// times as large, and slower.
struct Read {
  let facts: KeyFacts
  /// To run the key's code.
  let key: any InjectionKey.Type
  /// Where the `Injected` property was declared, or else the property of `InjectedValues`.
  let place: SourcePlace
  /// An update closure asked, through the values that it changes: to change a member, for one.
  let isPreparation: Bool

  init<Key: InjectionKey>(
    _ key: Key.Type,
    function: StaticString,
    place: SourcePlace,
    isPreparation: Bool = false
  ) {
    self.facts = KeyFacts(key, KeyName(key, function: function))
    self.key = key
    self.place = place
    self.isPreparation = isPreparation
  }

  var id: EntryID { facts.id }
  var name: KeyName { facts.name }
}

/// What a read found.
struct Resolution: @unchecked Sendable {
  // Unchecked because of what holds the value: an entry, or a key's value, which is `Sendable`.

  /// What a build that asked has to note: the entry that holds the value, or what a transient value
  /// was built from.
  let reads: [Dependency]

  let entry: Entry
  /// What holds the value: of a shared one, the value itself.
  private let holder: AnyObject

  /// An entry that was found; `nil` if nobody holds its value any more.
  init?(_ entry: Entry) {
    guard let holder = entry.holder else { return nil }
    self.init(entry, holder: holder, reads: [.entry(entry)])
  }

  init(_ entry: Entry, holder: AnyObject, reads: [Dependency]) {
    self.entry = entry
    self.holder = holder
    self.reads = reads
  }

  func value<Value: Sendable>(as _: Value.Type) -> Value {
    // Cannot fail, and is safe: a key has one type of value, and an entry that holds it is a box.
    holder === entry
      ? unsafe unsafeDowncast(entry, to: Box<Value>.self).value : holder as! Value
  }
}
