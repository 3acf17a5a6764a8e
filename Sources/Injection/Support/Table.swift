import Synchronization

/// A table of objects by number. Reads take no lock, writes do, and no object is removed.
///
/// Open addressing with linear probing. A read may run beside a write because
/// - a slot changes once, from empty to one number and object. The object is stored last, so a
///   reader that sees it sees the number;
/// - a full table is replaced by a copy of twice the size. The old one is freed at the end, so a
///   read that still probes it is safe;
/// - an object stays until the end, and a reader holds the owner of the table.
@safe
struct Table<Element: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the addresses; the rules above make them safe.

  @safe private struct Slot: ~Copyable {
    var number: UInt = 0
    let element = unsafe Atomic<Unmanaged<Element>?>(nil)
  }

  /// The head of an allocation. The slots follow it; their count is a power of two.
  @safe private struct Header {
    let mask: Int
    let older: UnsafeMutablePointer<Header>?
  }

  private let newest = unsafe Atomic<UnsafeMutablePointer<Header>?>(nil)
  /// The number of objects. Its lock guards all writes.
  private let count = Lock(0)

  /// Returns the object of a number, which stays while the caller holds the table's owner.
  ///
  /// O(1), without a lock or an allocation.
  @inline(__always)
  subscript(number: UInt) -> Unretained<Element>? {
    // Acquiring: a reader that sees an allocation, or an object below, sees its contents.
    guard let header = unsafe newest.load(ordering: .acquiring) else { return nil }
    return unsafe Self.find(number, in: header).element.map { unsafe Unretained($0) }
  }

  /// The same, retained.
  func object(of number: UInt) -> Element? { self[number]?.object }

  /// Adds an object, unless there is one with this number. Returns the one that stays.
  func insert(_ element: Element, as number: UInt) -> Element {
    count.withLock { count in
      if let known = object(of: number) { return known }
      var header = unsafe newest.load(ordering: .relaxed)
      if unsafe header == nil || count >= (header!.pointee.mask + 1) / 4 * 3 {
        unsafe header = grow(header)
      }
      unsafe Self.put(.passRetained(element), as: number, in: header!)
      count += 1
      return element
    }
  }

  deinit {
    // Relaxed: no other thread uses this anymore. The newest allocation has all objects.
    var next = unsafe newest.load(ordering: .relaxed)
    if let header = unsafe next { unsafe Self.forEach(in: header) { unsafe $1.release() } }
    while let header = unsafe next {
      unsafe next = header.pointee.older
      unsafe UnsafeMutableRawPointer(header).deallocate()
    }
  }

  /// All objects, in no order.
  var all: [Element] {
    var all: [Element] = []
    guard let header = unsafe newest.load(ordering: .acquiring) else { return [] }
    unsafe Self.forEach(in: header) { unsafe all.append($1.takeUnretainedValue()) }
    return all
  }

  /// Publishes a copy of twice the size.
  private func grow(_ old: UnsafeMutablePointer<Header>?) -> UnsafeMutablePointer<Header> {
    let count = unsafe old.map { unsafe ($0.pointee.mask + 1) * 2 } ?? 4
    let new = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Header>.stride + count * MemoryLayout<Slot>.stride,
      alignment: MemoryLayout<Header>.alignment
    ).bindMemory(to: Header.self, capacity: 1)
    unsafe new.initialize(to: Header(mask: count - 1, older: old))
    for index in 0..<count { unsafe (Self.slots(new) + index).initialize(to: Slot()) }
    if let old = unsafe old {
      unsafe Self.forEach(in: old) { unsafe Self.put($1, as: $0, in: new) }
    }
    unsafe newest.store(new, ordering: .releasing)
    return unsafe new
  }

  private static func put(
    _ element: Unmanaged<Element>,
    as number: UInt,
    in header: UnsafeMutablePointer<Header>
  ) {
    let slot = unsafe find(number, in: header).slot
    unsafe slot.pointee.number = number
    // Releasing: a reader that sees the object sees its number and its contents.
    unsafe slot.pointee.element.store(element, ordering: .releasing)
  }

  /// The slot of a number and its object, or the empty slot for it. The search ends, since some
  /// slots stay empty.
  @inline(__always)
  private static func find(
    _ number: UInt,
    in header: UnsafeMutablePointer<Header>
  ) -> (slot: UnsafeMutablePointer<Slot>, element: Unmanaged<Element>?) {
    let mask = unsafe header.pointee.mask
    var index = Int(truncatingIfNeeded: number.spread >> 32) & mask
    while true {
      let slot = unsafe slots(header) + index
      // Loaded once, since another thread may fill an empty slot.
      let element = unsafe slot.pointee.element.load(ordering: .acquiring)
      if unsafe element == nil || slot.pointee.number == number { return unsafe (slot, element) }
      index = (index &+ 1) & mask
    }
  }

  /// In bounds and aligned: header and slots have the alignment of a word.
  private static func slots(_ header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<Slot> {
    unsafe UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Slot.self)
  }

  private static func forEach(
    in header: UnsafeMutablePointer<Header>,
    _ body: (UInt, Unmanaged<Element>) -> Void
  ) {
    for index in unsafe 0...header.pointee.mask {
      let slot = unsafe slots(header) + index
      if let element = unsafe slot.pointee.element.load(ordering: .acquiring) {
        unsafe body(slot.pointee.number, element)
      }
    }
  }
}
