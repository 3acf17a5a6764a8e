import Synchronization

/// What an `EntryTable` holds.
@usableFromInline
class TableElement: @unchecked Sendable {
  // Unchecked because the class is not final; see `Entry` and `View`.
  @usableFromInline let id: EntryID

  @inlinable
  init(id: EntryID) {
    self.id = id
  }
}

/// What a scope knows of one key: the value that overrides it, or the default that was built for it.
///
/// Any thread may use an entry without a lock.
@usableFromInline
class Entry: TableElement, @unchecked Sendable {
  // Unchecked because the class is not final. What it stores is immutable and `Sendable`, and so is
  // what `Box` adds; what `SharedEntry` adds is guarded by a lock.

  /// What people know the key by.
  @usableFromInline let name: KeyName

  @inlinable
  init(id: EntryID, name: KeyName) {
    self.name = name
    super.init(id: id)
  }

  /// How the value was built; `nil` says that it is an override.
  var record: BuildRecord? { nil }
  var isOverride: Bool { record == nil }
  var valueType: Any.Type { Never.self }

  /// The value, for those who look at it only; `nil` when nobody holds a shared one any more.
  var anyValue: Any? { nil }

  /// What holds the value: the entry, or the value itself where it is shared; `nil` when nobody does.
  var holder: AnyObject? { self }
}

/// An entry that holds its value.
@usableFromInline
final class Box<Value: Sendable>: Entry, @unchecked Sendable {
  @usableFromInline let value: Value
  @usableFromInline let storedRecord: BuildRecord?

  // Borrowing, so that a value is copied once on its way from its user into the box.
  init(_ value: borrowing Value, id: EntryID, name: KeyName, record: BuildRecord? = nil) {
    self.value = copy value
    self.storedRecord = record
    super.init(id: id, name: name)
  }

  override var record: BuildRecord? { storedRecord }
  override var valueType: Any.Type { Value.self }
  override var anyValue: Any? { .some(value) }
}

/// A default with the lifetime `.shared`: its value lives while somebody else holds it.
///
/// The entry stays with its owner and is filled again when the value is built again.
final class SharedEntry: Entry, @unchecked Sendable {
  // Unchecked: the object is a key's value, and those are `Sendable`.
  private struct State: @unchecked Sendable {
    weak var object: AnyObject?
    var record: BuildRecord
  }

  private let state: Lock<State>
  private let type: Any.Type

  init(_ object: AnyObject, type: Any.Type, id: EntryID, name: KeyName, record: BuildRecord) {
    self.state = Lock(State(object: object, record: record))
    self.type = type
    super.init(id: id, name: name)
  }

  /// Returns the record of the build before. It may hold the last references to values: what lets it go must
  /// not hold a lock.
  func refill(_ object: AnyObject, record: BuildRecord) -> BuildRecord {
    state.withLock { state in
      let old = state.record
      // The object before is gone, or goes: it is held weakly.
      state = State(object: object, record: record)
      return old
    }
  }

  override var record: BuildRecord? { state.withLock { $0.record } }
  override var valueType: Any.Type { type }
  override var anyValue: Any? { holder }
  override var holder: AnyObject? { state.withLock { $0 }.object }
}

/// What a table compares: the address of the key's type, which lives as long as the process.
@usableFromInline
struct EntryID: Hashable, Sendable {
  @usableFromInline let bits: UInt

  @inlinable
  init(_ key: Any.Type) {
    self.init(bits: UInt(bitPattern: ObjectIdentifier(key)))
  }

  /// Names an object by its address, for as long as it lives.
  init(addressOf object: AnyObject) {
    self.init(bits: UInt(bitPattern: ObjectIdentifier(object)))
  }

  @inlinable
  init(bits: UInt) {
    self.bits = bits
  }

  /// The name under which a key's entry is kept when the engine has to see its every read.
  ///
  /// Addresses of types are even. A watched entry answers to the odd number, so the lookup of a read
  /// does not find it and the read takes the slow path, which asks for both.
  var watched: EntryID { EntryID(bits: bits | 1) }
  var unwatched: EntryID { EntryID(bits: bits & ~1) }
  var isWatched: Bool { bits & 1 == 1 }
}

/// What people know a key by.
@usableFromInline
struct KeyName: Sendable {
  @usableFromInline let key: Any.Type
  @usableFromInline let function: StaticString

  @inlinable
  init<Key: InjectionKey>(_ key: Key.Type, function: StaticString) {
    self.key = key
    self.function = function
  }

  /// Whether a property was used, as far as can be told at once.
  var isNamed: Bool { function.utf8CodeUnitCount > 0 }

  /// The property of `InjectedValues` that was used; `nil` where the key itself was.
  var property: String? {
    let name = "\(function)"
    return name.isEmpty || name.utf8.contains(UInt8(ascii: "(")) ? nil : name
  }

  /// The property as its users write it, or else the key: `\.repository`, `RepositoryKey`.
  var short: String { property.map { "\\.\($0)" } ?? "\(key)" }
}
