/// What is known of a key without its type at hand.
struct KeyFacts: Sendable {
  let id: EntryID
  var name: KeyName
  let valueType: Any.Type
  /// `nil` where only an override of the key was seen.
  var lifetime: InjectionLifetime?

  init<Key: InjectionKey>(_ key: Key.Type, _ name: KeyName) {
    self.id = EntryID(key)
    self.name = name
    self.valueType = Key.Value.self
    self.lifetime = Key.lifetime
  }

  init(_ entry: Entry) {
    self.id = entry.id.unwatched
    self.name = entry.name
    self.valueType = entry.valueType
    self.lifetime = entry.record?.lifetime
  }

  /// Fills in what was not known: a key may be read by its type first and through its property later.
  mutating func learn(from other: KeyFacts) {
    if name.property == nil { name = other.name }
    if lifetime == nil { lifetime = other.lifetime }
  }
}
