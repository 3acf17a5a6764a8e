import Testing

@testable import Injection

// That values of all kinds come back from both: `ValueKindsTests`.
@Suite struct BareFunctionTests {
  @Test func `a function is kept as its address, unless it captures something`() {
    let number = Int.random(in: 0..<10)
    let path: any KeyPath<InjectedValues, InjectionContext> & Sendable = \.context
    #expect(Injected { $0.context }.bare != nil)
    #expect(Injected { values in "\(values.context) \(number)" }.bare == nil)
    #expect(Injected { $0[keyPath: path] }.bare == nil)
  }
}
