/// One read of a key, as the engine and its messages know it.
struct Read: Sendable {
  let id: EntryID
  let name: KeyName
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
    self.id = EntryID(key)
    self.name = KeyName(key, function: function)
    self.place = place
    self.isPreparation = isPreparation
  }
}

/// What a read found.
struct Resolution<Value: Sendable>: Sendable {
  let value: Value
  /// What a build that asked has to note: the entry that holds the value, or what a transient value
  /// was built from.
  let reads: [Dependency]
}
