import Injection
import TestSupport
import Testing

/// Wrappers that are replaced by what is read through them.
///
/// Such a wrapper may be the last reference to its home, and the home the last one to the value, so
/// a read must hold what it uses.
@Suite(.serialized) struct InjectedReplacingTests {
  @Test(arguments: Position.allCases, [false, true])
  func `a wrapper may be replaced by what is read through it`(position: Position, captures: Bool) {
    for number in 0..<300 {
      let text = "home \(number)"
      let reads = position.readTwice(home: text, captures ? \.capturedText : \.text)
      #expect(reads == [text + text, position.isInHome ? text : "default"])
    }
  }
}

/// The place of a read, as seen from the home of its object.
enum Position: CaseIterable {
  case noScope
  case home
  case inside
  /// Of two scopes side by side, the younger one keeps the values that are seen from both.
  case besideAndYounger
  case besideAndOlder

  /// Whether a wrapper that is made at the place of the read has the same home.
  var isInHome: Bool { self == .home || self == .inside }

  /// Makes objects whose home nothing else holds, and reads one of them twice.
  fileprivate func readTwice(home text: String, _ property: KeyPath<Replaced, String>) -> [String] {
    func read(_ objects: inout [Replaced]) -> [String] {
      // The two scopes meet, and their common view is known from now on.
      _ = objects[0][keyPath: property]
      let object = objects[1]
      objects = []
      Replaced.current.withLock { $0 = object }
      defer { Replaced.current.withLock { $0 = nil } }
      return [object[keyPath: property], object[keyPath: property]]
    }
    switch self {
    case .noScope, .besideAndYounger:
      var objects = withInjected(\.text, text) { Replaced.two }
      return self == .noScope ? read(&objects) : withInjected(\.other, 1) { read(&objects) }
    case .home, .inside:
      return withInjected(\.text, text) {
        var objects = Replaced.two
        return self == .home ? read(&objects) : withInjected(\.other, 1) { read(&objects) }
      }
    case .besideAndOlder:
      return withInjected(\.other, 1) {
        var objects = withInjected(.root) { withInjected(\.text, text) { Replaced.two } }
        return read(&objects)
      }
    }
  }
}

// MARK: - Fixtures

private final class Replaced: @unchecked Sendable {
  // Unchecked: one test at a time uses it, on one thread.
  static let current = Lock<Replaced?>(nil)

  static var two: [Replaced] { [Replaced(), Replaced()] }

  @Injected(\.textAfterReplacing) var text
  @Injected var capturedText: String

  init() {
    let suffix = ""
    _capturedText = Injected { $0.textAfterReplacing + suffix }
  }

  func replace() {
    let suffix = ""
    _text = Injected(\.text)
    _capturedText = Injected { $0.text + suffix }
  }
}

extension InjectedValues {
  /// Read twice after the wrapper was replaced.
  fileprivate var textAfterReplacing: String {
    Replaced.current.withLock { $0 }?.replace()
    return text + text
  }
}
