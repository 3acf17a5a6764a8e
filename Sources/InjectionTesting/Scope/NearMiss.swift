import Injection

/// Likely mix-ups: overrides that a read just misses, and reads that just miss an override.
enum NearMiss {
  /// The overrides that may have been meant for a read that found a default.
  ///
  /// - Parameters:
  ///   - read: The read.
  ///   - view: The view that was read.
  ///   - overrides: All overrides in the test's container.
  ///   - basePlaces: The places of the overrides in the test's own scope.
  static func ofDefault(
    _ read: Use,
    in view: ScopeView,
    overrides: Set<Use>,
    basePlaces: [KeyDescription: SourcePlace]
  ) -> [String] {
    let others = overrides.filter { $0.key != read.key && $0.isOfSameProperty(as: read) }
    var hints = others.map { differentKeys(of: read, set: $0.key) }
    // Don't repeat a hint about the setter's key.
    var seen = Set(others.map(\.key) + [read.key])
    for scope in view.levels {
      for override in scope.overrides
      where override.key.valueType == read.key.valueType && seen.insert(override.key).inserted {
        let place = scope.isBase ? basePlaces[override.key] ?? .unknown : scope.place
        hints.append(
          "\(Subject(override.key, override.property).name(beside: read.subject)) has the same "
            + "type of value, and is overridden" + (place.isKnown ? " at \(place)" : "")
        )
      }
    }
    return hints.sorted()
  }

  /// The reads that may have been meant for an override that was never read.
  ///
  /// - Parameter defaults: The test's reads that found defaults.
  static func ofUnread(_ override: TrackedOverrides.Override, defaults: Set<Use>) -> [String] {
    let subject = override.subject
    var seen: Set = [subject.key]
    var hints: [String] = []
    for read in defaults where read.key != subject.key && read.isOfSameProperty(as: override.use) {
      seen.insert(read.key)
      hints.append(differentKeys(of: read, set: subject.key))
    }
    let sameType = defaults.filter { $0.key.valueType == subject.key.valueType }
      .map { (key: $0.key, name: $0.subject.name(beside: subject)) }
      .sorted { $0.name < $1.name }
    for read in sameType where seen.insert(read.key).inserted {
      hints.append("\(read.name) has the same type of value, and its default was read")
    }
    if !override.wasReadOutside, let place = subject.key.processUse {
      hints.append(
        "\(subject.short) was read outside of all test scopes meanwhile"
          + (place.isKnown ? ", at \(place)" : "")
          + ": detached tasks, queues and threads do not inherit one"
      )
    }
    return hints
  }

  private static func differentKeys(of read: Use, set key: KeyDescription) -> String {
    "\(read.subject.short) is read with \(read.key.type) and set with \(key.type): its getter and "
      + "its setter must name the same key"
  }
}

/// A key, and the property that it was read or overridden through.
struct Use: Hashable {
  let key: KeyDescription
  let property: PropertyName
  /// Where the property is declared.
  let declaration: SourcePlace

  var subject: Subject { Subject(key, property) }

  /// Whether this use and the other one are the getter and the setter of one property.
  ///
  /// Several files may declare private properties with the same name.
  func isOfSameProperty(as other: Use) -> Bool {
    guard let name = property.text, declaration.isKnown else { return false }
    return name == other.property.text && declaration.fileID == other.declaration.fileID
  }
}

extension Subject {
  /// The short name, with the key if the other subject has the same name.
  fileprivate func name(beside other: Subject) -> String {
    short == other.short ? "\(short) (\(key.type))" : short
  }
}
