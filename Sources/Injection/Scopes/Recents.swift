/// Values by an identifier, in the order of their use: each operation is O(1).
///
/// What is removed is returned with its identifier, so that both can go after a lock.
struct Recents<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Element = (id: ID, value: Value)

  private struct Node: Sendable {
    /// `nil` where there is none any more, and at the end of the ring.
    var element: Element?
    var older = 0
    var newer = 0
  }

  /// A ring by indices: the node at 0 lies between the newest and the oldest.
  private var nodes = [Node()]
  /// Where nodes are free.
  private var free: [Int] = []
  private var indices: [ID: Int] = [:]

  var count: Int { indices.count }

  /// The value of an identifier, which is the newest from now on.
  mutating func use(_ id: ID) -> Value? {
    guard let index = indices[id] else { return nil }
    unlink(index)
    link(index)
    return nodes[index].element?.value
  }

  /// Adds a value as the newest, of an identifier that has none.
  mutating func insert(_ value: Value, for id: ID) {
    let index = free.popLast() ?? nodes.count
    if index == nodes.count { nodes.append(Node()) }
    nodes[index].element = (id, value)
    indices[id] = index
    link(index)
  }

  mutating func remove(_ id: ID) -> Element? {
    guard let index = indices.removeValue(forKey: id) else { return nil }
    unlink(index)
    free.append(index)
    return nodes[index].element.take()
  }

  mutating func removeOldest() -> Element? {
    nodes[nodes[0].newer].element.flatMap { remove($0.id) }
  }

  private mutating func link(_ index: Int) {
    let newest = nodes[0].older
    (nodes[index].older, nodes[index].newer) = (newest, 0)
    nodes[newest].newer = index
    nodes[0].older = index
  }

  private mutating func unlink(_ index: Int) {
    let (older, newer) = (nodes[index].older, nodes[index].newer)
    nodes[older].newer = newer
    nodes[newer].older = older
  }
}
