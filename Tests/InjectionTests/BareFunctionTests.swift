import Synchronization
import Testing

@testable import Injection

@Suite struct BareFunctionTests {
  @Test func `a function that captures nothing is kept as its address`() throws {
    let bare = try #require(BareFunction<InjectionContext> { $0.context })
    #expect(bare.function(.current) == InjectedValues.current.context)
    #expect(MemoryLayout.size(ofValue: bare) == MemoryLayout<UInt>.size)
  }

  @Test func `values of all sizes come back whole`() throws {
    #expect(try #require(BareFunction<Void> { _ in () }).function(.current) == ())
    #expect(try #require(BareFunction<UInt8> { _ in 7 }).function(.current) == 7)
    let long = try #require(BareFunction<[String]> { _ in ["a", "b"] })
    #expect(long.function(.current) == ["a", "b"])
    let wide = try #require(BareFunction<Wide> { _ in Wide() })
    #expect(wide.function(.current) == Wide())
    let existential = try #require(BareFunction<any Error & Sendable> { _ in CancellationError() })
    #expect(existential.function(.current) is CancellationError)
  }

  @Test func `a function that captures something is none`() {
    let number = Int.random(in: 0..<10)
    #expect(BareFunction<Int> { _ in number } == nil)
    let path: any KeyPath<InjectedValues, InjectionContext> & Sendable = \.context
    #expect(BareFunction { $0[keyPath: path] } == nil)
  }

  @Test func `a property holds its home, whatever its function captures`() {
    let number = Int.random(in: 0..<10)
    let (bare, capturing) = withInjected("home") { _ in
    } operation: {
      (
        Injected { $0.scope?.name },
        Injected { values in "\(values.scope?.name ?? "none") \(number)" }
      )
    }
    #expect(bare.wrappedValue == "home")
    #expect(capturing.wrappedValue == "home \(number)")
  }
}

// A read holds the home for as long as it takes.
extension BareFunctionTests {
  @Test func `a wrapper may be replaced by what is read through it`() {
    for number in 0..<1_000 {
      let object = withInjected(\.text, "home \(number)") { Replaced() }
      Replaced.current.withLock { $0 = object }
      // The wrapper was all that held its home, and the home the value.
      #expect(object.text == "home \(number)")
      #expect(object.text == "default")
    }
    Replaced.current.withLock { $0 = nil }
  }
}

// MARK: - Fixtures

private final class Replaced: @unchecked Sendable {
  // Unchecked: one test uses it, on one thread.
  static let current = Mutex<Replaced?>(nil)
  @Injected(\.textAfterReplacing) var text

  func replace() { _text = Injected(\.text) }
}

extension InjectedValues {
  private enum TextKey: InjectionKey { static var defaultValue: String { "default" } }
  fileprivate var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }
  fileprivate var textAfterReplacing: String {
    Replaced.current.withLock { $0 }?.replace()
    return self[TextKey.self]
  }
}

private struct Wide: Equatable {
  var first = 1
  var second = "two"
  var third: [Int] = [3]
  var fourth = 4.0
  var fifth: Int?
}
