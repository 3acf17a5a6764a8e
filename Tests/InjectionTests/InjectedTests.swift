import Injection
import InjectionMacros
import Observation
import TestSupport
import Testing

@Suite struct InjectedTests {
  // R1
  @Test func `a property reads when it is accessed, not when its object is made`() {
    let holder = Holder()
    let wrapper = Injected(\.text)
    #expect(holder.text == "default" && wrapper() == "default")
    withInjected(\.text, "inner") { #expect(holder.text == "inner" && wrapper() == "inner") }
    #expect(holder.text == "default" && wrapper.wrappedValue == "default")
  }

  // MARK: Where it can be declared

  @Test func `a property can be declared in a class, a Sendable struct and a function body`() {
    @Injected(\.text) var text
    withInjected(\.text, "new") {
      #expect(Holder().text == "new")
      #expect(SendableValues().text == "new")
      #expect(Model().text == "new")
      #expect(text == "new")
    }
  }

  @Test func `a property can be declared in an actor, with and without isolation`() async {
    await withInjected(\.text, "new") {
      let worker = Worker()
      #expect(await worker.texts() == ["new", "new"])
      #expect(worker.freeText() == "new")
    }
  }

  @Test @MainActor func `a property can be declared in a class on the main actor`() {
    withInjected(\.text, "new") {
      #expect(Screen().text == "new")
      #expect(Screen().held() == "new")
    }
  }

  @Test func `a wrapper is a constant of a Sendable class`() async {
    let service = withInjected(\.text, "home") { SendableHolder() }
    #expect(service.text() == "home")
    #expect(await Task.detached { service.text() }.value == "home")
  }

  // MARK: What it can be given

  @Test func `a property can be given the type of a key`() {
    withInjected {
      $0[LonelyKey.self] = "new"
    } operation: {
      @Injected({ $0[LonelyKey.self] }) var text
      #expect(text == "new")
      #expect(Injected({ $0[LonelyKey.self] })() == "new")
    }
  }

  @Test func `a property can be given a member of a value`() {
    withInjected {
      $0.config.timeout = 7
      $0.databases["sqlite"] = "file.db"
    } operation: {
      let members = Members()
      #expect(members.timeout == 7)
      #expect(members.retries == 3)
      #expect(members.database == "file.db")
      #expect(members.other == nil)
    }
  }

  @Test func `a property can be given a subscript, a stored key path, or a closure`() {
    let path: any KeyPath<InjectedValues, String> & Sendable = \.text
    withInjected(\.text, "new") {
      @Injected(\.[repeated: 2]) var text
      #expect(text == "newnew")
      #expect(Injected(path)() == "new")
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
    let holder = withInjected {
      $0.text = "home"
      $0.number = 2
    } operation: {
      Holder()
    }
    withInjected(\.text, "current") {
      // R2: the current scope's own part over the home.
      #expect(holder.$text.text == "current")
      #expect(holder.$text.number == 2)
      #expect(InjectedValues.current.number == 1)
      withInjected(holder.$text) { #expect(InjectedValues.current.number == 2) }
    }
  }
}

// MARK: - Fixtures

/// A key that no property stands for.
private enum LonelyKey: InjectionKey { static var defaultValue: String { "default" } }

extension InjectedValues {
  @Injectable fileprivate var databases: [String: String] = [:]
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

private struct SendableValues: Sendable {
  @Injected(\.text) var text
}

private actor Worker {
  @Injected(\.text) var text
  let held = Injected(\.text)
  nonisolated let free = Injected(\.text)

  func texts() -> [String] { [text, held()] }
  nonisolated func freeText() -> String { free() }
}

@MainActor private final class Screen {
  @Injected(\.text) var text
  let held = Injected(\.text)
}

@Observable private final class Model {
  @ObservationIgnored @Injected(\.text) var text
}

private final class SendableHolder: Sendable {
  let text = Injected(\.text)
}

private struct Members {
  @Injected(\.config.timeout) var timeout
  @Injected(\.config.retries) var retries
  @Injected(\.databases["sqlite"]) var database
  @Injected(\.databases["none"]) var other
}
