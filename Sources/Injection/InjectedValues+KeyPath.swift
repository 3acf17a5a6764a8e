import Synchronization

// Overriding through a key path without building what is replaced.
//
// The standard library writes through a key path by calling the property's getter, changing the result
// and calling the setter, also where all of it is replaced. (The optimiser leaves the getter out where
// it sees the literal.) Here the getter would build the key's default, and nobody wants that of an
// override: the default may open a file, or need another override. So, for the path of one property,
// the getter's read is given the new value.

extension InjectedValues {
  /// Replaces a value, or a member of one. These values are a draft that the caller has just opened.
  @inlinable
  package mutating func set<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: Value
  ) {
    // Unretained, since a scope that is held twice takes no overrides. Safe: this draft holds it, and
    // where a scope inside takes its place, that one does.
    let draft = unsafe Unmanaged.passUnretained(scope!)
    unsafe withUnsafePointer(to: value) { value in
      let pending = unsafe PendingWrite(keyPath, value)
      unsafe draft._withUnsafeGuaranteedRef { unsafe $0.pendingWrite = pending }
      unsafe self[keyPath: keyPath] = value.pointee
      unsafe draft._withUnsafeGuaranteedRef { unsafe $0.pendingWrite = nil }
    }
  }

  /// The value that is about to be written, if this is the read that comes before, and of its type.
  func takePendingWrite<Value>(as type: Value.Type) -> Value? {
    guard isDraft, let scope, let pending = unsafe scope.pendingWrite else { return nil }
    unsafe scope.pendingWrite = nil
    return unsafe pending.value(as: type)
  }
}

/// A value on its way into a draft, while it is written.
@usableFromInline
@unsafe
struct PendingWrite {
  private let keyPath: Unmanaged<AnyKeyPath>
  private let value: UnsafeRawPointer
  private let type: Any.Type

  @usableFromInline
  init<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: UnsafePointer<Value>
  ) {
    unsafe self.keyPath = .passUnretained(keyPath)
    unsafe self.value = UnsafeRawPointer(value)
    unsafe self.type = Value.self
  }

  func value<Requested>(as requested: Requested.Type) -> Requested? {
    // With more components than one, the getter's value is one to be changed, and needed. And it is
    // where its type is another.
    guard unsafe type == requested,
      unsafe keyPath._withUnsafeGuaranteedRef({ $0.hasOneComponent })
    else { return nil }
    return unsafe value.assumingMemoryBound(to: requested).pointee
  }
}

// MARK: - Components

extension AnyKeyPath {
  /// Whether this is the path of a property of the root, and not of a member of one.
  ///
  /// O(1) for a path that was asked before; the literals of a program are, but for the first time.
  fileprivate var hasOneComponent: Bool {
    let id = EntryID(bits: UInt(bitPattern: ObjectIdentifier(self)))
    // Safe to take unretained: the table is never freed.
    if let known = unsafe KnownPath.all[id] { return unsafe known.takeUnretainedValue().isOne }
    let isOne = countsOneComponent
    // A program may make new paths without end; those are not kept.
    if KnownPath.count.add(1, ordering: .relaxed).newValue <= 1_024 {
      KnownPath.all.remember(KnownPath(self, id: id, isOne: isOne))
    }
    return isOne
  }

  /// The description is the one public thing that tells: `\Root.first.second`, where a component
  /// without a name is `<computed 0x1234 (Type)>`.
  private var countsOneComponent: Bool {
    var depth = 0
    var components = 0
    for character in debugDescription {
      switch character {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case ".", "?", "!": components += depth == 0 ? 1 : 0
      default: break
      }
    }
    return components == 1
  }
}

/// A key path that was counted. It is held, so that its address stays its own.
private final class KnownPath: TableElement, @unchecked Sendable {
  // Unchecked: a key path may not be `Sendable`; this one is only compared, by its address.
  private let keyPath: AnyKeyPath
  let isOne: Bool

  static let all = EntryTable<KnownPath>()
  static let count = Atomic<Int>(0)

  init(_ keyPath: AnyKeyPath, id: EntryID, isOne: Bool) {
    self.keyPath = keyPath
    self.isOne = isOne
    super.init(id: id)
  }
}
