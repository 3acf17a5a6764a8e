import Synchronization

/// What the engine knows of a key: made once for each, and there as long as the process.
///
/// The engine itself is not generic. It knows types by these descriptions, and values by the
/// entries that they make. A description is an address, not an object, so that handing it on counts
/// no references.
@safe
package struct KeyDescription: @unchecked Sendable {
  // Unchecked because of the address: what is there is never freed, and is immutable, atomic, or
  // guarded by the lock of `BuildRegistry`. Its functions are called where a default is built.
  private let address: UnsafeMutablePointer<Content>
  private var content: Content { _read { yield unsafe address.pointee } }

  @safe
  private struct Content: ~Copyable {
    let type: Any.Type
    let valueType: Any.Type
    let makeDefault: (InjectionContext) -> Entry
    let box: (AnyObject) -> Entry
    let conformsHere: () -> Bool
    /// Whether the code was seen to be free of the main actor.
    let isFree = Atomic(false)
    let makeLifetime: () -> InjectionLifetime
    let lifetime = LazyReference<KeptLifetime>()
    let lifetimeKind = Atomic<UInt8>(0)
    let property = Atomic<UInt>(0)
    let buildsEnded = Atomic(0)
    let isUnimplementedInTests = Atomic(false)
    // Apart, since to change a part of this counts as changing all of it.
    let history: UnsafeMutablePointer<History>
  }

  /// What builds of the key have shown, of all containers.
  struct History {
    /// What the last build read directly, and what the key is scoped by; `nil` if there was none.
    var reads: Few<KeyDescription>?
    /// Where the process's own default was first asked for, and whether by the closure of
    /// `bootstrap`.
    var firstUse: (place: SourcePlace, isInBootstrap: Bool)?
  }

  private final class KeptLifetime: Sendable {
    let value: InjectionLifetime
    init(_ value: InjectionLifetime) { self.value = value }
  }
}

// MARK: - One for each key

extension KeyDescription {
  /// The description of a key. O(1), and without a lock if it is there already.
  static func of<Key: InjectionKey>(_ key: Key.Type) -> KeyDescription {
    // Safe to use unretained: the table is never freed.
    if let known = unsafe Element.all[Name(KeyID(key))] {
      return unsafe known._withUnsafeGuaranteedRef { $0.description }
    }
    return Element.all.remember(Element(KeyDescription(key)), as: Name(KeyID(key))).description
  }

  private init<Key: InjectionKey>(_ key: Key.Type) {
    // The type of the value is known here only, and so its box is made here. The box's own type is
    // looked up once, since that takes as long as a small build.
    let box = Box<Key.Value>.self
    unsafe address = .allocate(capacity: 1)
    let history = UnsafeMutablePointer<History>.allocate(capacity: 1)
    unsafe history.initialize(to: History())
    let content = unsafe Content(
      type: key,
      valueType: Key.Value.self,
      makeDefault: { context in
        let value =
          switch context {
          case .live: Key.defaultValue
          case .test: Key.testValue
          case .preview: Key.previewValue
          }
        return box.init(value, .of(key))
      },
      // Cannot fail: a key has one type of value, which may be an optional object.
      box: { box.init($0 as! Key.Value, .of(key)) },
      conformsHere: { conforms(Conformance<Key>()) },
      makeLifetime: { Key.lifetime },
      history: history
    )
    unsafe address.initialize(to: content)
  }

  private final class Element: Sendable {
    static let all = NameTable<Element>()
    let description: KeyDescription
    init(_ description: KeyDescription) { self.description = description }
  }
}

// MARK: - What is known

extension KeyDescription {
  var id: KeyID { KeyID(type) }

  /// The bit that stands for the key in sets of keys that fit into a word.
  var bit: UInt64 { id.bit }

  package var type: Any.Type { content.type }
  package var valueType: Any.Type { content.valueType }

