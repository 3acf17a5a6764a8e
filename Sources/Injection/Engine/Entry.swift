import Synchronization

/// What is known of one key: the value that overrides it, the code that replaces the key's own, or
/// a default that was built.
///
/// Any thread may use an entry without a lock.
@usableFromInline
package class Entry: @unchecked Sendable {
  // Unchecked because the class is not final. All is immutable once the entry is seen by others, or
  // guarded by a lock, and values are `Sendable`.

  package final let key: KeyDescription

  /// The property through which the key was overridden.
  package final let property: PropertyName

  /// Where the key was overridden; unknown where nobody says.
  package final let place: SourcePlace

  /// The next override of the level. Set while that is a draft.
  final var next: Entry?

  /// How a default was built; that of nothing for an override.
  final var record: Record { _read { yield unsafe storedRecord } }
  // Safe not to check exclusive access: set before anybody else sees the entry.
  @exclusivity(unchecked)
  private final var storedRecord = Record()
  final func setRecord(_ record: consuming Record) { unsafe storedRecord = record }
  final func takeRecord(of other: Entry) { unsafe swap(&storedRecord, &other.storedRecord) }

  private let storedLevel = Atomic<UInt>(0)

  init(_ key: KeyDescription, _ property: PropertyName = .none, at place: SourcePlace = .unknown) {
    self.key = key
    self.property = property
    self.place = place
  }

  /// The number of the level that has this override, or keeps this default; zero until somebody
  /// asks. Relaxed, in both: only the number counts, and it is the same whoever stores it.
  package final var levelNumber: UInt { storedLevel.load(ordering: .relaxed) }
  final func setLevelNumber(_ number: UInt) { storedLevel.store(number, ordering: .relaxed) }

  /// The bits of all keys whose override could make a default invalid; none for an override.
  // Not through `record`: in a debug build, a coroutine that yields one takes memory from the heap.
  final var keys: UInt64 { unsafe storedRecord.keys }

  package final var isOverride: Bool { keys == 0 }

  /// Whether there is a value: nobody may hold a shared one any more.
  var isAlive: Bool { true }

  /// Whether every read has to be seen: those of a shared value, which may be gone, and of one that
  /// is unimplemented.
  final var needsEveryRead: Bool { !record.marks.isDisjoint(with: [.shared, .unimplemented]) }

  final func isBuiltFromSame(as other: Entry) -> Bool {
    key == other.key && !isOverride && record.isSame(as: other.record)
  }

  /// The same override, for another level.
  func copy() -> Entry { fatalError("defaults are not copied") }

  /// The value of an override or default of a key with this type of value, if the entry holds it.
  @inlinable
  @inline(__always)
  final func boxed<Value>(as _: Value.Type) -> Value {
    // Safe to cast: an entry that holds its value is a box of the key's type.
    unsafe unsafeDowncast(self, to: Box<Value>.self).value
  }

  /// The value, for those who look at it only; `nil` where there is none, or nobody holds it any
  /// more.
  package var anyValue: Any? { nil }
}

/// An entry that holds its value.
@usableFromInline
final class Box<Value>: Entry, @unchecked Sendable {
  // Unchecked like its superclass; keys demand that values are `Sendable`.
  @usableFromInline let value: Value

  init(
    _ value: Value,
    _ key: KeyDescription,
    _ property: PropertyName = .none,
    at place: SourcePlace = .unknown
  ) {
    self.value = value
    super.init(key, property, at: place)
  }

  override func copy() -> Entry { Box(value, key, property, at: place) }

  override var anyValue: Any? { .some(value) }
}

/// An override that is code: it replaces the key's own, and the default is built with it.
final class ProvidedCode: Entry, @unchecked Sendable {
  // Unchecked like its superclass; the function is `Sendable`, or runs on the main actor only,
  // where it was made.
  let makeDefault: () -> Entry
  private let isOnMainActor: Bool

  /// - Parameter isOnMainActor: Whether the code runs on the main actor only.
  init(
    _ key: KeyDescription,
    isOnMainActor: Bool,
    at place: SourcePlace,
    _ makeDefault: @escaping () -> Entry
  ) {
    self.makeDefault = makeDefault
    self.isOnMainActor = isOnMainActor
    super.init(key, at: place)
  }

  override func copy() -> Entry {
    ProvidedCode(key, isOnMainActor: isOnMainActor, at: place, makeDefault)
  }

  /// Whether the code may run on this thread, in this task.
  var mayRunHere: Bool { !isOnMainActor || MainActor.isRunning }
}

/// A default with the lifetime `.shared`: its value lives while somebody else holds it.
///
/// The entry stays with its keeper and is filled again when the value is built again.
final class SharedEntry: Entry, @unchecked Sendable {
  // Unchecked: the object is a key's value, and those are `Sendable`.
  private struct WeakReference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private struct Content: ~Copyable {
    var reference: WeakReference
    /// The numbers of the layers that the build of the object has opened.
    var opened: [UInt]
  }

  private let content: Lock<Content>

  /// - Parameter box: What was built.
  init(_ object: AnyObject, opened: [UInt], takingRecordOf box: Entry) {
    self.content = Lock(Content(reference: WeakReference(object: object), opened: opened))
    super.init(box.key)
    takeRecord(of: box)
  }

  /// Takes an object, unless there is one that lives. Returns which it is, and the numbers of the
  /// layers that belong to the other one.
  func refill(ifGone object: AnyObject, opened: [UInt]) -> (object: AnyObject, unused: [UInt]) {
    let (reference, unused) = content.withLock { content in
      if let present = content.reference.object {
        return (WeakReference(object: present), present === object ? [] : opened)
      }
      let unused = content.opened
      content.reference = WeakReference(object: object)
      content.opened = opened
      return (content.reference, unused)
    }
    return (reference.object ?? object, unused)
  }

  override var isAlive: Bool { object != nil }

  override var anyValue: Any? { object }
  var object: AnyObject? { content.withLock { $0.reference }.object }
}
