import Synchronization

// Overriding through a key path: `withInjected(\.repository, mock) { }`.
//
// Assigning through a `WritableKeyPath` reads before it writes, whatever the path is. For a member,
// `\.config.timeout`, that is right. For a property itself it would build a default only to throw it
// away, and a default may open a file, stop the process, or be `unimplemented`. So the scope that takes
// the override answers that one read with the new value.

/// A scope in which one override is made through a key path, before it goes into the scope it is for.
final class Assignment<Value>: Scope, @unchecked Sendable {
  // Unchecked like its superclass. What it adds is gone before anybody else can see the scope.
  private var pending: (keyPath: WritableKeyPath<InjectedValues, Value>, value: Value)?

  init(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: Value,
    in parent: Scope
  ) {
    self.pending = (keyPath, value)
    super.init(parent: parent, container: parent.sharedContainer, place: parent.place)
  }

  override func resolve<Key: InjectionKey>(_ key: Key.Type, _ read: Read) -> Resolution<Key.Value> {
    if let (keyPath, value) = pending {
      // A path to the property itself has the key's type of value; a few to members have it too.
      if Key.Value.self == Value.self, let value = value as? Key.Value, keyPath.isDirect {
        return Resolution(value: value, reads: [])
      }
      // From here on keys' own code may run, which may show the scope to others.
      pending = nil
    }
    return super.resolve(key, read)
  }
}

extension InjectedValues {
  /// Sets a property, or a member of one, through a key path that is a literal where this is inlined.
  ///
  /// The optimiser makes a call of the setter of it, and then there is no read to answer. Only a debug
  /// build, which has none, and a key path that is no literal evaluate the path.
  @inlinable
  @inline(__always)
  mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    #if DEBUG
      set(keyPath, to: value)
    #else
      // FIXME: calls `set` for all but literals when the language can tell them apart: until then an
      // optimised build reads through another path, and that may build a default in vain.
      self[keyPath: keyPath] = value
    #endif
  }

  /// Sets a property, or a member of one, without building a default that is not used.
  ///
  /// For values to change, as an update closure has them.
  @usableFromInline
  package mutating func set<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: Value
  ) {
    for entry in Assignment.overrides(keyPath, value, in: scope ?? .process) {
      override(entry, #fileID, #line)
    }
  }
}

extension Assignment {
  /// What is overridden in `draft` by setting `value` through `keyPath`.
  ///
  /// A function of its own: afterwards nothing but the draft's values holds the draft, so it can take
  /// the overrides itself.
  fileprivate static func overrides(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: Value,
    in draft: Scope
  ) -> [Entry] {
    let assignment = Assignment(keyPath, value, in: draft)
    var values = InjectedValues(assignment)
    values.isDraft = true
    // The path is read before this runs, and written after.
    func assign(_ target: inout Value) {
      assignment.pending = nil
      target = value
    }
    assign(&values[keyPath: keyPath])
    return values.scope!.outwards.prefix { $0 !== draft }.reversed().flatMap(\.overrides)
  }
}

// MARK: - Direct key paths

extension WritableKeyPath where Root == InjectedValues {
  /// Whether the path leads to a property of `InjectedValues`, and not on to a member of it.
  fileprivate var isDirect: Bool {
    // A class on the way is changed itself; then nothing is written to `InjectedValues`.
    if self is ReferenceWritableKeyPath<InjectedValues, Value> { return false }
    let id = EntryID(bits: UInt(bitPattern: ObjectIdentifier(self)))
    // Safe to take unretained: the table is never freed.
    if let known = unsafe knownPaths[id] { return unsafe known.takeUnretainedValue().isDirect }
    let isDirect = hasOneComponent
    // A literal is one object, made once. Others may be many, and need not be remembered.
    if knownPathsLeft.subtract(1, ordering: .relaxed).newValue > 0 {
      knownPaths.remember(KnownPath(self, isDirect, id: id))
    }
    return isDirect
  }

  /// The language has no question for this, but says it in the description: `\InjectedValues.number`,
  /// or `\InjectedValues.<computed 0x0123 (Int)>`. For what looks different the answer is no; then a
  /// default is built in vain.
  private var hasOneComponent: Bool {
    let description = debugDescription
    guard let dot = description.firstIndex(of: ".") else { return false }
    let path = description[description.index(after: dot)...]
    if path.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) { return true }
    guard path.hasPrefix("<computed "), path.hasSuffix(")>") else { return false }
    var rest = path.dropLast(2)
    while let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...]
      if rest.hasPrefix(">.") { return false }
    }
    return true
  }
}

/// A key path that is kept, so that no other one ever has its address.
private final class KnownPath: TableElement, @unchecked Sendable {
  // Unchecked like its superclass. The path is kept only.
  private let path: AnyKeyPath
  let isDirect: Bool

  init(_ path: AnyKeyPath, _ isDirect: Bool, id: EntryID) {
    self.path = path
    self.isDirect = isDirect
    super.init(id: id)
  }
}

private let knownPaths = EntryTable<KnownPath>()
private let knownPathsLeft = Atomic<Int>(1_000)
