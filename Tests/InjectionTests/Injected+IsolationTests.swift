import Injection
import InjectionMacros
import TestSupport
import Testing

/// Properties and keys that are isolated to an actor. A module whose default isolation is the main
/// actor, and reads there: `ClientTests`.
@Suite struct Injected_IsolationTests {
  // MARK: On the actor

  @Test @MainActor func `a property of the main actor sees a home there`() async {
    let screen = withInjected {
      $0.title = "home"
    } operation: {
      Screen()
    }
    #expect(screen.title == "home")
    let title = await Task.detached { await screen.title }.value
    #expect(title == "home")
  }

  @Test @Archive
  func `a property of another global actor is set in an initializer or names the actor`() {
    withInjected(\.shelf, "new") {
      let folder = Folder()
      #expect(folder.shelf == "new")
      #expect(folder.viaInit() == "new")
    }
    #expect(InjectedValues.current.shelf == "default")
  }

  // MARK: Off the actor

  @Test(arguments: TitleWrapper.allCases)
  func `a read of an isolated property off the main actor stops, naming place and actor`(
    wrapper: TitleWrapper
  ) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [wrapper] in
      let (title, values) = await wrapper.make()
      _ = await Task.detached { withInjected(values) { title() } }.value
    }
    #expect(
      result.message.contains(
        "An injected property that is isolated to MainActor was read outside of it."
      )
    )
    #expect(result.message.contains("Place: Injected+IsolationTests.swift:"))
    #expect(result.message.contains("To fix this:"))
  }

  @Test func `a read of an isolated property on another actor stops`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Archive in
      let shelf = Folder().viaInit
      #expect(shelf() == "default")
      await MainActor.run { _ = shelf() }
    }
    // The message is the runtime's.
    #expect(result.message.contains("Incorrect actor executor assumption"))
    #expect(result.message.contains("Archive"))
  }

  @Test func `a property of an actor that is unknown stops, asking to name it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Archive in
      _ = Unnamed()
    }
    #expect(result.message.contains("which one is unknown here"))
    #expect(result.message.contains("Place: Injected+IsolationTests.swift:"))
    #expect(result.message.contains("Injected(\\.x, isolation: SomeActor.shared)"))
  }
}

// MARK: - Fixtures

@globalActor private actor Archive {
  static let shared = Archive()
}

extension InjectedValues {
  @Injectable @MainActor fileprivate var title: String = isolatedDefault(MainActor.shared)
  @Injectable @Archive fileprivate var shelf: String = isolatedDefault(Archive.shared)
}

private func isolatedDefault(_ actor: any Actor) -> String {
  actor.assertIsolated()
  return "default"
}

@MainActor private final class Screen {
  @Injected(\.title) var title
  let held = Injected(\.title)
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

/// Ways to make a wrapper on the main actor, and values to read it in.
enum TitleWrapper: String, CaseIterable, Codable {
  case local, stored, keyPath, overridden

  @MainActor fileprivate func make() -> (Injected<String>, InjectedValues) {
    let path = \InjectedValues.title
    switch self {
    case .local: return (Injected(\.title), .current)
    case .stored: return (Screen().held, .current)
    case .keyPath: return (Injected(path), .current)
    case .overridden: return withInjected(\.title, "new") { (Injected(\.title), .current) }
    }
  }
}
