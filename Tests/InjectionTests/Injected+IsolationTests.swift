import Injection
import InjectionMacros
import TestSupport
import Testing

/// Properties and keys that are isolated to an actor. `ClientTests` has a module whose default
/// isolation is the main actor.
struct Injected_IsolationTests {
  // MARK: On the actor

  @Test @MainActor func `a property of the main actor sees a home there`() async {
    let screen = withInjected(\.title, "home") { Screen() }
    #expect(screen.title == "home")
    #expect(await Task.detached { await screen.title }.value == "home")
  }

  @Test @Archive
  func `a property of another global actor is set in an initializer or names the actor`() {
    withInjected(\.shelf, "new") {
      let folder = Folder()
      #expect(folder.shelf == "new" && folder.viaInit() == "new")
    }
    #expect(InjectedValues.current.shelf == "default")
  }

  // MARK: Off the actor

  @Test(arguments: TitleWrapper.allCases)
  func `a read of an isolated property off the main actor stops`(wrapper: TitleWrapper) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [wrapper] in
      let (title, values) = await wrapper.make()
      _ = await Task.detached { withInjected(values) { title() } }.value
    }
    result.expectMessage(
      """
      An injected property that is isolated to MainActor was read outside of it.

        Declared at: Injected+IsolationTests.swift:1000

      To fix this:
      - Read it on MainActor.
      - Or make the property of InjectedValues and its key nonisolated.

      """
    )
  }

  @Test func `a read of an isolated property on another actor stops`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Archive in
      let shelf = Folder().viaInit
      #expect(shelf() == "default")
      await MainActor.run { _ = shelf() }
    }
    // The message is the runtime's.
    result.expectMessage("Incorrect actor executor assumption", "Archive")
  }

  @Test func `a property of an actor that is unknown stops, asking to name it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Archive in
      _ = Unnamed()
    }
    result.expectMessage(
      #"""
      An injected property is isolated to an actor that is unknown here.

        Declared at: Injected+IsolationTests.swift:\#(Unnamed.line)

      To fix this:
      - Name the actor: Injected(\.x, isolation: SomeActor.shared).
      - Or set the property in an initializer, where the actor is known: _x = Injected(\.x).
      - Or make the property of InjectedValues and its key nonisolated.

      """#
    )
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
}

@Archive private final class Folder {
  @Injected(\.shelf, isolation: Archive.shared) var shelf
  let viaInit: Injected<String>

  init() { viaInit = Injected(\.shelf) }
}

@Archive private final class Unnamed {
  @Injected(\.shelf) var shelf
  nonisolated static let line = #line - 1
}

/// Ways to make a wrapper on the main actor, and values to read it in.
enum TitleWrapper: String, CaseIterable, Codable {
  case literal, keyPath

  @MainActor fileprivate func make() -> (Injected<String>, InjectedValues) {
    let path = \InjectedValues.title
    return switch self {
    case .literal: (Injected(\.title, line: 1_000), .current)
    case .keyPath:
      withInjected(\.title, "new") { (Injected(path, line: 1_000), .current) }
    }
  }
}
