import Synchronization

/// What the engine knows of a key. Each key that was read has one, as long as the process.
//
// The engine is not generic. It knows types by these, and values by the entries that they make.
package final class Key: @unchecked Sendable {
  // Unchecked because of the type and the functions, which are called where a default is built.

  package let type: any InjectionKey.Type
  package let valueType: Any.Type
  package let lifetime: InjectionLifetime
  package let id: KeyID

  /// Runs the key's code for a context.
  let makeDefault: (InjectionContext) -> Entry
  /// An entry for an object that is a value of the key.
  let box: (AnyObject) -> Entry
  /// Whether the key's conformance may be used here: an isolated one only on its actor.
  //
  // A value: of a type that it knows, the optimizer assumes that it conforms anywhere.
  private let conformance: Any
  private let checkedThread = Atomic<UInt>(0)

  private let state = Lock(State())
  /// How many builds have ended.
  let endedBuilds = Atomic(0)

  private struct State: Sendable {
    /// All keys that the last built default stands on: scopes that agree on these are likely to
    /// share the next one.
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
    all.insert(Key(type), as: KeyID(type).bits)
  }

  private init<K: InjectionKey>(_ type: K.Type) {
    // Looked up once, since that takes as long as a small build.
    let box = Box<K.Value>.self
    self.type = type
    valueType = K.Value.self
    lifetime = K.lifetime
    id = KeyID(type)
    makeDefault = { context in
      let value =
        switch context {
        case .live: K.defaultValue
        case .test: K.testValue
        case .preview: K.previewValue
        }
      return box.init(value, type)
    }
    // Cannot fail: a key has one type of value, which may be an optional object.
    self.box = { box.init($0 as! K.Value, type) }
    conformance = Conformance<K>()
  }

  /// Whether the key's code may run on this thread, in this task.
  ///
  /// The compiler ensures this except in one case (a bug of Swift 6.3): in a module whose default
  /// isolation is the main actor, what an extension of `InjectedValues` declares is isolated to it,
  /// and other modules do not see that unless it is written.
  var mayRunHere: Bool {
    // Asked when the thread changes, since it takes as long as a small build. Relaxed: only the
    // number counts.
    let thread = Platform.currentThread
    if checkedThread.load(ordering: .relaxed) == thread { return true }
    guard conformance is any Conforms else { return false }
    checkedThread.store(thread, ordering: .relaxed)
    return true
  }

  var lastKeys: KeySet? {
    get { state.withLock { $0.lastKeys } }
    set { state.withLock { $0.lastKeys = newValue } }
  }

  /// The name of the property that the key was first used through.
  package var property: StaticString? { state.withLock { $0.property } }

  /// Learns the name of the property from a read.
  func learnProperty(from request: Request) {
    state.withLock { state in
      let line = request.declaration.line
      guard state.property == nil, state.otherLine != line, let property = request.property else {
        return
      }
      if Subject.isProperty(property) { state.property = property } else { state.otherLine = line }
    }
  }

  /// Where the process's own default was first asked for, if it was.
  package var firstUse: SourceLine? { state.withLock { $0.firstUse } }

  func noteUse(at source: SourceLine) { state.withLock { $0.firstUse = $0.firstUse ?? source } }

  /// Whether the key's own test value was found to be `unimplemented`: a stored `static let` is
  /// evaluated once in the process, and later builds don't notice what it is.
  var isUnimplementedInTests: Bool {
    get { state.withLock { $0.isUnimplementedInTests } }
    set { state.withLock { $0.isUnimplementedInTests = newValue } }
  }
}

/// Conforms where its key does: the runtime checks a conformance's isolation only where a value is
/// cast (SE-0470), and a key has no values.
private struct Conformance<K> {}
private protocol Conforms {}
extension Conformance: Conforms where K: InjectionKey {}
