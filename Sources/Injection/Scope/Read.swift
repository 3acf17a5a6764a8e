/// One read of a key, as the engine and its messages know it.
struct Read: Sendable {
  let id: EntryID
  let name: KeyName
  /// Where the `Injected` property was declared, or else the property of `InjectedValues`.
  let place: SourcePlace

  init<Key: InjectionKey>(_ key: Key.Type, function: StaticString, place: SourcePlace) {
    self.id = EntryID(key)
    self.name = KeyName(key, function: function)
    self.place = place
  }
}

/// What a read found.
struct Resolution<Value: Sendable>: Sendable {
  let value: Value
  /// What a build that asked has to note: the entry that holds the value, or what a transient value
  /// was built from.
  let reads: [Entry]
}
