// How values take changes: a scope that is a draft takes them. Where something else holds it, as
// what was built for a read meanwhile does, a copy takes its place.

extension InjectedValues {
  /// Values to change: a draft of a scope inside a place.
  @usableFromInline
  static func opening(in place: Place?, _ fileID: StaticString, _ line: UInt) -> InjectedValues {
    let source = SourcePlace(fileID, line)
    return InjectedValues(Scope(in: place, at: source), at: source)
  }

  /// The same in the current scope.
  @usableFromInline
  static func opening(_ fileID: StaticString, _ line: UInt) -> InjectedValues {
    opening(in: Place.current, fileID, line)
  }

  /// Values to change: the root of a new container.
  package static func container(_ container: Container, at source: SourcePlace) -> InjectedValues {
    InjectedValues(Scope(rootOf: container, at: source), at: source)
  }

  /// Ends the changes.
  ///
  /// - Parameter name: What messages and explanations call the scope.
  @usableFromInline
  package mutating func finish(_ name: String? = nil) { place?.asScope?.finish(name) }

  /// Overrides a key's value.
  @inlinable
  mutating func override<Value>(
    _ value: Value,
    _ key: any InjectionKey.Type,
    _ property: StaticString
  ) {
    add(Box(value, key, property))
  }

  /// Adds an override.
  @usableFromInline
  package mutating func add(_ override: Entry) {
    if isKnownUniquelyReferenced(&place), place!.take(override) { return }
    if let draft = place?.asScope, draft.isDraft {
      place = draft.copy(adding: override)
    } else {
      place = Scope(in: place, at: source)
      _ = place!.take(override)
    }
  }

  /// Sets a property, or a member of one, through a key path, in values that are a draft.
  ///
  /// Where the path is no literal, the standard library calls the property's getter, too, and would
  /// build the default. So the value waits in the draft, and answers a getter whose key has no value
  /// yet.
  @inlinable
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    wait(for: Box(value, NoKey.self))
    self[keyPath: keyPath] = value
    wait(for: nil)
  }

  @usableFromInline
  mutating func wait(for pending: Entry?) {
    if pending != nil, !isKnownUniquelyReferenced(&place) { place = place?.asScope?.copy() }
    place?.asScope?.wait(for: pending)
  }
}
