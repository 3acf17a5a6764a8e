package import Injection

extension Layer {
  /// Likely mix-ups: overrides of other keys that may have been meant for a read that found none.
  ///
  /// - Parameters:
  ///   - reads: The keys that the value was built from. Their overrides are no near misses.
  ///   - sources: The lines of overrides that differ from their scope's.
  package func nearMisses(
    of request: Request,
    builtFrom reads: [KeyID] = [],
    sources: WeakKeyDictionary<Entry, SourceLine> = .init()
  ) -> [String] {
    let subject = request.subject
    var seen = reads + [request.key.id]
    var hints: [String] = []
    for scope in chain {
      for override in scope.allOverrides.all {
        let other = override.subject
        if seen.contains(other.key.id) { continue }
        seen.append(other.key.id)
        if let hint = subject.mixUp(setBy: other) {
          hints.append(hint)
        } else if other.key.valueType == subject.key.valueType {
          let source = sources[override] ?? scope.source
          hints.append(
            other.name(beside: subject) + " has the same type of value, and is "
              + (override.isCode ? "provided" : "overridden")
              + (source.isKnown ? " at " + source.description : "")
          )
        }
      }
    }
    return hints
  }
}

extension Subject {
  /// What to say if two keys are likely the getter's and the setter's of one property: the names
  /// are equal, and the keys are declared in one type. Several files may have private properties of
  /// one name.
  package func mixUp(setBy other: Subject) -> String? {
    guard let user, user == other.user, key.owners == other.key.owners else { return nil }
    return "\\." + user + " is read with " + key.name + " and set with " + other.key.name
      + ": its getter and its setter must name the same key"
  }

  /// The short name, with the key if the other subject has the same name.
  package func name(beside other: Subject) -> String {
    short == other.short ? short + " (" + key.name + ")" : short
  }
}
