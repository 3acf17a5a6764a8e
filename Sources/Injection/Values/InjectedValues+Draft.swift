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
    let current = Place.current
    return InjectedValues(Scope(in: place, from: current, at: source, named: name), at: source)
  }

  /// The same in the current scope.
  @usableFromInline
  static func draft(named name: String? = nil, at source: SourceLine) -> InjectedValues {
    let current = Place.current
    return InjectedValues(Scope(in: current, from: current, at: source, named: name), at: source)
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
    } else if place?.isDraft == true {
      place = place!.asScope!.copy(adding: override)
    } else {
      // Captured values are changed.
      let scope = Scope(in: place, from: Place.current, at: .unknown)
      scope.add(override)
      place = scope.forCode()
    }
  }

  /// The place to enter for captured values. If they were changed, their draft ends.
  @usableFromInline
  func entered() -> Place? {
    let current = Place.current
    Issues.reportIfForeign(self, from: current)
    let place = place?.isDraftOfCaptured == true ? place!.finish() ?? place : place
    return Place.watched(place, from: current)
  }

  /// Sets a property, or a member of one, through a key path in a draft.
  ///
  /// For a stored key path, the standard library also calls the property's getter, which would
  /// build the default. So the value waits in the draft, and the first key of its type that asks
  /// and has no value gets it.
  @inlinable
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    let old = beginWriting(Box(value, NoKey.self))
    self[keyPath: keyPath] = value
    if !endWriting(over: old) { self[keyPath: keyPath] = value }
  }

  @usableFromInline
  mutating func beginWriting(_ value: Entry) -> Overrides? {
    if !isKnownUniquelyReferenced(&place) { place = place?.asScope?.copy() }
    guard let draft = place?.asScope else { return nil }
    draft.setPending(value)
    // Usually there is none: then nothing is copied.
    return draft.storedOpening.overrides.keyBits == 0 ? nil : draft.storedOpening.overrides
  }

  /// Returns whether at most the key that was written got the value. If not, such as for a property
  /// of several keys, what was written is taken back, for the caller to write again.
  @usableFromInline
  mutating func endWriting(over old: Overrides?) -> Bool {
    guard let draft = place?.asScope, let value = draft.takePending() else { return true }
    if value.type == NoKey.self { return true }
    let old = old ?? Overrides()
    if draft.storedOpening.overrides.all.allSatisfy({ $0.id == value.id || old[$0.id] === $0 }) { return true }
    place = draft.copy(old)
    return false
  }
}
