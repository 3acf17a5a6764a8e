import Injection
import Observation
import Testing

/// Properties and keys that are isolated to an actor. A module whose default isolation is the main
/// actor: `MainActorClientTests`.
@Suite struct Injected_IsolationTests {
  // MARK: On the actor

  @Test @MainActor func `a property on the main actor`() async {
    await withInjected(\.title, "new") {
      let screen = Screen()
      #expect(screen.title == "new")
      #expect(screen.length == 3)
      #expect(screen.held() == "new")
      await Task.yield()
      #expect(screen.title == "new")
    }
  }

  @Test @MainActor func `a stored key path on the main actor`() {
    withInjected(\.title, "new") {
      let path = \InjectedValues.title
      let property = Injected(path)
      #expect(property() == "new")
    }
  }

  @Test @MainActor func `in a function body on the main actor`() {
    @Injected(\.title) var title
    withInjected {
      $0.title = "new"
    } operation: {
      #expect(title == "new")
    }
    #expect(title == "default")
  }

  @Test @MainActor func `an observable class on the main actor`() {
    withInjected(\.title, "new") { #expect(Model().title == "new") }
  }

  @Test @MainActor func `a home on the main actor`() async {
    let screen = withInjected(\.title, "home") { Screen() }
    #expect(screen.title == "home")
    let title = await Task.detached { await screen.title }.value
    #expect(title == "home")
  }

  @Test @Archive func `a property on another global actor, set in an initializer or with its name`()
  {
    withInjected(\.shelf, "new") {
      let folder = Folder()
      #expect(folder.shelf == "new")
      #expect(folder.viaInit() == "new")
    }
  }

  @Test @Archive func `a default on an actor is built there`() {
    withInjected { _ in
    } operation: {
      #expect(InjectedValues.current.shelf == "default")
    }
  }

  // MARK: Off the actor

  @Test func `a read off the main actor stops, naming place and actor`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @MainActor in
        let title = Injected(\.title)
        #expect(title() == "default")
        _ = await Task.detached { title() }.value
      }
    )
    expectWrongIsolation(result, "MainActor")
  }

  @Test func `a stored property's initial value is checked too`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @MainActor in
        let title = Screen().held
        _ = await Task.detached { title() }.value
      }
    )
    expectWrongIsolation(result, "MainActor")
  }

  @Test func `a stored key path is checked too`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @MainActor in
        let path = \InjectedValues.title
        let title = Injected(path)
        #expect(title() == "default")
        _ = await Task.detached { title() }.value
      }
    )
    expectWrongIsolation(result, "MainActor")
  }

  @Test func `another actor is off the actor`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Archive in
        let shelf = Folder().viaInit
        #expect(shelf() == "default")
        await MainActor.run { _ = shelf() }
      }
    )
    // The message is the runtime's.
    #expect(result.message.contains("Incorrect actor executor assumption"))
    #expect(result.message.contains("Archive"))
  }

  @Test func `an override does not make a read off the actor right`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @MainActor in
        let (title, values) = withInjected(\.title, "new") {
          (Injected(\.title), InjectedValues.current)
        }
        _ = await Task.detached { withInjected(values) { title() } }.value
      }
    )
    expectWrongIsolation(result, "MainActor")
  }

  @Test func `an actor that is unknown stops, asking to name it`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Archive in
        _ = Unnamed()
      }
    )
    #expect(result.message.contains("which one is unknown here"))
    #expect(result.message.contains("Place: Injected+IsolationTests.swift:"))
    #expect(result.message.contains("Injected(\\.x, isolation: SomeActor.shared)"))
  }

  private func expectWrongIsolation(
    _ result: ExitTest.Result,
    _ actor: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let fact = "An injected property that is isolated to \(actor) was read outside of it."
    #expect(result.message.contains(fact), sourceLocation: sourceLocation)
    #expect(
      result.message.contains("Place: Injected+IsolationTests.swift:"),
      sourceLocation: sourceLocation
    )
    #expect(result.message.contains("To fix this:"), sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

@globalActor private actor Archive {
  static let shared = Archive()
}

extension InjectedValues {
  @MainActor private enum TitleKey: @MainActor InjectionKey {
    static var defaultValue: String {
      MainActor.assertIsolated()
      return "default"
    }
  }
  @MainActor fileprivate var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  @Archive private enum ShelfKey: @Archive InjectionKey {
    static var defaultValue: String {
      Archive.shared.assertIsolated()
      return "default"
    }
  }
  @Archive fileprivate var shelf: String {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }
}

@MainActor private final class Screen {
  @Injected(\.title) var title
  @Injected(\.title.count) var length
  let held = Injected(\.title)
}

@MainActor @Observable private final class Model {
  @ObservationIgnored @Injected(\.title) var title
}

@Archive private final class Folder {
  @Injected(\.shelf, isolation: Archive.shared) var shelf
  let viaInit: Injected<String>

  init() {
    viaInit = Injected(\.shelf)
  }
}

@Archive private final class Unnamed {
  @Injected(\.shelf) var shelf
}
