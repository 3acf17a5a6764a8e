public import Synchronization

/// Elements by the numbers that name them: read without a lock, filled under one.
///
/// Open addressing with linear probing. Reads may run beside a write because
/// - a slot goes from empty to one element, once, and an element is immutable before it is
///   published;
/// - a full table is replaced by a larger copy; the old one is freed with the table, not before, so
///   a read that still probes it is safe. Sizes double: the old ones add up to less than the new;
/// - an element stays until the table goes, and whoever reads holds the scope, and so the table.
@usableFromInline
@safe
struct EntryTable<Element: TableElement>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the addresses: what is there follows the rules above.

  @usableFromInline typealias Slot = Atomic<Unmanaged<Element>?>

  /// The head of an allocation; the slots follow it.
  @usableFromInline
  @safe
  struct Header {
    @usableFromInline let mask: Int
    let previous: UnsafeMutablePointer<Header>?
  }

  @usableFromInline let newest = unsafe Atomic<UnsafeMutablePointer<Header>?>(nil)

  /// Held to write. Relaxed orders do for what is below: the lock orders it.
  private let writing = Mutex<Void>(())
  private let count = Atomic<Int>(0)

  /// The element named `id`, if it is here. O(1), takes no lock and allocates nothing.
  ///
  /// It is not retained: it stays while the caller holds the table's owner.
  @inlinable
  @inline(__always)
  subscript(id: EntryID) -> Unmanaged<Element>? {
    // Acquiring, here and below: what the writer wrote before it published is seen after.
    guard let header = unsafe newest.load(ordering: .acquiring) else { return nil }
    let mask = unsafe header.pointee.mask
    let slots = unsafe Self.slots(header)
    var index = Self.start(id, mask)
    while true {
      // Ends: a quarter of the slots is always empty.
      guard let element = unsafe slots[index].load(ordering: .acquiring) else { return nil }
      // Safe to use unretained: the table retains its elements.
      if unsafe element._withUnsafeGuaranteedRef({ $0.id == id }) { return unsafe element }
      index = (index &+ 1) & mask
    }
  }

  /// Adds an element, unless there is one of its name already. Returns which stays.
  @discardableResult
  func remember(_ element: Element) -> Element {
    writing.withLock { _ in
      // Retained by the result before the caller's hold on the owner ends.
      if let present = unsafe self[element.id] { return unsafe present.takeUnretainedValue() }
      add(element)
      return element
    }
  }

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// All that is here, in no order.
  var all: [Element] {
    var elements: [Element] = []
    unsafe forEach { element in unsafe elements.append(element.takeUnretainedValue()) }
    return elements
  }

  deinit {
    // Nobody reads any more. Every element is in the newest allocation, once.
    unsafe forEach { element in unsafe element.release() }
    var next = unsafe newest.load(ordering: .relaxed)
    while let header = unsafe next {
      unsafe next = header.pointee.previous
      // The slots need no deinitialization: an atomic pointer is trivial.
      unsafe UnsafeMutableRawPointer(header).deallocate()
    }
  }
}

// MARK: - Writing

extension EntryTable {
  private func add(_ element: Element) {
    let count = self.count.load(ordering: .relaxed)
    self.count.store(count + 1, ordering: .relaxed)
    var header = unsafe newest.load(ordering: .relaxed)
    let capacity = unsafe header.map { unsafe ($0.pointee.mask + 1) / 4 * 3 } ?? 0
    if count == capacity { unsafe header = grow(header) }
    unsafe Self.put(Unmanaged.passRetained(element), into: header!)
  }

  /// Publishes a copy of twice the size.
  private func grow(_ old: UnsafeMutablePointer<Header>?) -> UnsafeMutablePointer<Header> {
    let slotCount = unsafe old.map { unsafe ($0.pointee.mask + 1) * 2 } ?? 4
    let bytes = unsafe MemoryLayout<Header>.stride + slotCount * MemoryLayout<Slot>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes,
      alignment: MemoryLayout<Header>.alignment
    )
    let new = unsafe memory.bindMemory(to: Header.self, capacity: 1)
    unsafe new.initialize(to: Header(mask: slotCount - 1, previous: old))
    let slots = unsafe Self.slots(new)
    for index in 0..<slotCount { unsafe (slots + index).initialize(to: Slot(nil)) }
    unsafe forEach { element in unsafe Self.put(element, into: new) }
    // Releasing: a reader that sees the new table sees what is in it.
    unsafe newest.store(new, ordering: .releasing)
    return unsafe new
  }

  private static func put(_ element: Unmanaged<Element>, into header: UnsafeMutablePointer<Header>)
  {
    let mask = unsafe header.pointee.mask
    let slots = unsafe slots(header)
    var index = unsafe start(element._withUnsafeGuaranteedRef { $0.id }, mask)
    while unsafe slots[index].load(ordering: .relaxed) != nil { index = (index + 1) & mask }
    // Releasing: a reader that sees the element sees what is in it.
    unsafe slots[index].store(element, ordering: .releasing)
  }

  private func forEach(_ body: (Unmanaged<Element>) -> Void) {
    guard let header = unsafe newest.load(ordering: .acquiring) else { return }
    let slots = unsafe Self.slots(header)
    for index in unsafe 0...header.pointee.mask {
      if let element = unsafe slots[index].load(ordering: .acquiring) { unsafe body(element) }
    }
  }
}

// MARK: - Layout

extension EntryTable {
  @inlinable
  static func slots(_ header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<Slot> {
    // In bounds and aligned: an allocation is a header and then its slots, both of pointer
    // alignment.
    unsafe UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Slot.self)
  }

  /// The slot to look at first.
  @inlinable
  static func start(_ id: EntryID, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: id.spread >> 32) & mask
  }
}
