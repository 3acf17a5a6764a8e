public import Synchronization

/// What a scope knows, by key: read without a lock, filled under one.
///
/// A table of one entry is that entry: most scopes override one key, and need no more memory than that.
/// A larger one has open addressing with linear probing. Reads may run beside a write because
/// - a slot goes from empty to one entry, once, and an entry is immutable before it is published;
/// - a full table is replaced by a larger copy; the old one is freed with the scope, not before, so
///   a read that still probes it is safe. Sizes double: the old ones add up to less than the new;
/// - an entry stays until the table goes, and whoever reads holds the scope, and so the table.
///
/// The one exception is `override(_:)`, which asks for a scope that nobody else can see yet.
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

  /// The address of the newest allocation, or that of the one entry plus one: both are even. Zero for
  /// nothing.
  @usableFromInline let content = Atomic<UInt>(0)

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
    let content = content.load(ordering: .acquiring)
    // Safe to use unretained, here and below: the table retains its entries.
    if let entry = unsafe Self.onlyEntry(content) {
      return unsafe entry._withUnsafeGuaranteedRef({ $0.id == id }) ? entry : nil
    }
    guard let header = unsafe Self.header(content) else { return nil }
    let mask = unsafe header.pointee.mask
    let slots = unsafe Self.slots(header)
    var index = Self.start(id, mask)
    while true {
      // Ends: a quarter of the slots is always empty.
      guard let entry = unsafe slots[index].load(ordering: .acquiring) else { return nil }
      if unsafe entry._withUnsafeGuaranteedRef({ $0.id == id }) { return unsafe entry }
      index = (index &+ 1) & mask
    }
  }

  /// Adds an entry that was found or built, unless its key has one here already. Returns which stays.
  @discardableResult
  @inline(never)  // For size: each caller would hold a copy.
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
    guard let old = unsafe self[entry.id] else { return add(consume entry) }
    let content = content.load(ordering: .relaxed)
    let new = unsafe Unmanaged.passRetained(consume entry)
    if let header = unsafe Self.header(content) {
      unsafe Self.slot(of: old, in: header).pointee.store(new, ordering: .relaxed)
    } else {
      self.content.store(unsafe Self.content(new), ordering: .relaxed)
    }
    unsafe old.release()
  }

  /// All that is here, in no order.
  var all: [Element] {
    var entries: [Element] = []
    // Retained by the array before the caller's hold on the scope ends.
    unsafe forEach { entry in unsafe entries.append(entry.takeUnretainedValue()) }
    return entries
  }

  deinit {
    // Nobody reads any more. Every entry is in the newest allocation, once.
    unsafe forEach { entry in unsafe entry.release() }
    var next = unsafe Self.header(content.load(ordering: .relaxed))
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
    let entry = unsafe Unmanaged.passRetained(consume entry)
    let content = content.load(ordering: .relaxed)  // Relaxed: the lock's holder wrote it.
    let count = self.count.load(ordering: .relaxed)
    self.count.store(count + 1, ordering: .relaxed)
    if count == 0 {
      // Releasing: a reader that sees the entry sees what is in it.
      return self.content.store(unsafe Self.content(entry), ordering: .releasing)
    }
    var header = unsafe Self.header(content)
    let capacity = unsafe header.map { unsafe ($0.pointee.mask + 1) / 4 * 3 } ?? 1
    if count == capacity { unsafe header = grow() }
    unsafe Self.put(entry, into: header!)
  }

  /// Publishes a copy of twice the size.
  private func grow() -> UnsafeMutablePointer<Header> {
    let old = unsafe Self.header(content.load(ordering: .relaxed))
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
    unsafe forEach { entry in unsafe Self.put(entry, into: new) }
    // Releasing: a reader that sees the new table sees what is in it.
    content.store(UInt(bitPattern: new), ordering: .releasing)
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

  /// Where an entry is that is here.
  private static func slot(
    of entry: Unmanaged<Element>,
    in header: UnsafeMutablePointer<Header>
  ) -> UnsafeMutablePointer<Slot> {
    let mask = unsafe header.pointee.mask
    let slots = unsafe slots(header)
    var index = unsafe start(entry._withUnsafeGuaranteedRef { $0.id }, mask)
    while unsafe slots[index].load(ordering: .relaxed)?.toOpaque() != entry.toOpaque() {
      index = (index + 1) & mask
    }
    return unsafe slots + index
  }

  private func forEach(_ body: (Unmanaged<Element>) -> Void) {
    let content = content.load(ordering: .acquiring)
    if let entry = unsafe Self.onlyEntry(content) { return unsafe body(entry) }
    guard let header = unsafe Self.header(content) else { return }
    let slots = unsafe Self.slots(header)
    for index in unsafe 0...header.pointee.mask {
      if let entry = unsafe slots[index].load(ordering: .acquiring) { unsafe body(entry) }
    }
  }
}

// MARK: - Layout

extension EntryTable {
  @inlinable
  static func onlyEntry(_ content: UInt) -> Unmanaged<Element>? {
    // Safe: an odd number is the address of an entry, plus one.
    content & 1 == 0
      ? nil : unsafe UnsafeRawPointer(bitPattern: content & ~1).map { unsafe .fromOpaque($0) }
  }

  @inlinable
  static func header(_ content: UInt) -> UnsafeMutablePointer<Header>? {
    // Safe: an even number is the address of an allocation, or zero.
    content & 1 == 0 ? unsafe UnsafeMutablePointer(bitPattern: content) : nil
  }

  static func content(_ entry: Unmanaged<Element>) -> UInt {
    unsafe UInt(bitPattern: entry.toOpaque()) | 1
  }

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
