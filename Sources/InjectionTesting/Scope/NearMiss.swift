import Injection

/// What somebody may have meant who is surprised: overrides that a read just misses, and reads that miss an
/// override.
enum NearMiss {
  /// Overrides, seen from `scope`, of other keys that have the same type of value.
  static func sameType(as key: KeyDescription, in scope: Scope) -> [String] {
    var seen: Set<KeyDescription> = [key]
    var hints: [String] = []
    for scope in scope.ancestors {
      for override in scope.overrides
      where override.key.valueType == key.valueType && seen.insert(override.key).inserted {
        let name = Subject(override.key, override.property).short
        hints.append("\(name) has the same type of value, and is overridden at \(scope.place)")
      }
    }
    return hints.sorted()
  }

  /// What may have been read instead of an override that was never read.
  ///
  /// - Parameter defaults: The keys whose defaults the test read.
  static func ofUnread(
    _ override: TrackedOverrides.Override,
    defaults: Set<KeyDescription>
  ) -> [String] {
    let key = override.subject.key
    var hints = defaults
      .filter { $0 != key && $0.valueType == key.valueType }
      .map { "\(Subject($0).short) has the same type of value, and its default was read" }
      .sorted()
    if !override.wasReadOutside, let place = key.processUse {
      hints.append(
        "\(override.subject.short) was read outside of all test scopes meanwhile, at \(place): "
          + "detached tasks, queues and threads do not inherit one"
      )
    }
    return hints
  }
}
