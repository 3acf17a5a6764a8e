import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Overrides through a key path. A key whose default stops the process shows that none is built.
struct InjectedValuesKeyPathTests {
  @Test func `an override does not build the default that it replaces, whatever its type`() async {
    await withInjected(\.trap, 2) {
      await Task.yield()
      withInjected({ $0.trap = 3 }) { #expect(InjectedValues.current.trap == 3) }
    }
    withInjected(\.trap, 2) { #expect(InjectedValues.current.trap == 2) }
    let object = Object()
    withInjected(\.trapObject, object) { #expect(InjectedValues.current.trapObject === object) }
    withInjected(\.trapShape, Circle()) { #expect(InjectedValues.current.trapShape is Circle) }
    let five: @Sendable () -> Int = { 5 }
    withInjected(\.trapClosure, five) { #expect(InjectedValues.current.trapClosure() == 5) }
    withInjected(\.trapMaybe, nil) { #expect(InjectedValues.current.trapMaybe == nil) }
    withInjected(\.trapMaybe, "some") { #expect(InjectedValues.current.trapMaybe == "some") }
  }

  @Test func `an override through a key path that is no literal builds no default`() {
    for path in [\InjectedValues.trap, \InjectedValues.[trap: 1]] {
      withInjected(path, 3) { #expect(InjectedValues.current[keyPath: path] == 3) }
    }
    for index in 0..<1_500 {
      withInjected(\.[trap: index], 1) { #expect(InjectedValues.current.trap == 1 + index) }
    }
  }

  @Test func `a draft that is set through a key path builds no default`() {
    // As traits do.
    let path = \InjectedValues.trap
    var values = InjectedValues(Scope(in: nil, rootOf: Container(.test), at: .unknown))
    values.assign(3, to: path)
    #expect(values.trap == 3)
    values.assign(4, to: path)
    withInjected(values) { #expect(InjectedValues.current.trap == 4) }
  }

  @Test func `a member is overridden in the value that is there`() {
    withInjected(\.config.timeout, 2) {
      withInjected(\.config.retries, 9) {
        let config = InjectedValues.current.config
        #expect(config.timeout == 2 && config.retries == 9)
      }
      #expect(InjectedValues.current.config.retries == 3)
    }
  }

  @Test func `a property of several keys keeps what isn't set`() {
    withInjected(\.range.upper, 9) {
      #expect(InjectedValues.current.lower == 1 && InjectedValues.current.upper == 9)
    }
    withInjected(\.prefixed, "b") { #expect(InjectedValues.current.suffix == "ab") }
    // As traits do, after another change.
    var values = InjectedValues(Scope(in: nil, rootOf: Container(.test), at: .unknown))
    values.lower = 3
    values.assign(9, to: \.range.upper)
    #expect(values.lower == 3 && values.upper == 9)
  }

  @Test func `a setter that reads its own key or another one sees what is there`() {
    withInjected(\.number, 5) {
      withInjected(\.added, 2) { #expect(InjectedValues.current.number == 7) }
      withInjected(\.titled, "new") { #expect(InjectedValues.current.title == "new, was 5") }
    }
  }

  @Test func `a getter that reads its key twice builds no default, either`() {
    for path in [\InjectedValues.twice, \InjectedValues.[trap: 0]] {
      withInjected(path, 3) { #expect(InjectedValues.current.trap == 3) }
    }
  }

  @Test func `one override opens one scope`() {
    let before = InjectedValues.current.layer()
    withInjected(\.number, 1) {
      let scope = InjectedValues.current.layer()
      #expect(scope.allOverrides.all.count == 1 && scope.chain.dropFirst().first === before)
    }
  }
}

// MARK: - Fixtures

private protocol Shape: Sendable {}
private struct Circle: Shape {}

private final class Object: Sendable {}

/// The default of a key that must not be built.
private func unbuilt<Value>() -> Value { fatalError("built") }

extension InjectedValues {
  @Injectable fileprivate var trap: Int = unbuilt()
  @Injectable fileprivate var trapObject: Object = unbuilt()
  @Injectable fileprivate var trapShape: any Shape = unbuilt()
  @Injectable fileprivate var trapClosure: @Sendable () -> Int = unbuilt()
  @Injectable fileprivate var trapMaybe: String? = unbuilt()
  @Injectable fileprivate var title: String = unbuilt()

  fileprivate subscript(trap offset: Int) -> Int {
    get { trap - offset }
    set { trap = newValue + offset }
  }
  @Injectable fileprivate var lower: Int = 1
  @Injectable fileprivate var upper: Int = 5
  @Injectable fileprivate var prefix: String = "a"
  @Injectable fileprivate var suffix: String = unbuilt()

  fileprivate var range: (lower: Int, upper: Int) {
    get { (lower, upper) }
    set { (lower, upper) = newValue }
  }
  fileprivate var prefixed: String {
    get { "" }
    set { suffix = prefix + newValue }
  }
  fileprivate var twice: Int {
    get { max(trap, trap) }
    set { trap = newValue }
  }
  fileprivate var added: Int {
    get { 0 }
    set { number += newValue }
  }
  fileprivate var titled: String {
    get { title }
    set { title = "\(newValue), was \(number)" }
  }
}
