import Injection
import InjectionMacros
import Observation
import Testing

@Suite struct InjectedTests {
  // MARK: R1

  @Test func `a property reads when it is accessed, not when its object is made`() {
    let holder = Holder()
    #expect(holder.name == "default")
    withInjected(\.name, "inner") { #expect(holder.name == "inner") }
    #expect(holder.name == "default")
  }

  @Test func `a property sees the overrides of its home scope`() {
    let holder = withInjected(\.name, "home") { Holder() }
    #expect(holder.name == "home")
  }

  // MARK: Where it can be declared

  @Test func `in a class`() {
    withInjected(\.name, "new") { #expect(Holder().name == "new") }
  }

  @Test func `in a struct, also one that is Sendable`() {
    withInjected(\.name, "new") {
      #expect(Values().name == "new")
      #expect(SendableValues().name == "new")
      requireSendable(SendableValues())
    }
  }

  @Test func `in an actor, with and without isolation`() async {
    await withInjected(\.name, "new") {
      let worker = Worker()
      #expect(await worker.names() == ["new", "new"])
      #expect(worker.freeName() == "new")
    }
  }

  @Test @MainActor func `in a class on the main actor`() {
    withInjected(\.name, "new") {
      #expect(Screen().name == "new")
      #expect(Screen().held() == "new")
    }
  }

  @Test func `in an observable class`() {
    withInjected(\.name, "new") { #expect(Model().name == "new") }
  }

  @Test func `in a function body`() {
    @Injected(\.name) var name
    #expect(name == "default")
    withInjected(\.name, "new") { #expect(name == "new") }
  }

  @Test func `as a constant of a Sendable class`() async {
    let service = withInjected(\.name, "home") { Service() }
    requireSendable(service)
    #expect(service.name() == "home")
    #expect(await Task.detached { service.name() }.value == "home")
  }

  // MARK: What it can be given

  @Test func `the type of a key`() {
    withInjected(\.name, "new") {
      @Injected({ $0[NameKey.self] }) var name
      #expect(name == "new")
      #expect(Injected({ $0[NameKey.self] })() == "new")
    }
  }

  @Test func `a member path`() {
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

  @Test func `a subscript of the values`() {
    withInjected(\.name, "new") {
      @Injected(\.[repeated: 2]) var name
      #expect(name == "newnew")
    }
  }

  @Test func `a stored key path`() {
    let path: any KeyPath<InjectedValues, String> & Sendable = \.name
    withInjected(\.name, "new") { #expect(Injected(path)() == "new") }
  }

  @Test @MainActor func `a stored key path that is not Sendable`() {
    // Hiding a class that is not Sendable in a key path takes its `Sendable` away.
    let path: KeyPath<InjectedValues, String> = \.[tagged: Tag()]
    withInjected(\.name, "new") {
      let property = Injected(path)
      #expect(property() == "new tagged")
    }
  }

  @Test func `a closure`() {
    withInjected(\.name, "new") {
      let property = Injected { $0.name + " and \($0.config.retries)" }
      #expect(property() == "new and 3")
    }
  }

  // MARK: projectedValue, callAsFunction

  @Test func `a borrowed wrapper is called`() {
    func read(_ wrapper: borrowing Injected<String>) -> String { wrapper() }
    withInjected(\.name, "new") { #expect(read(Injected(\.name)) == "new") }
  }

  @Test func `the projected value is all that the property sees`() {
    let holder = withInjected {
      $0.name = "home"
      $0.config.retries = 1
    } operation: {
      Holder()
    }
    withInjected(\.name, "current") {
      let values = holder.$name
      // R2: the current scope's own part over the home.
      #expect(values.name == "current")
      #expect(values.config.retries == 1)
      #expect(InjectedValues.current.config.retries == 3)
    }
  }

  @Test func `the projected value can be entered`() {
    let holder = withInjected(\.name, "home") { Holder() }
    let name = withInjected(holder.$name) { InjectedValues.current.name }
    #expect(name == "home")
  }

  @Test func `a call reads at the time of the call`() {
    let name = Injected(\.name)
    #expect(name() == "default")
    #expect(withInjected(\.name, "new") { name() } == "new")
    #expect(name() == name.wrappedValue)
  }
}

// MARK: - Fixtures

private enum NameKey: InjectionKey { static var defaultValue: String { "default" } }

private struct Config: Sendable {
  var timeout = 30
  var retries = 3
}

extension InjectedValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
  @Injectable fileprivate var config: Config = Config()
  @Injectable fileprivate var databases: [String: String] = [:]
  fileprivate subscript(repeated count: Int) -> String { String(repeating: name, count: count) }
  fileprivate subscript(tagged tag: Tag) -> String { name + " tagged" }
}

private final class Tag: Hashable {
  static func == (a: Tag, b: Tag) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Holder {
  @Injected(\.name) var name
}

private struct Values {
  @Injected(\.name) var name
}

private struct SendableValues: Sendable {
  @Injected(\.name) var name
}

private actor Worker {
  @Injected(\.name) var name
  let held = Injected(\.name)
  nonisolated let free = Injected(\.name)

  func names() -> [String] { [name, held()] }
  nonisolated func freeName() -> String { free() }
}

@MainActor private final class Screen {
  @Injected(\.name) var name
  let held = Injected(\.name)
}

@Observable private final class Model {
  @ObservationIgnored @Injected(\.name) var name
}

private final class Service: Sendable {
  let name = Injected(\.name)
}

private struct Members {
  @Injected(\.config.timeout) var timeout
  @Injected(\.config.retries) var retries
  @Injected(\.databases["sqlite"]) var database
  @Injected(\.databases["none"]) var other
}

private func requireSendable<Value: Sendable>(_: Value) {}
