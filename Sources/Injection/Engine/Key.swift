import Synchronization

/// What the engine knows of a key. Each key that was read has one, as long as the process.
//
// The engine is not generic. It knows types by these, and values by the entries that they make.
package class Key: @unchecked Sendable {
  // Unchecked because of the types, whose conformances are used where a default is built.

  package final let type: any InjectionKey.Type
  package final let valueType: Any.Type
  package final let lifetime: InjectionLifetime
  package final let id: KeyID

  /// Whether the key's conformance may be used here: an isolated one only on its actor.
  //
  // A value: of a type that it knows, the optimizer assumes that it conforms anywhere.
  private final let conformance: Any
  private final let checkedThread = Atomic<UInt>(0)

  private final let state = Lock(State())
  private final let lastKeyBits = Atomic<UInt64>(0)
  private final let hasProperty = Atomic(false)
  /// Whether the process's own default was built. Relaxed: it changes under the lock of `Builds`.
  final let isUsed = Atomic(false)
  /// How many builds have ended whose values are kept.
  final let endedBuilds = Atomic(0)

  private struct State: Sendable {
    /// All keys that the last built default stands on.
    var lastKeys: KeySet?
    var property: StaticString?
    /// The line of a read that is not in a property, so that its name is looked at once.
    var otherLine: UInt32?
    var firstUse: SourceLine?
    var isUnimplementedInTests = false
  }

  private static let all = Table<Key>()

  package static func of(_ type: any InjectionKey.Type) -> Key {
    known(KeyID(type)) ?? make(type)
  }

  /// The key, if it was used before.
  package static func known(_ id: KeyID) -> Key? { all.object(of: id.bits) }

  private static func make<K: InjectionKey>(_ type: K.Type) -> Key {
    all.insert(KeyOf(type), as: KeyID(type).bits)
  }

  fileprivate init<K: InjectionKey>(of type: K.Type) {
    (self.type, valueType, lifetime, id) = (type, K.Value.self, K.lifetime, KeyID(type))
    conformance = Conformance<K>()
  }

  /// Runs the key's code for a context, then takes the record of what it read.
  func makeDefault(_ context: InjectionContext, _ record: () -> Record) -> Entry {
    fatalError("a subclass overrides it")
  }

  /// A default for an object that is a value of the key.
  func box(_ object: AnyObject, from record: Record) -> Entry {
    fatalError("a subclass overrides it")
  }

  /// Whether the key's code may run on this thread, in this task.
  ///
  /// The compiler ensures this except in one case (a bug of Swift 6.3): in a module whose default
  /// isolation is the main actor, what an extension of `InjectedValues` declares is isolated to it,
  /// and other modules do not see that unless it is written.
  final var mayRunHere: Bool {
    // Asked when the thread changes, since it takes as long as a small build. Relaxed: only the
    // number counts.
    let thread = Platform.currentThread
    if checkedThread.load(ordering: .relaxed) == thread { return true }
    guard conformance is any Conforms else { return false }
    checkedThread.store(thread, ordering: .relaxed)
    return true
  }

  /// What scopes must agree on to be likely to share the next default.
  final var lastKeys: KeySet { state.withLock { $0.lastKeys } ?? KeySet(id) }

  /// Learns what a default stands on.
  final func learnKeys(of entry: Entry) {
    // The bits suffice, since this only serves a guess. Relaxed: only the number counts.
    if lastKeyBits.load(ordering: .relaxed) == entry.keyBits { return }
    let keys = entry.keys
    state.withLock {
      $0.lastKeys = keys
      lastKeyBits.store(keys.bits, ordering: .relaxed)
    }
  }

  /// The name of the property that the key was first used through.
  package final var property: StaticString? { state.withLock { $0.property } }

  /// Learns the name of the property from a read.
  final func learnProperty(from request: Request) {
    // Relaxed: only names depend on it.
    if hasProperty.load(ordering: .relaxed) { return }
    state.withLock { state in
      let isSure = request.isOfProperty
      let line = request.declaration.line << 1 | (isSure ? 1 : 0)
      guard state.property == nil, state.otherLine != line, let property = request.property else {
        return
      }
      if Subject.isProperty(property, of: self, isSure: isSure) {
        state.property = property
        hasProperty.store(true, ordering: .relaxed)
      } else {
        state.otherLine = line
      }
    }
  }

  /// Where the process's own default was first built for, if it was.
  package final var firstUse: SourceLine? { state.withLock { $0.firstUse } }

  final func noteUse(at source: SourceLine) {
    state.withLock { $0.firstUse = $0.firstUse ?? source }
    isUsed.store(true, ordering: .relaxed)
  }

  /// Whether the key's own test value was found to be `unimplemented`: a stored `static let` is
  /// evaluated once in the process, and later builds don't notice what it is.
  final var isUnimplementedInTests: Bool {
    get { state.withLock { $0.isUnimplementedInTests } }
    set { state.withLock { $0.isUnimplementedInTests = newValue } }
  }
}

/// A key of a known type.
private final class KeyOf<K: InjectionKey>: Key, @unchecked Sendable {
  // Looked up once, since that takes as long as a small build.
  private let box = Box<K.Value>.self

  init(_ type: K.Type) { super.init(of: type) }

  override func makeDefault(_ context: InjectionContext, _ record: () -> Record) -> Entry {
    let value =
      switch context {
      case .live: K.defaultValue
      case .test: K.testValue
      case .preview: K.previewValue
      }
    return box.init(value, K.self, from: record())
  }

  // Cannot fail: a key has one type of value, which may be an optional object.
  override func box(_ object: AnyObject, from record: Record) -> Entry {
    box.init(object as! K.Value, K.self, from: record)
  }
}

/// Conforms where its key does: the runtime checks a conformance's isolation only where a value is
/// cast (SE-0470), and a key has no values.
private struct Conformance<K> {}
private protocol Conforms {}
extension Conformance: Conforms where K: InjectionKey {}
