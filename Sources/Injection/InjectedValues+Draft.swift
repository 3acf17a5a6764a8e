// How values take changes: the scope that they see is left as it is, and a scope inside takes them.

extension InjectedValues {
  /// The scope that was opened for these values, which are a draft.
  var draft: Scope { viewpoint!.asScope! }

  /// Values to change: the scope of a call, which is opened by the first change, inside the current
  /// one.
  @usableFromInline
  static func opening(_ fileID: StaticString, _ line: UInt) -> InjectedValues {
    InjectedValues(Viewpoint.current, .opening, at: SourcePlace(fileID, line))
  }

  /// Values to change: a scope that nobody else sees yet.
  package static func draft(_ scope: Scope) -> InjectedValues {
    InjectedValues(scope, .draft, at: scope.place)
  }

  /// Ends the changes: opens the scope if there was none.
  ///
  /// - Parameter name: What messages and explanations call the scope.
  @usableFromInline
  mutating func finish(_ name: consuming String? = nil) {
    if stage == .opening { open(at: place) }
    if stage != .draft { return }
    if let name { draft.name = name }
    draft.indexOverrides()
    // Somebody else has it.
    if !isKnownUniquelyReferenced(&viewpoint) { viewpoint!.hold() }
  }

  private mutating func open(_ draft: Scope) { self = .draft(draft) }

  /// Opens a scope without overrides.
  private mutating func open(at place: SourcePlace) {
    let link = viewpoint?.plainScope
    if stage == .opening, home == nil, viewpoint == nil || link != nil {
      return open(Scope(in: link, place: place))
    }
    open(Scope(in: view, place: place, observation: view.observation))
  }

  /// Overrides a key's value.
  ///
  /// Not inlined, since the compiler copies a value more often in code that knows its type.
  ///
  /// - Parameters:
  ///   - scope: Comes with the value, as the next one does, since the caller knows the type: to
  ///     look the metadata of a generic class up takes as long as all the rest of opening a scope.
  ///   - box: The type of an override that is not stored in a scope.
  @usableFromInline
  mutating func override<Value: Sendable>(
    _ value: Value,
    _ key: any InjectionKey.Type,
    _ property: StaticString,
    _ fileID: StaticString,
    _ line: UInt,
    _ scope: ValueScope<Value>.Type,
    _ box: Box<Value>.Type
  ) {
    let property = PropertyName(property)
    let stage = stage
    if stage == .draft {
      if isHeldOnce, scope.put(value, key, property, into: viewpoint!) { return }
      return add(box.init(value, .of(key), property), SourcePlace(fileID, line))
    }
    if home == nil, viewpoint?.observation == nil {
      let link = viewpoint?.plainScope
      let isInBuild = stage == .captured && Viewpoint.current?.runningOpener != nil
      if viewpoint == nil || link != nil, !isInBuild {
        let place = stage == .captured ? SourcePlace(fileID, line) : place
        open(scope.init(value, key, property, in: link, place: place))
        // Values that were captured are held by somebody from the start.
        if stage == .captured { viewpoint!.hold() }
        return
      }
    }
    add(box.init(value, .of(key), property), SourcePlace(fileID, line))
  }

  /// Adds an override that is not stored in the scope itself.
  mutating func add(_ override: Entry, _ declaration: SourcePlace) {
    override.key.learn(override.property)
    let stage = stage
    if stage != .draft { open(at: stage == .captured ? declaration : place) }
    // Where somebody relies on what the draft overrides, one inside takes its place.
    while !isHeldOnce || !viewpoint!.take(override, declaration) { open(draft.draftInside()) }
    // Values that were captured are held by somebody from the start.
    if stage == .captured { viewpoint!.hold() }
  }

  /// Whether nobody else holds the scope.
  private var isHeldOnce: Bool { mutating get { isKnownUniquelyReferenced(&viewpoint) } }
}

// MARK: - Through a key path

// The standard library writes through a key path by calling the property's getter, changing the
// result, and calling the setter, also where all of the result is replaced; only where the path is
// a literal does the optimizer call the setter alone. Here the getter would build the key's
// default, and nobody wants that of an override: the default may open a file, or be
// `unimplemented`. So the scope is opened first, with the new value in it, and the getter's read of
// a key of that type is answered with it.

