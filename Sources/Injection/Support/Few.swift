/// Elements of which there are mostly none or one: then they need no memory of their own.
struct Few<Element> {
  private var first: Element?
  // Optional, since to hand on an empty array counts references.
  private var others: [Element]?

  init() {}

  init(_ element: Element) {
    first = element
  }

  mutating func append(_ element: Element) {
    if first == nil {
      first = element
    } else {
      others = (others ?? []) + [element]
    }
  }
}

extension Few: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : 1 + (others?.count ?? 0) }
  subscript(index: Int) -> Element {
    _read { if index == 0 { yield first! } else { yield others![index - 1] } }
  }
}

extension Few: Sendable where Element: Sendable {}

extension Few where Element: Equatable {
  /// Adds an element, unless it is there.
  mutating func insert(_ element: Element) {
    if !contains(element) { append(element) }
  }
}
