import Synchronization

/// What the engine knows of a key: one object for each key, which lives as long as the process.
///
/// The engine itself is not generic. It knows types by these descriptions, and values by the entries that
/// they make.
package final class KeyDescription: TableElement, @unchecked Sendable {
  // Unchecked: what is immutable is metatypes and functions without captures, and the functions are
  // called where a default is built. All else is atomic, or guarded by the registry's lock.

  package let type: Any.Type
  package let valueType: Any.Type

  /// Runs the key's code for a context.
  let makeDefault: (InjectionContext) -> Entry

  /// Whether the key conforms to `InjectionKey` here, which one that is isolated to an actor does on that
  /// actor only.
  private let conformsHere: () -> Bool
  /// Whether the key's code may run anywhere.
  private let isFree = Atomic(false)

  private let makeLifetime: () -> InjectionLifetime
  private let lazyLifetime = AtomicLazyReference<KeptLifetime>()
  private let lazyProperty = Atomic<UInt>(0)

  /// What builds of the key have shown, of all containers; guarded by the lock of `BuildRegistry`.
  var history = History()

  /// How many builds have ended.
  let buildsEnded = Atomic(0)

  struct History {
    /// What the last build read directly, and what the key is scoped by; `nil` if there was none.
    var reads: [KeyDescription]?
    /// Where the process's own default was first asked for, and whether by the closure of `bootstrap`.
    var firstUse: (place: SourcePlace, isInBootstrap: Bool)?
  }

  /// Whether the key's own test value was found to be `unimplemented`.
  ///
  /// A stored `static let` is evaluated once in the process, and later builds do not notice what it is.
  let isUnimplementedInTests = Atomic(false)

  private init<Key: InjectionKey>(_ key: Key.Type) {
    self.type = key
    self.valueType = Key.Value.self
    self.makeLifetime = { Key.lifetime }
    self.conformsHere = { conforms(Conformance<Key>()) }
    // The type of the value is known here only, and so its box is made here. The box's own type is looked up
    // once, since that takes as long as a small build.
    let box = Box<Key.Value>.self
    self.makeDefault = { context in
      let value =
        switch context {
        case .live: Key.defaultValue
        case .test: Key.testValue
        case .preview: Key.previewValue
        }
      return box.init(value, .of(key))
    }
    super.init(id: EntryID(key))
  }

  private static let all = EntryTable<KeyDescription>()

  /// The description of a key. O(1), and without a lock if it is there already.
  static func of<Key: InjectionKey>(_ key: Key.Type) -> KeyDescription {
    // Safe to take unretained: the table is never freed.
    if let known = unsafe all[EntryID(key)] { return unsafe known.takeUnretainedValue() }
    return all.remember(KeyDescription(key))
  }

  static func of(any key: any InjectionKey.Type) -> KeyDescription { of(key) }

  /// The key's lifetime, which is asked for once.
  ///
  /// Not when the description is made: a lifetime may name keys, and so descriptions, also its own.
  package var lifetime: InjectionLifetime {
    (lazyLifetime.load() ?? lazyLifetime.storeIfNil(KeptLifetime(makeLifetime()))).value
  }

  private final class KeptLifetime: Sendable {
    let value: InjectionLifetime
    init(_ value: InjectionLifetime) { self.value = value }
  }

  /// Whether the key's code may run on this thread, in this task.
  ///
  /// The compiler sees to that but for one case (a fault of Swift 6.3): in a module whose default isolation is
  /// the main actor, what an extension of `InjectedValues` declares is isolated to it, and other modules
  /// do not see that where it is not written.
  var mayRunHere: Bool {
    // Relaxed, here and below: nothing else is read that was written before.
    if isFree.load(ordering: .relaxed) || Platform.isKnownMainThread { return true }
    if !conformsHere() { return MainActor.isRunning }
    // Here it is free of the main actor, if this is not the main actor.
    if !MainActor.isKnownToRun { isFree.store(true, ordering: .relaxed) }
    return true
  }

  /// The property that the key was first used through; `nil` while it was used by its type only.
  package var property: PropertyName {
    PropertyName(bits: lazyProperty.load(ordering: .relaxed))
  }

  /// Keeps the name of a property that uses the key, unless there is one.
  func learn(_ property: PropertyName) {
    // Relaxed, here and above: the number is the address of a literal, which is there from the start.
    if lazyProperty.load(ordering: .relaxed) != 0 || property.text == nil { return }
    lazyProperty.store(property.bits, ordering: .relaxed)
  }

  /// The bit that stands for the key in sets of keys that fit into a word.
  var bit: UInt64 { id.bit }
}

/// Conforms where its key does: the runtime asks for the isolation of a conformance only where a value is cast
/// (SE-0470), and there is none of the key.
private struct Conformance<Key> {}
private protocol Conforms {}
extension Conformance: Conforms where Key: InjectionKey {}

@inline(never)
private func conforms(_ conformance: Any) -> Bool { conformance is any Conforms }

/// A reference to a description, which is not counted: descriptions are never freed.
@safe
package struct KeyReference: Sendable {
  private unowned(unsafe) let target: KeyDescription

  init(_ description: KeyDescription) {
    // Safe, here and below: see above.
    unsafe target = description
  }

  package var description: KeyDescription { unsafe target }
}

extension KeyDescription: Hashable {
  package static func == (a: KeyDescription, b: KeyDescription) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
