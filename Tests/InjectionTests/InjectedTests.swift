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
    withInjected {
      $0[LonelyKey.self] = "new"
    } operation: {
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

  // MARK: projectedValue, callAsFunction

  @Test func `a borrowed wrapper can be called`() {
    func read(_ wrapper: borrowing Injected<String>) -> String { wrapper() }
    withInjected(\.text, "new") { #expect(read(Injected(\.text)) == "new") }
  }

  @Test func `the projected value is all that the property sees, and can be entered`() {
    let holder = withInjected {
      $0.text = "home"
      $0.number = 2
    } operation: {
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
}

private final class Holder {
  @Injected(\.text) var text
}
