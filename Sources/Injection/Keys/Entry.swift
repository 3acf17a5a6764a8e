import Synchronization

/// What a scope knows of one key: the value that overrides it, the code that replaces the key's
/// own, or a default that was built.
///
/// Any thread may use an entry without a lock.
@usableFromInline
package class Entry: TableElement, @unchecked Sendable {
  // Unchecked because the class is not final. All is immutable once the entry is seen by others, or
  // guarded by a lock, and values are `Sendable`.

  package final let key: KeyDescription

  /// The property through which the key was overridden.
  package final let property: PropertyName

  /// How a default was built; that of nothing for an override.
  final var record: Record { _read { yield unsafe storedRecord } }

  // Safe not to check exclusive access: set by the build, before anybody else sees the entry.
  @exclusivity(unchecked)
  private final var storedRecord = Record()
  final func setRecord(_ record: consuming Record) { unsafe storedRecord = record }
  final func takeRecord(of other: Entry) { unsafe swap(&storedRecord, &other.storedRecord) }

  /// The number of the scope that has this override; zero until a scope inside finds it.
  private let lazyLayer = Atomic<UInt>(0)

  init(_ key: KeyDescription, _ property: PropertyName = PropertyName(bits: 0)) {
    self.key = key
    self.property = property
    super.init(id: key.id)
  }

  /// Relaxed, in both: only the number counts, and it is the same whoever stores it.
  package final var layer: UInt { lazyLayer.load(ordering: .relaxed) }
  final func setLayer(_ serial: UInt) { lazyLayer.store(serial, ordering: .relaxed) }

  package final var isOverride: Bool { record.keys == 0 }

  /// The value, for those who look at it only; `nil` where there is none, or nobody holds it any
  /// more.
  package var anyValue: Any? { nil }
}

/// An entry that holds its value.
@usableFromInline
final class Box<Value>: Entry, @unchecked Sendable {
  // Unchecked like its superclass; keys demand that values are `Sendable`.
  @usableFromInline let value: Value

  init(_ value: Value, _ key: KeyDescription, _ property: PropertyName = PropertyName(bits: 0)) {
    self.value = value
    super.init(key, property)
  }

  override var anyValue: Any? { .some(value) }
}

/// An override that is code: it replaces the key's own, and the default is built with it.
final class ProvidedCode: Entry, @unchecked Sendable {
  // Unchecked like its superclass; the function is `Sendable`, or runs on the main actor only,
  // where it was made.
  let makeDefault: () -> Entry
  private let isOnMainActor: Bool

  /// - Parameter isOnMainActor: Whether the code runs on the main actor only.
  init(_ key: KeyDescription, isOnMainActor: Bool, _ makeDefault: @escaping () -> Entry) {
    self.makeDefault = makeDefault
    self.isOnMainActor = isOnMainActor
    super.init(key)
  }

  /// Whether the code may run on this thread, in this task.
  var mayRunHere: Bool { !isOnMainActor || MainActor.isRunning }
}

/// A default with the lifetime `.shared`: its value lives while somebody else holds it.
///
/// The entry stays with its owner and is filled again when the value is built again.
final class SharedEntry: Entry, @unchecked Sendable {
  // Unchecked: the object is a key's value, and those are `Sendable`.
  private struct WeakReference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private let reference: Lock<WeakReference>

  /// - Parameter box: What was built.
  init(_ object: AnyObject, takingRecordOf box: Entry) {
    self.reference = Lock(WeakReference(object: object))
    super.init(box.key)
    takeRecord(of: box)
  }

  /// Takes an object, unless there is one that lives. Returns which it is.
  func refill(ifGone object: AnyObject) -> AnyObject {
    reference.withLock { reference in
      if let present = reference.object { return WeakReference(object: present) }
      reference = WeakReference(object: object)
      return reference
    }.object ?? object
  }

  override var anyValue: Any? { object }
  var object: AnyObject? { reference.withLock { $0 }.object }
}
