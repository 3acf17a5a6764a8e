import Synchronization

/// What the engine knows of a key. Each key that was read has one, as long as the process.
//
// The engine is not generic. It knows types by these, and values by the entries that they make.
package final class Key: @unchecked Sendable {
  // Unchecked because of the types, whose conformances are used where a default is built.

  package let type: any InjectionKey.Type
  package let valueType: Any.Type
  package let lifetime: InjectionLifetime
  package let id: KeyID
  /// The `Types` of the key. Its cast tells whether the key's conformance may be used here: an
  /// isolated one only on its actor.
  //
  // An object: of a type that it knows, the optimizer assumes that it conforms anywhere.
  fileprivate let types: AnyObject
  /// Where the key's code may run, as far as that is known: see `MainActor.knownThread`.
  private let checkedThread = Atomic<UInt>(0)

  private let state = Lock<(property: StaticString?, firstUse: SourceLine?)>((nil, nil))
  /// The line of the last read whose property isn't known, so that its name is looked at once; or
  /// the greatest number, when the property is known.
  private let otherLine = Atomic<UInt32>(0)
  private let storedIsUsed = Atomic(false)
  /// Whether the key's own test value was found to be `unimplemented`: a stored `static let` is
  /// evaluated once in the process, and later builds don't notice what it is.
  // Relaxed: the build that finds it comes first.
  let isUnimplementedInTests = Atomic(false)

  /// The first few sets of keys that defaults have stood on, and the bits of the last default's.
  let keySets = AtomicReference<KeySetBox>()
  private let storedLastKeyBits = Atomic<UInt64>(0)
  /// Whether defaults have stood on others.
  // Acquiring: who finds a default knows its set, or that there are more.
  let hasMoreKeySets = Atomic(false)

  private static let all = Table<Key>()

  @inline(never) package static func of(_ type: any InjectionKey.Type) -> Key {
    let id = KeyID(type)
    return known(id) ?? all.insert(Key(type), as: id.address).object
  }

  /// The key, if it was used before.
  package static func known(_ id: KeyID) -> Key? { all.object(of: id.address) }

  private init<K: InjectionKey>(_ type: K.Type) {
    (self.type, valueType, lifetime, id) = (type, K.Value.self, K.lifetime, KeyID(type))
    types = Types<K, K.Value>()
  }

  /// Whether the key's code may run on this thread, in this task.
  ///
  /// The compiler ensures this except in one case (a bug of Swift 6.3): in a module whose default
  /// isolation is the main actor, what an extension of `InjectedValues` declares is isolated to it,
  /// and other modules do not see that unless it is written. Before macOS 26 and iOS 26, this is
  /// always true, since casts tell nothing there.
  var mayRunHere: Bool {
    // Asked until that is known, since it takes as long as a small build. Relaxed: only the number
    // counts.
    let known = checkedThread.load(ordering: .relaxed)
    if known == .max || known == Platform.currentThread { return true }
    guard types is any Conforms else { return false }
    checkedThread.store(MainActor.knownThread, ordering: .relaxed)
    return true
  }

  /// The bits of what the last built default stands on.
  //
  // Acquiring: with the bits come the keys.
  var lastKeyBits: UInt64 { storedLastKeyBits.load(ordering: .acquiring) }

  /// The keys that a default with these bits stands on; scopes that agree on them probably share
  /// it.
  //
  // The bits tell the sets apart well enough, since they only serve a guess.
  func keys(withBits bits: UInt64) -> KeySet {
    var next = keySets.unretained
    while let set = next, set.use({ $0.bits != bits }) { next = set.use { $0.next.unretained } }
    return next?.use { $0.keys } ?? KeySet(id)
  }

  /// Learns what a default stands on, if that may be another set than that of the last one.
  func learnKeys(of entry: Entry) {
    if lastKeyBits == entry.keyBits { return }
    learnKeySet(of: entry.record!)
    // Releasing, as above.
    storedLastKeyBits.store(entry.keyBits, ordering: .releasing)
  }

  /// Learns the exact set of keys that a default stands on.
  func learnKeySet(of record: Record) {
    // Few sets, and no long ones, which have all bits: they stay as long as the process.
    if record.keyBits != .max {
      let new = KeySetBox(record.keys)
      var set = keySets.set(new)
      for _ in 1...8 {
        if set.use({ $0.keys.all == new.keys.all }) { return }
        set = set.use { $0.next.set(new) }
      }
    }
    // Releasing, as above.
    hasMoreKeySets.store(true, ordering: .releasing)
  }

  /// The name of the property that the key was first used through.
  @inline(never) package var property: StaticString? { state.withLock { $0.property } }

  /// Learns the name of the property from a read.
  func learnProperty(from request: Request) {
    // Relaxed: only names depend on it.
    let known = otherLine.load(ordering: .relaxed)
    if known == .max { return }
    let isSure = request.isOfProperty
    let line = request.declaration.line << 1 | (isSure ? 1 : 0)
    guard known != line, let property = request.property else { return }
    let isProperty = Subject.isProperty(property, of: self, isSure: isSure)
    if isProperty { state.withLock { $0.property = $0.property ?? property } }
    otherLine.store(isProperty ? .max : line, ordering: .relaxed)
  }

  var isTransient: Bool { lifetime.kind == .transient }

  /// Where the process's own default was first used, if it was.
  @inline(never) package var firstUse: SourceLine? { state.withLock { $0.firstUse } }

  /// Whether the process's own default was built, or something stands on that none was set.
  // Relaxed: fences order it with the process's root.
  var isUsed: Bool { storedIsUsed.load(ordering: .relaxed) }

  /// Notes that the process's own default is used. The caller then looks at the process's root: a
  /// `bootstrap` that has replaced it may not see this.
  func use(at source: SourceLine) {
    if !isUsed {
      state.withLock { $0.firstUse = source }
      storedIsUsed.store(true, ordering: .relaxed)
    }
    // With `ProcessRoot.replace`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }
}

extension InjectionKey {
  /// Runs the key's code for a context, then takes the record of what it read.
  ///
  /// - Parameter key: What the engine knows of the key.
  static func makeDefault(
    _ context: InjectionContext,
    of key: Key,
    _ record: () -> Record
  ) -> Entry {
    let value =
      switch context {
      case .live: defaultValue
      case .test: testValue
      case .preview: previewValue
      }
    // Safe: a key has one type of value.
    let box = unsafe unsafeDowncast(key.types, to: Types<Self, Value>.self).box
    return box.init(consume value, Self.self, from: record())
  }

  /// A default for an object that is a value of the key.
  // Cannot fail: a key has one type of value, which may be an optional object.
  static func box(_ object: AnyObject, from record: Record) -> Entry {
    Box(object as! Value, Self.self, from: record)
  }

  /// An override with a copy of a value.
  //
  // Rare, so the box's type is looked up here.
  @unsafe
  static func box(_ value: UnsafeRawPointer) -> Entry {
    // Safe: the caller knows that it has the key's type of value.
    unsafe Box(value.assumingMemoryBound(to: Value.self).pointee, Self.self)
  }
}

/// The types of a key. Conforms where the key does, since a key has no values that could be cast.
private final class Types<K, Value> {
  // Looked up once, since that takes as long as a small build.
  let box = Box<Value>.self
}
extension Types: Conforms where K: InjectionKey {}