  /// Runs the key's code for a context.
  func makeDefault(_ context: InjectionContext) -> Entry {
    content.makeDefault(context)
  }

  /// An entry that holds an object, which is a value of the key.
  func box(_ object: AnyObject) -> Entry { content.box(object) }

  /// Whether the key's code may run on this thread, in this task.
  ///
  /// The compiler sees to that but for one case (a fault of Swift 6.3): in a module whose default
  /// isolation is the main actor, what an extension of `InjectedValues` declares is isolated to it,
  /// and other modules do not see that where it is not written.
  var mayRunHere: Bool {
    // Relaxed, here and below: nothing else is read that was written before.
    if content.isFree.load(ordering: .relaxed) { return true }
    if Platform.isKnownMainThread { return true }
    // A key that is isolated to an actor conforms to `InjectionKey` on that actor only.
    if !content.conformsHere() { return MainActor.isRunning }
    // Here it is free of the main actor, if this is not the main actor.
    if !MainActor.isKnownToRun { content.isFree.store(true, ordering: .relaxed) }
    return true
  }

  /// The key's lifetime, which is asked for once.
  ///
  /// Not when the description is made: a lifetime may name keys, and so descriptions, also its own.
  package var lifetime: InjectionLifetime {
    if let kept = content.lifetime.value { return kept.value }
    return content.lifetime.set(KeptLifetime(content.makeLifetime())).value
  }

  /// The kind of the lifetime, without a reference to count.
  var lifetimeKind: InjectionLifetime.Kind {
    // Relaxed: only the number counts, and it is the same whoever stores it.
    let known = content.lifetimeKind.load(ordering: .relaxed)
    if let kind = InjectionLifetime.Kind(rawValue: known) { return kind }
    let kind = lifetime.kind
    content.lifetimeKind.store(kind.rawValue, ordering: .relaxed)
    return kind
  }

  /// The property that the key was first used through; none while it was used by its type only.
  package var property: PropertyName {
    PropertyName(bits: content.property.load(ordering: .relaxed))
  }

  /// Keeps the name of a property that uses the key, unless there is one.
  func learn(_ property: PropertyName) {
    // Relaxed, here and above: the number is the address of a literal, which is there from the
    // start.
    let known = content.property.load(ordering: .relaxed)
    if known != 0 || property.text == nil { return }
    content.property.store(property.bits, ordering: .relaxed)
  }

  /// How many builds have ended.
  var buildsEnded: Int {
    // Acquiring and releasing: who sees the number sees what was kept before.
    content.buildsEnded.load(ordering: .acquiring)
  }

  func countBuild() { content.buildsEnded.add(1, ordering: .releasing) }

  /// Whether the key's own test value was found to be `unimplemented`.
  ///
  /// A stored `static let` is evaluated once in the process, and later builds do not notice what it
  /// is. Relaxed: builds of one key that share nothing need not agree.
  var isUnimplementedInTests: Bool {
    content.isUnimplementedInTests.load(ordering: .relaxed)
  }

  func markUnimplementedInTests() {
    content.isUnimplementedInTests.store(true, ordering: .relaxed)
  }

  /// Guarded by the lock of `BuildRegistry`.
  var history: History {
    _read { yield unsafe content.history.pointee }
    nonmutating _modify {
      let history = unsafe content.history
      yield unsafe &history.pointee
    }
  }
}

/// Conforms where its key does: the runtime asks for the isolation of a conformance only where a
/// value is cast (SE-0470), and there is none of the key.
private struct Conformance<Key> {}
private protocol Conforms {}
extension Conformance: Conforms where Key: InjectionKey {}

@inline(never)
private func conforms(_ conformance: Any) -> Bool { conformance is any Conforms }

extension KeyDescription: Hashable {
  package static func == (a: KeyDescription, b: KeyDescription) -> Bool {
    unsafe a.address == b.address
  }

  package func hash(into hasher: inout Hasher) { unsafe hasher.combine(address) }
}
