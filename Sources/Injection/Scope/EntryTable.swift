public import Synchronization

/// What a scope knows, by key: read without a lock, filled under one.
///
/// An open-addressing table with linear probing. Reads may run beside a write because
/// - a slot goes from empty to one entry, once, and an entry is immutable before it is published;
/// - a full table is replaced by a larger copy; the old one is freed with the scope, not before, so
///   a read that still probes it is safe. Sizes double: the old ones add up to less than the new;
/// - an entry stays until the table goes, and whoever reads holds the scope, and so the table.
///
/// The one exception is `override(_:)`, which asks for a scope that nobody else can see yet.
@usableFromInline
@safe
struct EntryTable<Element: TableElement>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer: what it points to follows the rules above.

  @usableFromInline typealias Slot = Atomic<Unmanaged<Element>?>

  /// The head of an allocation; the slots follow it.
  @usableFromInline
  @safe
  struct Header {
    @usableFromInline let mask: Int
    let previous: UnsafeMutablePointer<Header>?
  }

  @usableFromInline let storage = unsafe Atomic<UnsafeMutablePointer<Header>?>(nil)

  /// Held to write, and while what is below is used. Relaxed orders do for it: the lock orders them.
  private let writing = Mutex<Void>(())
  private let count = Atomic<Int>(0)
  private let hasBeenRead = Atomic<Bool>(false)

  /// The entry of `id`, if it is here. O(1), takes no lock and allocates nothing.
  ///
  /// The entry is not retained: it stays while the caller holds the scope.
  @inlinable
  @inline(__always)
  subscript(id: EntryID) -> Unmanaged<Element>? {
    // Acquiring, here and below: what the writer wrote before it published is seen after.
    guard let header = unsafe storage.load(ordering: .acquiring) else { return nil }
    let mask = unsafe header.pointee.mask
    let slots = unsafe Self.slots(header)
    var index = Self.start(id, mask)
    while true {
      // Ends: a quarter of the slots is always empty.
      guard let entry = unsafe slots[index].load(ordering: .acquiring) else { return nil }
      // Safe to use unretained: the table retains it.
      if unsafe entry._withUnsafeGuaranteedRef({ $0.id == id }) { return unsafe entry }
      index = (index &+ 1) & mask
    }
  }

  /// Adds an entry that was found or built, unless its key has one here already. Returns which stays.
  @discardableResult
  func remember(_ entry: Element) -> Element {
    writing.withLock { _ in
      hasBeenRead.store(true, ordering: .relaxed)
      if let present = unsafe self[entry.id] { return unsafe present.takeUnretainedValue() }
      add(entry)
      return entry
    }
  }

  /// Whether values were read through this table: they may be built on what is here.
  var wasReadThrough: Bool { hasBeenRead.load(ordering: .relaxed) }

  /// Notes that somebody copied what is here, and relies on it as who reads does.
  func markAsRead() { hasBeenRead.store(true, ordering: .relaxed) }

  /// Adds or replaces an override.
  ///
  /// The caller holds the only reference to the scope, and nothing was read through it: nobody else
  /// can look yet, so no lock is needed.
  func override(_ entry: consuming Element) {
    if let slot = unsafe slot(of: entry.id) {
      let old = unsafe slot.pointee.load(ordering: .relaxed)
      unsafe slot.pointee.store(Unmanaged.passRetained(consume entry), ordering: .relaxed)
      unsafe old?.release()
    } else {
      add(consume entry)
    }
  }

  /// All that is here, in no order.
  var all: [Element] {
    var entries: [Element] = []
    unsafe forEachSlot { slot in
      // Retained by the array before the caller's hold on the scope ends.
      if let entry = unsafe slot.load(ordering: .acquiring) {
        unsafe entries.append(entry.takeUnretainedValue())
      }
    }
    return entries
  }

  deinit {
    // Nobody reads any more. Every entry is in the newest allocation, once.
    unsafe forEachSlot { slot in unsafe slot.load(ordering: .relaxed)?.release() }
    var next = unsafe storage.load(ordering: .relaxed)
    while let header = unsafe next {
      unsafe next = header.pointee.previous
      // The slots need no deinitialisation: an atomic pointer is trivial.
      unsafe UnsafeMutableRawPointer(header).deallocate()
    }
  }
}

