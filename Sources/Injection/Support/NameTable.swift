public import Synchronization

/// What a table is asked for: a key, and a number that tells apart what is known of it.
// Frozen, since code that is inlined into clients makes it.
@usableFromInline
@frozen
struct Name {
  @usableFromInline let key: KeyID
  @usableFromInline let number: UInt

  @inlinable
  init(_ key: KeyID, _ number: UInt = 0) {
    self.key = key
    self.number = number
  }
}

/// Objects by their names: read without a lock, filled under one.
///
/// Open addressing with linear probing. Reads may run beside a write because
/// - a slot goes from empty to one name and object, once; the object is stored last, and whoever
///   sees it sees the name;
/// - a full table is replaced by a larger copy; the old one is freed with the table, not before, so
///   a read that still probes it is safe. Sizes double: the old ones add up to less than the new;
/// - an object stays until the table goes, and whoever reads holds the owner of the table.
@usableFromInline
@safe
struct NameTable<Element: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the addresses: what is there follows the rules above.

  @usableFromInline
  @safe
  struct Slot: ~Copyable {
    @usableFromInline var key: UInt = 0
    @usableFromInline var number: UInt = 0
    @usableFromInline let element = unsafe Atomic<Unmanaged<Element>?>(nil)

    init() {}
  }

  /// The head of an allocation; the slots follow it.
  @usableFromInline
  @safe
  struct Header {
    @usableFromInline let mask: Int
    let previous: UnsafeMutablePointer<Header>?
  }

  @usableFromInline let newest = unsafe Atomic<UnsafeMutablePointer<Header>?>(nil)

  /// Held to write. Relaxed orders do for what is below: the lock orders it. An atomic, since the
  /// thread sanitizer does not see the lock: see `Lock`.
  private let writing = Mutex<Void>(())
  private let count = Atomic<Int>(0)

  init() {}

  /// The object of this name, if it is here. O(1), takes no lock and allocates nothing.
  ///
  /// It is not retained: it stays while the caller holds the table's owner.
  @inlinable
  @inline(__always)
  subscript(name: Name) -> Unmanaged<Element>? {
    // Acquiring, here and below: what the writer wrote before it published is seen after.
    guard let header = unsafe newest.load(ordering: .acquiring) else { return nil }
    let mask = unsafe header.pointee.mask
    let slots = unsafe Self.slots(header)
    var index = Self.start(name, mask)
    while true {
      // Ends: a quarter of the slots is always empty.
      guard let element = unsafe slots[index].element.load(ordering: .acquiring) else {
        return nil
      }
      if unsafe slots[index].key == name.key.bits && slots[index].number == name.number {
        return unsafe element
      }
      index = (index &+ 1) & mask
    }
  }

  /// The same, retained.
  func element(of name: Name) -> Element? {
    // Retained by the result before the caller's hold on the owner ends.
    unsafe self[name]?.takeUnretainedValue()
  }

  /// Adds an object, unless there is one of its name already. Returns which stays.
  @discardableResult
  func remember(_ element: Element, as name: Name) -> Element {
    writing.withLock { _ in
      if let present = self.element(of: name) { return present }
      add(element, name)
      return element
    }
  }

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// All that is here, in no order; what has several names, several times.
  var all: [Element] {
    var elements: [Element] = []
    unsafe forEach { _, element in unsafe elements.append(element.takeUnretainedValue()) }
    return elements
  }

  deinit {
    // Nobody reads any more. Every object is in the newest allocation.
    unsafe forEach { _, element in unsafe element.release() }
    var next = unsafe newest.load(ordering: .relaxed)
    while let header = unsafe next {
      unsafe next = header.pointee.previous
      // The slots need no deinitialization: they hold words.
      unsafe UnsafeMutableRawPointer(header).deallocate()
    }
  }
}

// MARK: - Writing

extension NameTable {
  private func add(_ element: Element, _ name: Name) {
    let count = self.count.load(ordering: .relaxed)
    self.count.store(count + 1, ordering: .relaxed)
    var header = unsafe newest.load(ordering: .relaxed)
    let capacity = unsafe header.map { unsafe ($0.pointee.mask + 1) / 4 * 3 } ?? 0
    if count == capacity { unsafe header = grow(header) }
    unsafe Self.put(Unmanaged.passRetained(element), name, into: header!)
  }

  /// Publishes a copy of twice the size.
  private func grow(_ old: UnsafeMutablePointer<Header>?) -> UnsafeMutablePointer<Header> {
    let slotCount = unsafe old.map { unsafe ($0.pointee.mask + 1) * 2 } ?? 4
    let bytes = MemoryLayout<Header>.stride + slotCount * MemoryLayout<Slot>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes,
      alignment: MemoryLayout<Header>.alignment
    )
    let new = unsafe memory.bindMemory(to: Header.self, capacity: 1)
    unsafe new.initialize(to: Header(mask: slotCount - 1, previous: old))
    let slots = unsafe Self.slots(new)
    for index in 0..<slotCount { unsafe (slots + index).initialize(to: Slot()) }
    unsafe forEach { name, element in unsafe Self.put(element, name, into: new) }
    // Releasing: a reader that sees the new table sees what is in it.
    unsafe newest.store(new, ordering: .releasing)
    return unsafe new
  }

  private static func put(
    _ element: Unmanaged<Element>,
    _ name: Name,
    into header: UnsafeMutablePointer<Header>
  ) {
    let mask = unsafe header.pointee.mask
    let slots = unsafe slots(header)
    var index = start(name, mask)
    while unsafe slots[index].element.load(ordering: .relaxed) != nil {
      index = (index + 1) & mask
    }
    unsafe slots[index].key = name.key.bits
    unsafe slots[index].number = name.number
    // Releasing: a reader that sees the object sees its name, and what is in it.
    unsafe slots[index].element.store(element, ordering: .releasing)
  }

  private func forEach(_ body: (Name, Unmanaged<Element>) -> Void) {
    guard let header = unsafe newest.load(ordering: .acquiring) else { return }
    let slots = unsafe Self.slots(header)
    for index in unsafe 0...header.pointee.mask {
      if let element = unsafe slots[index].element.load(ordering: .acquiring) {
        unsafe body(Name(KeyID(bits: unsafe slots[index].key), slots[index].number), element)
      }
    }
  }
}

// MARK: - Layout

extension NameTable {
  @inlinable
  static func slots(_ header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<Slot> {
    // In bounds and aligned: an allocation is a header and then its slots, both of the alignment of
    // a word.
    unsafe UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Slot.self)
  }

  /// The slot to look at first.
  @inlinable
  static func start(_ name: Name, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (name.key.spread &+ UInt64(name.number) &* 0xD6E8_FEB8_6659_FD93) >> 32)
      & mask
  }
}