extension InjectedValues {
  /// Values to change by one write through a key path, inside the current scope.
  @usableFromInline
  static func opening<Value>(
    _ value: Value,
    _ scope: ValueScope<Value>.Type,
    _ fileID: StaticString,
    _ line: UInt
  ) -> InjectedValues {
    let place = SourcePlace(fileID, line)
    let current = Viewpoint.current
    let link = current?.plainScope
    if let current, link == nil {
      return .draft(scope.init(pending: value, in: ScopeView(current), place: place, traits: []))
    }
    return .draft(scope.init(value, nil, .none, in: link, place: place))
  }

  /// Sets a property, or a member of one, through a key path.
  ///
  /// These values were made by `opening` with the same value. Debug builds optimize nothing, and so
  /// go the long way at once.
  @inlinable
  @inline(__always)
  mutating func assign<Value>(
    _ value: Value,
    to keyPath: () -> WritableKeyPath<InjectedValues, Value>
  ) {
    #if DEBUG
      write(value, to: keyPath())
    #else
      // Who observes is told of each change, so there must be one only.
      if isObserved { return write(value, to: keyPath()) }
      self[keyPath: keyPath()] = value
      // The path is no literal, or the setter reads what is there.
      if wasPendingRead { write(value, to: keyPath()) }
    #endif
  }

  @usableFromInline var isObserved: Bool { viewpoint!.observation != nil }
  @usableFromInline var wasPendingRead: Bool { viewpoint!.wasPendingRead }

  /// Sets a property through its getter and its setter: the first is answered with the value, and
  /// the second, if it reads, with what is there.
  @usableFromInline
  mutating func write<Value>(_ value: Value, to keyPath: WritableKeyPath<InjectedValues, Value>) {
    let draft = draft
    let (outer, place) = (draft.outside!, draft.place)
    if keyPath.hasOneComponent { return replace(keyPath, with: value, in: outer, at: place) }
    // The values in which the draft was opened, and where it was.
    let isProcess = outer.plainScope?.wasPublished == true
    self = InjectedValues(isProcess ? nil : outer.viewpoint, home: outer.home, .opening, at: place)
    self[keyPath: keyPath] = value
  }

  /// Sets a property of the values of a view, in a new draft inside.
  private mutating func replace<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    with value: Value,
    in view: ScopeView,
    at place: SourcePlace,
    isBase: Bool = false
  ) {
    var pending: ValueScope<Value>? = ValueScope(
      pending: value,
      in: view,
      place: place,
      traits: isBase ? .base : []
    )
    self = .draft(pending!)
    func put(_ target: inout Value) {
      pending?.stopPending()
      // A scope that is held twice takes no overrides.
      pending = nil
      target = value
    }
    put(&self[keyPath: keyPath])
  }

  /// Sets a property, or a member of one, in values that are a draft.
  package mutating func set<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: Value
  ) {
    guard keyPath.hasOneComponent else {
      self[keyPath: keyPath] = value
      return
    }
    let draft = draft
    replace(keyPath, with: value, in: ScopeView(draft), at: draft.place, isBase: draft.isBase)
  }
}

extension AnyKeyPath {
  /// Whether this is the path of a property of the root, and not of a member of one.
  ///
  /// The description is the one public thing that tells: `\Root.first.second`, where a component
  /// without a name is `<computed 0x1234 (Type)>`.
  fileprivate var hasOneComponent: Bool {
    var depth = 0
    var components = 0
    var last: Unicode.Scalar = " "
    for character in debugDescription.unicodeScalars {
      switch (last, character) {
      // The arrow in the type of a function.
      case ("-", ">"): break
      case (_, "<"), (_, "("), (_, "["): depth += 1
      case (_, ">"), (_, ")"), (_, "]"): depth -= 1
      case (_, "."), (_, "?"), (_, "!"): components += depth == 0 ? 1 : 0
      default: break
      }
      last = character
    }
    return components == 1
  }
}
