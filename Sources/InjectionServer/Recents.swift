public import Synchronization

/// A table of values by identifier, in the order of their last use.
///
/// An identifier's `==` and `hash(into:)` may run any code, and a table is used under a lock. So
/// the table knows hashes only: it returns all items of a hash, mostly one, which the caller
/// compares after its lock. What is removed is returned, since releasing it may run any code, too.
//
// Its use is inlined: generic code that isn't specialized takes thousands of instructions.
@usableFromInline
struct Recents<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  final class Item: @unchecked Sendable {
    // Unchecked because of the value of some, which changes under the table's lock.

    // Relaxed: these change under the table's lock, too. Atomic, since the accesses to a variable
    // of an object are checked when the program runs.
    @usableFromInline let storedSlot = Atomic(0)
    @usableFromInline let uses = Atomic(0)
    fileprivate let hash: Int
    @usableFromInline let id: ID
    @usableFromInline var value: Value

    init(_ value: Value, for id: ID, hash: Int) {
      (self.id, self.value, self.hash) = (id, value, hash)
    }

    /// The place in the order of use; 0 if this isn't in the table.
    @usableFromInline fileprivate(set) var slot: Int {
      @inlinable get { storedSlot.load(ordering: .relaxed) }
      set { storedSlot.store(newValue, ordering: .relaxed) }
    }

    /// Whether operations run with this item. Then it has no place in the order of use.
    var isUsed: Bool { uses.load(ordering: .relaxed) > 0 }
  }

  /// A value that is being made.
  final class Opening: Sendable {
    let id: ID
    fileprivate let hash: Int
    fileprivate init(_ id: ID, hash: Int) { (self.id, self.hash) = (id, hash) }
  }

  /// The first item of each hash, and further ones, of which there are mostly none.
  @usableFromInline var firsts = [Int: Item]()
  @usableFromInline var further = [Int: [Item]]()
  @usableFromInline private(set) var slots: [Item?] = [nil]
  @usableFromInline var order = Order()
  @usableFromInline var limit: Int
  private var openings: [Opening] = []

  init(limit: Int) {
    if limit <= 0 { fatalError("The limit must be positive (was \(limit))") }
    self.limit = limit
  }

  /// The items of a hash.
  @inlinable
  subscript(hash: Int) -> (first: Item?, further: [Item]) {
    guard let first = firsts[hash] else { return (nil, []) }
    return (first, further.isEmpty ? [] : further[hash] ?? [])
  }

  func all(_ hash: Int) -> [Item] {
    let (first, further) = self[hash]
    return (first.map { [$0] } ?? []) + further
  }

  /// Notes that a value for an identifier is being made.
  mutating func beginOpening(_ id: ID, hash: Int) -> Opening {
    let opening = Opening(id, hash: hash)
    openings.append(opening)
    return opening
  }

  mutating func end(_ opening: Opening) { openings.removeAll { $0 === opening } }

  /// Whether an opening hasn't ended, nor been removed.
  func contains(_ opening: Opening) -> Bool { openings.contains { $0 === opening } }

  /// What is being made for identifiers with this hash.
  func openings(_ hash: Int) -> [Opening] { openings.filter { $0.hash == hash } }

  /// Adds an item as the newest, if the caller has compared all items of its hash. Returns the
  /// others.
  mutating func insert(_ item: Item, besides known: [Item]) -> [Item] {
    let others = all(item.hash).filter { other in !known.contains { $0 === other } }
    if !others.isEmpty { return others }
    item.slot = order.newSlot()
    if item.slot == slots.count { slots.append(item) } else { slots[item.slot] = item }
    if firsts[item.hash] == nil {
      firsts[item.hash] = item
    } else {
      further[item.hash, default: []].append(item)
    }
    order.add(item.slot)
    return []
  }

  /// Begins to use an item. Returns whether it is in the table.
  @inlinable
  mutating func use(_ item: Item) -> Bool {
    if item.slot == 0 { return false }
    order.remove(item.slot)
    item.uses.store(item.uses.load(ordering: .relaxed) + 1, ordering: .relaxed)
    return true
  }

  /// Ends the use of an item. Returns whether it isn't used any more.
  @inlinable
  mutating func end(_ item: Item) -> Bool {
    let uses = item.uses.load(ordering: .relaxed) - 1
    item.uses.store(uses, ordering: .relaxed)
    if uses == 0, item.slot > 0 { order.add(item.slot) }
    return uses == 0
  }

  /// Removes an item, which the caller holds. Returns whether it was there.
  @discardableResult
  mutating func remove(_ item: Item) -> Bool {
    if item.slot == 0 { return false }
    let others = all(item.hash).filter { $0 !== item }
    firsts[item.hash] = others.first
    further[item.hash] = others.count > 1 ? Array(others.dropFirst()) : nil
    slots[item.slot] = nil
    order.remove(item.slot)
    order.free.append(item.slot)
    item.slot = 0
    return true
  }

  /// Whether there are more items than the limit.
  @inlinable var hasExcess: Bool { slots.count - 1 - order.free.count > limit }

  /// Removes all items. Returns the table as it was.
  mutating func removeAll() -> Self {
    for item in slots { item?.slot = 0 }
    defer { self = Recents(limit: limit) }
    return self
  }

  /// Removes the oldest item if there are more than the limit.
  mutating func removeExcess() -> Item? {
    guard hasExcess, let oldest = slots[order.oldest] else { return nil }
    remove(oldest)
    return oldest
  }
}

/// Slots from the oldest to the newest: a ring in which the slot 0 lies between both.
@usableFromInline
struct Order: Sendable {
  private var older = [0]
  private var newer = [0]
  /// Slots to use again.
  @usableFromInline var free: [Int] = []

  /// 0 where there is none.
  var oldest: Int { newer[0] }

  mutating func newSlot() -> Int {
    if let slot = free.popLast() { return slot }
    older.append(0)
    newer.append(0)
    return newer.count - 1
  }

  @usableFromInline
  mutating func use(_ slot: Int) {
    remove(slot)
    add(slot)
  }

  @usableFromInline
  mutating func add(_ slot: Int) {
    (older[slot], newer[slot]) = (older[0], 0)
    newer[older[0]] = slot
    older[0] = slot
  }

  @usableFromInline
  mutating func remove(_ slot: Int) {
    newer[older[slot]] = newer[slot]
    older[newer[slot]] = older[slot]
    // Removing it again changes nothing.
    (older[slot], newer[slot]) = (slot, slot)
  }
}
