import Dispatch
import Injection
import InjectionTesting
import Synchronization
import Testing

private struct Layout: Sendable {
  var width = 80
}

private enum GreetingKey: InjectionKey { static var defaultValue: String { "Hello" } }
private enum TimeOfDayKey: InjectionKey { static var defaultValue: String { "morning" } }
private enum LayoutKey: InjectionKey { static var defaultValue: Layout { Layout() } }

extension InjectedValues {
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
  fileprivate var timeOfDay: String {
    get { self[TimeOfDayKey.self] }
    set { self[TimeOfDayKey.self] = newValue }
  }
  fileprivate var layout: Layout {
    get { self[LayoutKey.self] }
    set { self[LayoutKey.self] = newValue }
  }
}

private struct Greeter {
  @Injected(\.greeting) var greeting
  func text(for name: String) -> String { "\(greeting), \(name)" }
  func greet(_ name: String) { output.withLock { $0.append(text(for: name)) } }
}

private func greet(_ name: String) { Greeter().greet(name) }

private func page(for name: String) async -> String {
  "\(Greeter().text(for: name)) (\(InjectedValues.current.layout.width))"
}

private let output = Mutex<[String]>([])

/// What was greeted since it was last asked for.
private func printed() -> [String] {
  output.withLock { output in
    defer { output = [] }
    return output
  }
}

// One after the other, since they share the output.
@Suite(.serialized, .injected()) struct Overriding {
  @Test func `one value`() {
    withInjected(\.greeting, "Good day") {
      greet("Ada")  // Good day, Ada
    }
    greet("Alan")
    #expect(printed() == ["Good day, Ada", "Hello, Alan"])
  }

  @Test func `several values`() async {
    let text = await withInjected {
      $0.greeting = "Good \($0.timeOfDay)"
      $0.layout.width = 40
    } operation: {
      await page(for: "Ada")
    }
    #expect(text == "Good morning, Ada (40)")
  }

  @Test func `an update that throws enters nothing`() {
    #expect(throws: CancellationError.self) {
      try withInjected {
        $0.greeting = "Good day"
        throw CancellationError()
      } operation: {
        Issue.record("The scope must not be entered.")
      }
    }
    #expect(InjectedValues.current.greeting == "Hello")
  }

  @Test func `the innermost override wins`() {
    withInjected(\.greeting, "Good day") {
      withInjected(\.greeting, "Welcome") {
        greet("Ada")  // Welcome, Ada
      }
      greet("Ada")  // Good day, Ada
    }
    #expect(printed() == ["Welcome, Ada", "Good day, Ada"])
  }

  @Test func `a task keeps the scope it was started in`() async {
    let task = withInjected(\.greeting, "Good day") {
      Task { greet("Ada") }
    }
    await task.value  // Good day, Ada
    #expect(printed() == ["Good day, Ada"])
  }

  @Test func `a queue enters values that were captured`() {
    let queue = DispatchQueue(label: "page")
    withInjected(\.greeting, "Good day") {
      let values = InjectedValues.current
      queue.async {
        withInjected(values) { greet("Ada") }  // Good day, Ada
      }
    }
    withInjected(\.greeting, "Good day") { queue.async { greet("Alan") } }
    queue.sync {}
    #expect(printed() == ["Good day, Ada", "Hello, Alan"])
  }

  @Test func `captured values can be changed`() {
    var values = InjectedValues.current
    values.greeting = "Welcome"
    withInjected(values) { greet("Ada") }  // Welcome, Ada
    greet("Alan")
    #expect(printed() == ["Welcome, Ada", "Hello, Alan"])
  }

  @Test func `an object is at home in the scope it was made in`() {
    let greeter = withInjected(\.greeting, "Good day") { Greeter() }
    greeter.greet("Ada")  // Good day, Ada
    #expect(printed() == ["Good day, Ada"])
  }

  @Test func `provided code runs when it is needed`() {
    let time = withInjected {
      $0.provide(TimeOfDayKey.self) { "evening" }
    } operation: {
      InjectedValues.current.timeOfDay  // evening
    }
    #expect(time == "evening")
    withInjected {
      $0.provide(TimeOfDayKey.self) {
        Issue.record("Nobody needs it.")
        return "evening"
      }
    } operation: {
      #expect(InjectedValues.current.greeting == "Hello")
    }
  }

  @Test func `values of the process are set once, and not for tests`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.greeting = "Welcome"
        $0.provide(TimeOfDayKey.self) { "evening" }
      }
      #expect(InjectedValues.current.greeting == "Welcome")
      #expect(InjectedValues.current.timeOfDay == "evening")
      withTestScope { #expect(InjectedValues.current.greeting == "Hello") }
    }
    await #expect(processExitsWith: .failure) {
      InjectedValues.bootstrap { $0.greeting = "Welcome" }
      InjectedValues.bootstrap { $0.greeting = "Hi" }
    }
    await #expect(processExitsWith: .failure) {
      greet("Ada")
      InjectedValues.bootstrap { $0.greeting = "Welcome" }
    }
  }
}
