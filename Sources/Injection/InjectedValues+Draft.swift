// How values take changes: the scope that they see is left as it is, and a scope inside takes them.

extension InjectedValues {
  /// Values to change: the scope of a call, which is opened by the first change, inside `scope`.
  @usableFromInline
  static func opening(in scope: Scope?, at place: SourcePlace) -> InjectedValues {
    InjectedValues(scope, reader: place, stage: .opening)
  }

  /// The same, inside the current scope.
  @usableFromInline
  static func opening(_ fileID: StaticString, _ line: UInt) -> InjectedValues {
    opening(in: Scope.current, at: SourcePlace(fileID, line))
  }

  /// Values to change: a scope that nobody else sees yet.
  package static func draft(_ scope: Scope) -> InjectedValues {
    InjectedValues(scope, reader: scope.place, stage: .draft)
  }

  /// Ends the changes: opens the scope if there was none.
  ///
  /// - Parameter name: What messages and explanations call the scope.
  @usableFromInline
  mutating func finish(_ name: consuming String? = nil) {
    if stage == .opening { open(Scope(in: scope, place: place)) }
    if let name, stage == .draft { scope!.details.name = name }
  }

  private mutating func open(_ draft: Scope) {
    scope = draft
    stage = .draft
  }

  /// Overrides a key's value.
  ///
  /// Not inlined, since the compiler copies a value more often in code that knows its type.
  ///
  /// - Parameter layer: Comes with the value, since the caller knows the type: to look the metadata
  ///   of a generic class up takes as long as all the rest of opening a scope.
  @usableFromInline
  mutating func override<Value: Sendable>(
    _ value: Value,
    _ key: any InjectionKey.Type,
    _ property: StaticString,
    _ fileID: StaticString,
    _ line: UInt,
    _ layer: Layer<Value>.Type
  ) {
    let property = PropertyName(property)
    if stage != .draft && scope?.observation == nil {
      let place = stage == .captured ? SourcePlace(fileID, line) : place
      return open(layer.init(value, key, property, in: scope, place: place))
    }
    if stage == .draft, takes(key, property, layer) {
      // Safe to cast: the question named the type.
      unsafe unsafeDowncast(scope!, to: Layer<Value>.self).storedValue = value
      return
    }
    let declaration = SourcePlace(fileID, line)
    let place = stage == .captured ? declaration : place
    add(Box(value, .of(any: key), property), declaration: declaration, place)
  }

  /// Whether the draft itself takes an override, as a layer of this type.
  private mutating func takes(
    _ key: any InjectionKey.Type,
    _ property: PropertyName,
    _ layer: LayerBase.Type
  ) -> Bool {
    takesChanges && scope!.observation == nil && type(of: scope!) == layer
      && scope!.take(key, property)
  }

  /// Adds an override that is not stored in the scope itself.
  mutating func add(_ override: Entry, declaration: SourcePlace, _ place: SourcePlace) {
    override.key.learn(override.property)
    if !takesChanges {
      open(stage == .draft ? scope!.draftInside() : Scope(in: scope, place: place))
    }
    let scope = scope!
    scope.observation?.tell { $0.willOverride(override, in: scope, declaration: declaration) }
    scope.add(override)
  }

  /// Whether the scope is a draft that takes more changes: nobody else holds it, and nothing was
  /// built on it.
  private var takesChanges: Bool {
    mutating get {
      stage == .draft && isKnownUniquelyReferenced(&scope) && !scope!.wasReadThrough
    }
  }
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
    _ layer: Layer<Value>.Type,
    _ fileID: StaticString,
    _ line: UInt
  ) -> InjectedValues {
    let place = SourcePlace(fileID, line)
    return .draft(layer.init(value, nil, .none, in: Scope.current, place: place))
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
      self[keyPath: keyPath()] = value
      // The path is no literal, or the setter reads what is there.
      if wasPendingRead { write(value, to: keyPath()) }
    #endif
  }

  @usableFromInline var wasPendingRead: Bool { scope!.wasPendingRead }

  /// Sets a property through its getter and its setter: the first is answered with the value, and
  /// the second, if it reads, with what is there.
  @usableFromInline
  mutating func write<Value>(_ value: Value, to keyPath: WritableKeyPath<InjectedValues, Value>) {
    let draft = scope!
    if keyPath.hasOneComponent { return replace(keyPath, with: value, in: draft.link, like: draft) }
    // The values in which the draft was opened, and where it was.
    self = .opening(in: draft.link, at: draft.place)
    self[keyPath: keyPath] = value
  }

  /// Sets a property of the values of a scope, in a new draft inside that has the place of another
  /// one.
  private mutating func replace<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    with value: Value,
    in link: Scope?,
    like draft: Scope
  ) {
    let place = draft.place
    self = .draft(Layer(value, nil, .none, in: link, place: place, isBase: draft.isBase))
    // Unretained, since a scope that is held twice takes no overrides. Safe: these values hold it.
    let pending = unsafe Unmanaged.passUnretained(scope!)
    func put(_ target: inout Value) {
      unsafe pending._withUnsafeGuaranteedRef { $0.stopPending() }
      target = value
    }
    put(&self[keyPath: keyPath])
  }

  /// Sets a property, or a member of one, in values that are a draft.
  package mutating func set<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: Value
  ) {
    guard keyPath.hasOneComponent, let draft = scope else {
      self[keyPath: keyPath] = value
      return
    }
    replace(keyPath, with: value, in: draft, like: draft)
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
