/// A table of objects by identifier. It takes no lock, and no object is removed.
struct Table<Element: AnyObject & Sendable>: ~Copyable, Sendable {
  private let root = AtomicReference<Node>()

  /// Returns the object of an id, which stays while the caller holds the table's owner.
  ///
  /// O(log n) on average, without a lock or an allocation.
  @inline(__always)
  subscript(id: UInt) -> Unretained<Element>? {
    var hash = id.spread
    var next = root.unretained
    while let node = next {
      // Safe: the node holds it.
      if node.use({ $0.id == id }) { return node.use { unsafe Unretained(element($0)) } }
      next = node.use { $0.next(hash) }
      hash <<= 2
    }
    return nil
  }

  /// The same, retained.
  func object(of id: UInt) -> Element? { self[id]?.object }

  /// Adds an object, unless there is one with this id. Returns the one that stays.
  func insert(_ element: Element, as id: UInt) -> Unretained<Element> {
    let new = Node(id, element)
    var hash = id.spread
    var node = root.set(new)
    // This ends, since different ids have different hashes.
    while node.use({ $0.id != id }) {
      node = node.use { $0.use(hash) { $0.set(new) } }
      hash <<= 2
    }
    // Safe: the node holds it.
    return node.use { unsafe Unretained(self.element($0)) }
  }

  /// All objects, in no order.
  @inline(never) var all: [Element] {
    var all: [Element] = []
    root.value?.visit { all.append(element($0)) }
    return all
  }

  // Safe: the table's nodes have such elements.
  private func element(_ node: Node) -> Element {
    unsafe unsafeDowncast(node.element, to: Element.self)
  }
}

/// An object of a table, and those whose hashes begin with the same bits: two more at each step, so
/// that a path has at most 33 nodes.
//
// Not generic: how a generic object is freed isn't specialized.
private final class Node: Sendable {
  let id: UInt
  let element: any AnyObject & Sendable
  private let next0 = AtomicReference<Node>()
  private let next1 = AtomicReference<Node>()
  private let next2 = AtomicReference<Node>()
  private let next3 = AtomicReference<Node>()

  init(_ id: UInt, _ element: any AnyObject & Sendable) { (self.id, self.element) = (id, element) }

  @inline(__always)
  func next(_ hash: UInt64) -> Unretained<Node>? { use(hash) { $0.unretained } }

  @inline(__always)
  func use<Result>(_ hash: UInt64, _ body: (borrowing AtomicReference<Node>) -> Result)
    -> Result
  {
    switch hash >> 62 {
    case 0: body(next0)
    case 1: body(next1)
    case 2: body(next2)
    default: body(next3)
    }
  }

  func visit(_ body: (Node) -> Void) {
    body(self)
    for hash: UInt64 in 0...3 { next(hash << 62)?.use { $0.visit(body) } }
  }
}
