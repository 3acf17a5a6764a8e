/// Overrides that a read just misses: likely what somebody meant who is surprised by a default.
enum NearMiss {
  static func all(of key: KeyFacts, from view: Scope) -> [String] {
    sameType(as: key, in: view) + outOfSight(key, from: view)
  }

  /// What may have been read instead of an override that was never read.
  static func ofNeverRead(
    _ id: EntryID,
    _ name: KeyName,
    _ valueType: Any.Type,
    in container: Container
  ) -> [String] {
    var hints: [String] = []
    for key in container.recorder.notes
    where key.builds > 0 && key.facts.valueType == valueType && key.facts.id != id {
      hints.append("\(key.facts.name.short) has the same type of value, and its default was read")
    }
    hints = hints.inOrder()
    if container !== Container.process, Container.process.recorder.notes(of: id) != nil {
      hints.append(
        "\(name.short) was read outside of all test scopes: detached tasks, queues and threads do "
          + "not inherit one"
      )
    }
    return hints
  }

  /// Overrides, seen from `view`, of other keys that have the same type of value.
  static func sameType(as key: KeyFacts, in view: Scope) -> [String] {
    var seen: Set<EntryID> = [key.id]
    var hints: [String] = []
    for scope in view.outwards {
      var names: [String] = []
      for override in scope.overrides
      where override.valueType == key.valueType && seen.insert(override.id.unwatched).inserted {
        names.append(override.name.short)
      }
      for name in names.inOrder() {
        let place = InjectionScope(scope).asOverriding
        hints.append("\(name) has the same type of value, and is \(place)")
      }
    }
    return hints
  }

  /// Scopes that override the key while the read is in no scope at all.
  static func outOfSight(_ key: KeyFacts, from view: Scope) -> [String] {
    let isInNoScope = view.outwards.allSatisfy { $0 === Scope.process || $0 is ProvisionalScope }
    let places = isInNoScope ? OverridePlaces.of(key.id).map(\.description) : []
    if places.isEmpty { return [] }
    return [
      "\(key.name.short) is overridden at \(places.joined(separator: ", ")), but this read is in no "
        + "scope: detached tasks, queues and threads do not inherit one"
    ]
  }
}
