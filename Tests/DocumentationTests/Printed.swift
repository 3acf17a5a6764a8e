import Synchronization

/// What the snippets of a page print: a page's test has a `print` of its own that calls `add`.
final class Printed: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: Any) {
    let line = "\(line)"
    lines.withLock { $0.append(line) }
  }

  /// What was printed since this was asked last.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
