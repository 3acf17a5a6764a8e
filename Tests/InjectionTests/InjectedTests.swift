import Injection
import TestSupport
import Testing

/// The values that a property reads. `ClientTests` has its possible declarations.
struct InjectedTests {
  @Test func `a property reads when it is accessed, not when its object is made`() {
    let holder = Holder()
    let wrapper = Injected(\.text)
    #expect(holder.text == "default" && wrapper() == "default")
    withInjected(\.text, "inner") { #expect(holder.text == "inner" && wrapper() == "inner") }
    #expect(holder.text == "default" && wrapper.wrappedValue == "default")
  }

  // MARK: What it can be given

  @Test func `a property can be given the type of a key`() {
    withInjected({ $0[LonelyKey.self] = "new" }) {
      @Injected({ $0[LonelyKey.self] }) var text
      #expect(text == "new" && Injected({ $0[LonelyKey.self] })() == "new")
      @Injected(key: LonelyKey.self) var sameText
      #expect(sameText == "new")
    }
  }

  @Test func `a property can be given a subscript, a stored key path, or a closure`() {
    let path: any KeyPath<InjectedValues, String> & Sendable = \.text
    withInjected(\.text, "new") {
      @Injected(\.[repeated: 2]) var text
      #expect(text == "newnew" && Injected(path)() == "new")
      #expect(Injected { $0.text + " and \($0.number)" }() == "new and 1")
    }
  }

  @Test @MainActor func `a property can be given a stored key path that is not Sendable`() {
    // Hiding a class that is not Sendable in a key path takes its `Sendable` away.
    let path: KeyPath<InjectedValues, String> = \.[tagged: Tag()]
    withInjected(\.text, "new") { #expect(Injected(path)() == "new tagged") }
  }

  // MARK: projectedValue, callAsFunction

  @Test func `a borrowed wrapper can be called`() {
    func read(_ wrapper: borrowing Injected<String>) -> String { wrapper() }
    withInjected(\.text, "new") { #expect(read(Injected(\.text)) == "new") }
  }

  @Test func `the projected value is all that the property sees, and can be entered`() {
    let holder = withInjected({ ($0.text, $0.number) = ("home", 2) }) {
      Holder()
    }
    withInjected(\.text, "current") {
      // The current scope's own part over the home.
      #expect(holder.$text.text == "current" && holder.$text.number == 2)
      #expect(InjectedValues.current.number == 1)
      withInjected(holder.$text) { #expect(InjectedValues.current.number == 2) }
    }
  }
}

// MARK: - Fixtures

/// A key without a property.
private enum LonelyKey: InjectionKey { static var defaultValue: String { "default" } }

extension InjectedValues {
  fileprivate subscript(repeated count: Int) -> String { String(repeating: text, count: count) }
  fileprivate subscript(tagged tag: Tag) -> String { text + " tagged" }
}

private final class Tag: Hashable {
  static func == (a: Tag, b: Tag) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Holder {
  @Injected(\.text) var text
}
