import Synchronization

// Overriding through a key path: `withInjected(\.repository, mock) { }`.
//
// Assigning through a `WritableKeyPath` reads before it writes, whatever the path is. For a member,
// `\.config.timeout`, that is right. For a property itself it would build a default only to throw it
// away, and a default may open a file, stop the process, or be `unimplemented`. So the scope that takes
// the override answers that one read with the new value.

/// A scope that is opened to take one override through a key path.
final class Assignment<Value>: Scope, @unchecked Sendable {
  // Unchecked like its superclass. What it adds is gone before anybody else can see the scope.
  private var pending: (keyPath: WritableKeyPath<InjectedValues, Value>, value: Value)?

  init(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: Value,
    instead draft: Scope
  ) {
    self.pending = (keyPath, value)
    super.init(parent: draft.parent, container: draft.sharedContainer, place: draft.place)
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

  fileprivate func didRead() { pending = nil }
}

extension InjectedValues {
  /// Sets a property, or a member of one, without building a default that is not used.
  ///
  /// These are values to change: nobody else holds them.
  @usableFromInline
  package mutating func set<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: consuming Value
  ) {
    scope = Assignment(keyPath, value, instead: scope!)
    // Safe, and unretained: `self` holds the scope, and must be the only one who does, or the override
    // would go into a further scope inside.
    let assignment = unsafe Unmanaged.passUnretained(
      unsafeDowncast(scope!, to: Assignment<Value>.self)
    )
    // The path is read before this runs, and written after.
    func assign(_ target: inout Value) {
      unsafe assignment._withUnsafeGuaranteedRef { $0.didRead() }
      target = value
    }
    assign(&self[keyPath: keyPath])
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
