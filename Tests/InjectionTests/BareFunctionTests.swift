import Testing

@testable import Injection

@Suite struct BareFunctionTests {
  @Test func `a function that captures nothing is kept as its address`() throws {
    let bare = try #require(BareFunction<InjectionContext> { $0.context })
    #expect(bare.function(.current) == InjectedValues.current.context)
    #expect(MemoryLayout.size(ofValue: bare) == MemoryLayout<UInt>.size)
  }

  @Test func `values of all sizes come back whole from bare functions`() throws {
    #expect(try #require(BareFunction<Void> { _ in () }).function(.current) == ())
    #expect(try #require(BareFunction<UInt8> { _ in 7 }).function(.current) == 7)
    let wide = try #require(BareFunction<(Int, String, [Int], Double)> { _ in (1, "a", [2], 3) })
    #expect(wide.function(.current) == (1, "a", [2], 3))
    let existential = try #require(BareFunction<any Error & Sendable> { _ in CancellationError() })
    #expect(existential.function(.current) is CancellationError)
  }

  @Test func `a function that captures something is no bare function`() {
    let number = Int.random(in: 0..<10)
    #expect(BareFunction<Int> { _ in number } == nil)
    let path: any KeyPath<InjectedValues, InjectionContext> & Sendable = \.context
    #expect(BareFunction { $0[keyPath: path] } == nil)
  }

  @Test func `a property holds its home, whatever its function captures`() {
    let number = Int.random(in: 0..<10)
    let (bare, capturing) = withInjected(named: "home") { _ in
    } operation: {
      (
        Injected { $0.viewpoint?.asScope?.name },
        Injected { values in "\(values.viewpoint?.asScope?.name ?? "none") \(number)" }
      )
    }
    #expect(bare.wrappedValue == "home")
    #expect(capturing.wrappedValue == "home \(number)")
  }
}
