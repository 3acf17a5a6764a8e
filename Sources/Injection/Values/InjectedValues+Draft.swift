// Changes go to a scope that is a draft. If something else holds the draft, such as a value that
// was built for a read meanwhile, a copy replaces it.

extension InjectedValues {
  /// Values to change: a draft of a scope inside a place.
  @usableFromInline
  static func draft(
    in place: Place?,
    named name: String? = nil,
    at source: SourceLine
  ) -> InjectedValues {
    InjectedValues(Scope(in: place, at: source, named: name), at: source)
  }

  /// The same in the current scope.
  @usableFromInline
  static func draft(named name: String? = nil, at source: SourceLine) -> InjectedValues {
    draft(in: Place.current, named: name, at: source)
  }

  /// The same with one property set.
  @inlinable
  static func draft<Value>(
    setting keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: Value,
    at source: SourceLine
  ) -> InjectedValues {
    var values = draft(at: source)
    values.assign(value, to: keyPath)
    return values
  }

  /// Values to change: the root of a new container.
  package static func container(
    _ container: Container,
    at source: SourceLine,
    named name: String? = nil
  ) -> InjectedValues {
    InjectedValues(Scope(rootOf: container, at: source, named: name), at: source)
  }

  /// Ends the draft, and returns the place to enter.
  //
  // On a quick path, a caller names the consumption: the copy that is made otherwise is counted.
  @usableFromInline
  package consuming func finished() -> Place? { place?.finish() ?? place }

  /// Adds an override.
  @usableFromInline
  package mutating func add(_ override: consuming Entry) {
    if isKnownUniquelyReferenced(&place), place!.takesOverrides {
      place!.add(override)
    } else if let draft = place?.asScope, draft.isDraft {
      place = draft.copy(adding: override)
    } else {
      // Captured values are changed.
      let scope = Scope(in: place, at: .unknown)
      scope.add(override)
      place = scope.forCode
    }
  }

  /// Prepares to enter captured values: if they were changed, their draft ends.
  @usableFromInline
  func willEnter() {
    Issues.reportIfForeign(self)
    if place?.isDraftOfCaptured == true { place!.finish() }
  }

  /// Sets a property, or a member of one, through a key path in a draft.
  ///
  /// For a stored key path, the standard library also calls the property's getter, which would
  /// build the default. So the value waits in the draft, and the getter of a key without a value
  /// returns it.
  @inlinable
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    setPending(Box(value, NoKey.self))
    self[keyPath: keyPath] = value
    setPending(nil)
  }

  @usableFromInline
  mutating func setPending(_ value: Entry?) {
    if value != nil, !isKnownUniquelyReferenced(&place) { place = place?.asScope?.copy() }
    place?.asScope?.setPending(value)
  }
}
