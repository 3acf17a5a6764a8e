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
    let others = container.recorder.notes.values
      .filter { $0.builds > 0 && $0.facts.valueType == valueType && $0.facts.id != id }
      .map(\.facts.name.short)
      .sorted()
      .map { "\($0) has the same type of value, and its default was read" }
    let wasReadOutside =
      container !== Container.process && Container.process.recorder.notes[id] != nil
    return others
      + (wasReadOutside
        ? [
          "\(name.short) was read outside of all test scopes: detached tasks, queues and threads do "
            + "not inherit one"
        ] : [])
  }

  /// Overrides, seen from `view`, of other keys that have the same type of value.
  static func sameType(as key: KeyFacts, in view: Scope) -> [String] {
    var seen: Set<EntryID> = [key.id]
    var hints: [String] = []
    for scope in view.outwards {
      let overrides = scope.overrides
        .filter { $0.valueType == key.valueType && seen.insert($0.id.unwatched).inserted }
        .sorted { $0.name.short < $1.name.short }
      hints += overrides.map {
        "\($0.name.short) has the same type of value, and is \(InjectionScope(scope).asOverriding)"
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
