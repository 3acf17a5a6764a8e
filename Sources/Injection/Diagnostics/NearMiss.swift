extension Scope {
  /// Likely mix-ups: overrides of other keys that may have been meant for a read that found none.
  ///
  /// - Parameter reads: Keys that the value was built from, whose overrides are no near misses.
  package func nearMisses(of request: Request, builtFrom reads: [KeyID] = []) -> [String] {
    let subject = request.subject
    var seen = Set(reads + [request.key.id])
    var hints: [String] = []
    for scope in chain {
      for override in scope.overrides.all where seen.insert(override.id).inserted {
        let key = Key.of(override.type!)
        let other = Subject(key, override.property)
        if let property = subject.property, property == other.property {
          hints.append(
            "\(subject.short) is read with \(request.key.type) and set with \(key.type): its getter "
              + "and its setter must name the same key")
        } else if key.valueType == request.key.valueType {
          let place = scope.place.isKnown ? " at \(scope.place)" : ""
          hints.append("\(other.short) has the same type of value, and is overridden\(place)")
        }
      }
    }
    return hints
  }
}
