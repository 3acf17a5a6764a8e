import Injection
import Synchronization
import Testing

@Suite struct KeyPathOverrideTests {
  @Test func `an override through a key path does not build the default`() {
    withTestScope {
      withInjected(\.costly, "cheap") {
        #expect(InjectedValues.current.costly == "cheap")
        withInjected(\.costly, "cheaper") { #expect(InjectedValues.current.costly == "cheaper") }
      }
      #expect(InjectedValues.current.builds.value.withLock { $0 } == 0)
    }
  }

  @Test func `an override of a member builds the value that has it`() {
    withTestScope {
      withInjected(\.nested.depth, 5) {
        #expect(InjectedValues.current.nested.depth == 5)
        #expect(InjectedValues.current.nested.name == "root")
      }
    }
  }

  // The getter's value and the member have one type.
  @Test func `a member of its parent's own type is a member`() {
    withTestScope {
      withInjected(\.nested.copy, Nested(name: "inner")) {
        #expect(InjectedValues.current.nested.name == "root")
        #expect(InjectedValues.current.nested.copy.name == "inner")
      }
    }
  }

  @Test func `a property that changes what it is given goes on doing so`() {
    withTestScope {
      withInjected(\.lowercased, "LOUD") {
        #expect(InjectedValues.current.costly == "loud")
        #expect(InjectedValues.current.lowercased == "loud")
      }
    }
  }

  @Test func `a setter sees the values that it reads, and not the one to come`() {
    withTestScope {
      withInjected(\.both, "new") {
        #expect(InjectedValues.current.costly == "new, was Mr")
      }
    }
  }

  @Test func `a property that a subscript stands for can be overridden`() {
    withTestScope {
      withInjected(\.["a"], "new") {
        #expect(InjectedValues.current["a"] == "new")
        #expect(InjectedValues.current["b"] == "-")
      }
    }
  }
}

private final class Builds: Sendable {
  let value = Mutex(0)
}

private struct Nested: Sendable {
  var name = "root"
  var depth = 0
  private var inner: [Nested] = []
  var copy: Nested {
    get { inner.first ?? Nested() }
    set { inner = [newValue] }
  }

  init(name: String = "root") { self.name = name }
}

extension InjectedValues {
  private enum BuildsKey: InjectionKey {
    static var defaultValue: Builds { Builds() }
  }
  fileprivate var builds: Builds { self[BuildsKey.self] }

  private enum CostlyKey: InjectionKey {
    static var defaultValue: String {
      InjectedValues.current.builds.value.withLock { $0 += 1 }
      return "costly"
    }
  }
  fileprivate var costly: String {
    get { self[CostlyKey.self] }
    set { self[CostlyKey.self] = newValue }
  }

  fileprivate var lowercased: String {
    get { self[CostlyKey.self].uppercased().lowercased() }
    set { self[CostlyKey.self] = newValue.lowercased() }
  }

  private enum TitleKey: InjectionKey {
    static var defaultValue: String { "Mr" }
  }
  fileprivate var both: String {
    get { self[CostlyKey.self] }
    set { self[CostlyKey.self] = "\(newValue), was \(self[TitleKey.self])" }
  }

  private enum NestedKey: InjectionKey {
    static var defaultValue: Nested { Nested() }
  }
  fileprivate var nested: Nested {
    get { self[NestedKey.self] }
    set { self[NestedKey.self] = newValue }
  }

  private enum NamesKey: InjectionKey {
    static var defaultValue: [String: String] { [:] }
  }
  fileprivate subscript(name: String) -> String {
    get { self[NamesKey.self][name] ?? "-" }
    set { self[NamesKey.self][name] = newValue }
  }
}
