import Synchronization

/// Notes of a test, from any task or thread.
public final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  public init() {}
  public var all: [Element] { elements.withLock { $0 } }
  public func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
