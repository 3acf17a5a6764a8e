import Injection
import InjectionMacros
import Synchronization
import Testing

/// Wrappers that are replaced by what is read through them.
///
/// Such a wrapper may be all that holds its home, and the home all that holds the value: what a
/// read uses must stay for as long as it takes.
@Suite(.serialized) struct InjectedReplacingTests {
  @Test(arguments: Position.allCases)
  func `a wrapper may be replaced by what is read through it`(position: Position) {
    for number in 0..<300 {
      let text = "home \(number)"
      position.read(home: text, \.text) {
        #expect($0 == text + text)
      } then: {
        #expect($0 == position.textWhereRead(text))
      }
    }
  }

  @Test(arguments: Position.allCases)
  func `so may one whose function captures something`(position: Position) {
    for number in 0..<300 {
      let text = "home \(number)"
      position.read(home: text, \.capturedText) {
        #expect($0 == text + text)
      } then: {
        #expect($0 == position.textWhereRead(text))
      }
    }
  }
}

/// Where a read is, as seen from the home of the object it is made of.
enum Position: CaseIterable {
  case noScope
  case home
  case inside
  /// Of two scopes beside each other, the younger one keeps what is seen from one over the other.
  case besideAndYounger
  case besideAndOlder

  /// Makes objects whose home nothing else holds, and reads one of them twice.
  fileprivate func read(
    home text: String,
    _ property: KeyPath<Replaced, String>,
    first: (String) -> Void,
    then second: (String) -> Void
  ) {
    func read(_ objects: inout [Replaced]) {
      // The two scopes meet: from now on, what they see is known.
      _ = objects[0][keyPath: property]
      let object = objects[1]
      objects = []
      Replaced.current.withLock { $0 = object }
      first(object[keyPath: property])
      second(object[keyPath: property])
      Replaced.current.withLock { $0 = nil }
    }
    switch self {
    case .noScope:
      var objects = withInjected(\.text, text) { Replaced.two }
      read(&objects)
    case .home:
      withInjected(\.text, text) {
        var objects = Replaced.two
        read(&objects)
      }
    case .inside:
      withInjected(\.text, text) {
        var objects = Replaced.two
        withInjected(\.other, 1) { read(&objects) }
      }
    case .besideAndYounger:
      var objects = withInjected(\.text, text) { Replaced.two }
      withInjected(\.other, 1) { read(&objects) }
    case .besideAndOlder:
      withInjected(\.other, 1) {
        // Ages are counted from the first meeting on.
        let other = detached(\.text, "other") { Replaced.two }
        _ = other[0].text
        var objects = detached(\.text, text) { Replaced.two }
        read(&objects)
      }
    }
  }

  /// What a wrapper sees that is made where the read is.
  fileprivate func textWhereRead(_ home: String) -> String {
    switch self {
    case .home, .inside: home
    case .noScope, .besideAndYounger, .besideAndOlder: "default"
    }
  }
}

/// Makes something in a scope that does not lie inside the current one.
private func detached<Value, Result>(
  _ property: WritableKeyPath<InjectedValues, Value>,
  _ value: Value,
  make: () -> Result
) -> Result {
  withInjected(Replaced.outside) { withInjected(property, value, operation: make) }
}

// MARK: - Fixtures

private final class Replaced: @unchecked Sendable {
  // Unchecked: one test at a time uses it, on one thread.
  static let current = Mutex<Replaced?>(nil)

  /// Values outside all scopes.
  static let outside = InjectedValues.current

  static var two: [Replaced] { [Replaced(), Replaced()] }

  @Injected(\.textAfterReplacing) var text
  @Injected var capturedText: String

  init() {
    let suffix = ""
    _capturedText = Injected { $0.textAfterReplacing + suffix }
  }

  func replace() {
    _text = Injected(\.text)
    let suffix = ""
    _capturedText = Injected { $0.text + suffix }
  }
}

extension InjectedValues {
  private enum TextKey: InjectionKey { static var defaultValue: String { "default" } }
  fileprivate var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }
  /// Read twice after the wrapper was replaced.
  fileprivate var textAfterReplacing: String {
    Replaced.current.withLock { $0 }?.replace()
    return self[TextKey.self] + self[TextKey.self]
  }

  @Injectable fileprivate var other: Int = 0
}
