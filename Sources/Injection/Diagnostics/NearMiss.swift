extension Scope {
  /// Likely mix-ups: overrides of other keys that may have been meant for a read that found none.
  ///
  /// - Parameters:
  ///   - reads: The keys that the value was built from. Their overrides are no near misses.
  ///   - placeOf: The place of an override, if it differs from its scope's.
  package func nearMisses(
    of request: Request,
    builtFrom reads: [KeyID] = [],
    placeOf: (Entry) -> SourcePlace? = { _ in nil }
  ) -> [String] {
    let subject = request.subject
    var seen = KeySet(request.key.id)
    for key in reads { seen.insert(key) }
    var hints: [String] = []
    for scope in chain {
      for override in scope.overrides.all where !seen.contains(override.id) {
        seen.insert(override.id)
        let key = Key.of(override.type)
        let other = Subject(key, override.property)
        if subject.isSameProperty(as: other) {
          hints.append(
            "\(subject.short) is read with \(request.key.type) and set with \(key.type): its getter "
              + "and its setter must name the same key"
          )
        } else if key.valueType == request.key.valueType {
          let place = placeOf(override) ?? scope.place
          hints.append(
            "\(other.name(beside: subject)) has the same type of value, and is "
              + (override.code == nil ? "overridden" : "provided")
              + (place.isKnown ? " at \(place)" : "")
          )
        }
      }
    }
    return hints
  }
}

extension Subject {
  /// Whether two keys are likely the getter's and the setter's of one property: the names are
  /// equal, and the keys are declared in one type. Several files may have private properties of one
  /// name.
  package func isSameProperty(as other: Subject) -> Bool {
    property != nil && property == other.property && owners == other.owners
  }

  /// The short name, with the key if the other subject has the same name.
  package func name(beside other: Subject) -> String {
    short == other.short ? "\(short) (\(key.type))" : short
  }
}
