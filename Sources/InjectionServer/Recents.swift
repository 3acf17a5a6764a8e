/// A table of values by identifier, in the order of their last use. Each operation is O(1).
///
/// Removing a value returns it with its identifier, so that a caller can release both after its
/// lock.
//
// Its use is inlined: generic code that isn't specialized takes thousands of instructions.
@usableFromInline
struct Recents<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline var entries = [ID: (slot: Int, value: Value)]()
  private var ids: [ID?] = [nil]
  @usableFromInline var order = Order()
  var limit: Int

  init(limit: Int) {
    if limit <= 0 { fatalError("The limit must be positive (was \(limit))") }
    self.limit = limit
  }

  /// The value of an identifier, which becomes the newest.
  @inlinable
  mutating func use(_ id: ID) -> Value? {
    guard let entry = entries[id] else { return nil }
    order.use(entry.slot)
    return entry.value
  }

  /// Adds a value as the newest, for an identifier without one.
  mutating func insert(_ value: Value, for id: ID) {
    let slot = order.newSlot()
    if slot == ids.count { ids.append(id) } else { ids[slot] = id }
    entries[id] = (slot, value)
    order.add(slot)
  }

  mutating func remove(_ id: ID) -> (id: ID, value: Value)? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    order.remove(entry.slot)
    order.free.append(entry.slot)
    return (ids[entry.slot].take()!, entry.value)
  }

  /// Removes the oldest value if there are more than the limit.
  mutating func removeExcess() -> (id: ID, value: Value)? {
    guard entries.count > limit, let oldest = ids[order.oldest] else { return nil }
    return remove(oldest)
  }
}

/// Slots from the oldest to the newest: a ring in which the slot 0 lies between both.
@usableFromInline
struct Order: Sendable {
  private var older = [0]
  private var newer = [0]
  /// Slots to use again.
  var free: [Int] = []

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

  mutating func add(_ slot: Int) {
    (older[slot], newer[slot]) = (older[0], 0)
    newer[older[0]] = slot
    older[0] = slot
  }

  mutating func remove(_ slot: Int) {
    newer[older[slot]] = newer[slot]
    older[newer[slot]] = older[slot]
    // Removing it again changes nothing.
    (older[slot], newer[slot]) = (slot, slot)
  }
}
