import Injection

/// Notes of a test, from any task or thread.
public final class Log<Element: Sendable>: Sendable {
  // No mutex of the standard library: on Linux the thread sanitizer doesn't see it.
  private let elements = Lock<[Element]>([])
  public init() {}
  public var all: [Element] { elements.withLock { $0 } }
  public func add(_ element: Element) { elements.withLock { $0.append(element) } }
  /// Takes all out, and returns them.
  public func removeAll() -> [Element] {
    elements.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
