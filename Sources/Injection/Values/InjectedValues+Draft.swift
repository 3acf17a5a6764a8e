// Changes go to a scope that is a draft. If something else holds the draft, such as a value that
// was built for a read meanwhile, a copy replaces it.

extension InjectedValues {
  /// Values to change: a draft of a scope in the current one.
  @usableFromInline
  package static func draft(named name: String? = nil, at source: SourceLine) -> InjectedValues {
    InjectedValues(Scope(in: Place.current, at: source, named: name), at: source)
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
  // Fast callers write `consume`: an implicit copy would count a reference.
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
      let scope = Scope(in: Place.captured(place, from: Place.current), at: .unknown)
      scope.add(override)
      place = scope
    }
  }

  /// The place to enter for captured values. If they were changed, their draft ends.
  @usableFromInline
  func entered() -> Place? {
    let current = Place.current
    reportIfForeign(from: current)
    // Another thread may end it at the same time.
    if place?.isDraftOfCaptured == true { place!.finish() }
    return Place.watched(Place.captured(place, from: current), from: current)
  }

  /// Reports that a test enters values of another one.
  func reportIfForeign(from current: Place?) {
    guard Container.process.context == .test, let current else { return }
    // `nil` is the process's.
    let (container, other) = (current.containerAndDepth.0, place?.containerAndDepth.0)
    if container === other || other?.reporter == nil { return }
    container?.reporter?.report(foreign: layer())
  }

  /// Sets a property, or a member of one, through a key path in a draft.
  ///
  /// For a stored key path, the standard library also calls the property's getter, which would
  /// build the default. So the draft is lent the value meanwhile, and the first key of its type
  /// that asks gets it.
  //
  // Inlined, since the optimizer then turns a literal into a call of the setter.
  @inlinable
  @inline(__always)
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    // Safe: the draft doesn't use the value after `endWriting`.
    let isWritten = unsafe withUnsafePointer(to: value) { pointer in
      unsafe beginWriting(pointer, Value.self)
      self[keyPath: keyPath] = value
      return endWriting()
    }
    if !isWritten { self[keyPath: keyPath] = value }
  }

  @usableFromInline
  mutating func beginWriting(_ value: UnsafeRawPointer, _ type: Any.Type) {
    if !isKnownUniquelyReferenced(&place) { place = place?.asScope?.copy() }
    unsafe place?.asScope?.lend(value, type)
  }

  /// Returns whether no key but the written one got the lent value. If one did, as for a property of
  /// several keys, the write is undone, and the caller writes again.
  @usableFromInline
  mutating func endWriting() -> Bool {
    guard let draft = place?.asScope, let old = draft.endLending() else { return true }
    place = draft.copy(old)
    return false
  }
}
