/// Elements of which there are mostly none or one: then they need no memory of their own.
struct Few<Element> {
  private var first: Element?
  // Optional, since to hand on an empty array counts references.
  private var others: [Element]?

  init(_ element: Element? = nil) {
    first = element
  }

  var isEmpty: Bool { first == nil }
  var count: Int { isEmpty ? 0 : 1 + (others?.count ?? 0) }

  subscript(index: Int) -> Element {
    _read { if index == 0 { yield first! } else { yield others![index - 1] } }
  }

  mutating func append(_ element: Element) {
    if isEmpty {
      first = element
    } else {
      others = (others ?? []) + [element]
    }
  }

  // All by index, since an iterator counts references.

  var indices: Range<Int> { 0..<count }

  func contains(where isMatch: (Element) -> Bool) -> Bool {
    for index in indices where isMatch(self[index]) { return true }
    return false
  }

  func allSatisfy(_ isMatch: (Element) -> Bool) -> Bool { !contains { !isMatch($0) } }

  func elementsEqual<Other>(_ other: Few<Other>, by isEqual: (Element, Other) -> Bool) -> Bool {
    count == other.count && indices.allSatisfy { isEqual(self[$0], other[$0]) }
  }
}

extension Few: Sendable where Element: Sendable {}

extension Few where Element: Equatable {
  func contains(_ element: Element) -> Bool { contains { $0 == element } }

  /// Adds an element, unless it is there.
  mutating func insert(_ element: Element) {
    if !contains(element) { append(element) }
  }
}