// MARK: - Writing

extension EntryTable {
  private func add(_ entry: consuming Element) {
    var header = unsafe storage.load(ordering: .relaxed)  // Relaxed: the lock's holder wrote it.
    let capacity = unsafe header.map { unsafe ($0.pointee.mask + 1) / 4 * 3 } ?? 0
    let count = self.count.load(ordering: .relaxed)
    if count == capacity { unsafe header = grow(header) }
    unsafe Self.put(Unmanaged.passRetained(consume entry), into: header!)
    self.count.store(count + 1, ordering: .relaxed)
  }

  /// Publishes a copy of twice the size.
  private func grow(_ old: UnsafeMutablePointer<Header>?) -> UnsafeMutablePointer<Header> {
    let slotCount = unsafe old.map { unsafe ($0.pointee.mask + 1) * 2 } ?? 8
    let bytes = unsafe MemoryLayout<Header>.stride + slotCount * MemoryLayout<Slot>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes,
      alignment: MemoryLayout<Header>.alignment
    )
    let new = unsafe memory.bindMemory(to: Header.self, capacity: 1)
    unsafe new.initialize(to: Header(mask: slotCount - 1, previous: old))
    let slots = unsafe Self.slots(new)
    for index in 0..<slotCount { unsafe (slots + index).initialize(to: Slot(nil)) }
    unsafe forEachSlot { slot in
      if let entry = unsafe slot.load(ordering: .relaxed) {
        unsafe Self.put(entry, into: new)
      }
    }
    // Releasing: a reader that sees the new table sees what is in it.
    unsafe storage.store(new, ordering: .releasing)
    return unsafe new
  }

  private static func put(_ entry: Unmanaged<Element>, into header: UnsafeMutablePointer<Header>) {
    let mask = unsafe header.pointee.mask
    let slots = unsafe slots(header)
    var index = unsafe start(entry._withUnsafeGuaranteedRef { $0.id }, mask)
    while unsafe slots[index].load(ordering: .relaxed) != nil { index = (index + 1) & mask }
    // Releasing: a reader that sees the entry sees what is in it.
    unsafe slots[index].store(entry, ordering: .releasing)
  }

  private func slot(of id: EntryID) -> UnsafeMutablePointer<Slot>? {
    guard let header = unsafe storage.load(ordering: .relaxed) else { return nil }
    let mask = unsafe header.pointee.mask
    let slots = unsafe Self.slots(header)
    var index = Self.start(id, mask)
    while let entry = unsafe slots[index].load(ordering: .relaxed) {
      if unsafe entry._withUnsafeGuaranteedRef({ $0.id == id }) { return unsafe slots + index }
      index = (index + 1) & mask
    }
    return nil
  }

  private func forEachSlot(_ body: (borrowing Slot) -> Void) {
    guard let header = unsafe storage.load(ordering: .acquiring) else { return }
    let slots = unsafe Self.slots(header)
    for index in unsafe 0...header.pointee.mask { unsafe body(slots[index]) }
  }
}

// MARK: - Layout

extension EntryTable {
  @inlinable
  static func slots(_ header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<Slot> {
    // In bounds and aligned: an allocation is a header and then its slots, both of pointer alignment.
    unsafe UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Slot.self)
  }

  /// The slot to look at first. Multiplying by 2^64 over the golden ratio spreads the addresses of
  /// types, which lie close together; the seeded hash of `Dictionary` costs more than all the rest.
  @inlinable
  static func start(_ id: EntryID, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(id.bits) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }
}
