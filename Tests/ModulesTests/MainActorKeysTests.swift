import Injection
import InjectionTesting
import MainActorKeys
import Testing

/// Keys of another module, whose default isolation is the main actor. What this one sees of that is
/// what is written.
@Suite struct MainActorKeysTests {
  @Test @MainActor func `on the main actor they are read as all others`() {
    #expect(InjectedValues.current.title == "title")
    #expect(InjectedValues.current.writtenTitle == "title")
    #expect(InjectedValues[\.title] == "title")
  }

  // The fault is the compiler's: the property is not isolated here, its key's code is.
  @Test func `the build of one that is read elsewhere stops, and says what to write`() async throws
  {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.detached { _ = Injected(\.title, line: 1_000)() }.value
      }
    )
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.hasPrefix(
        #"""
        ModulesTests/MainActorKeysTests.swift:1000: Fatal error: A default that is isolated to an \#
        actor was built outside of it.

          Property: \.title
          Key:      TitleKey
          Value:    String
          Place:    MainActorKeysTests.swift:1000

        To fix this:
        - Read it on the actor: the main actor, in a module where that is the default isolation.
        - In such a module write it down, so that other modules see it: @MainActor var title.
        - Or make the property of InjectedValues and its key nonisolated.

        """#
      ),
      "\(message)"
    )
  }

  @Test func `so it does after it was built on the main actor, in another container`() async throws
  {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { _ = InjectedValues.current.title }
        // Built by now: none of the key's code runs.
        await Task.detached { #expect(InjectedValues.current.title == "title") }.value
        await withTestScope {
          await Task { _ = InjectedValues.current.title }.value
        }
      }
    )
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("A default that is isolated to an actor was built outside of it."))
  }

  @Test func `code that is provided on the main actor runs there`() async {
    await MainActor.run {
      withInjected {
        provideTitle(to: &$0)
      } operation: {
        let title = InjectedValues.current.provided
        #expect(title.hasPrefix("provided"))
        #expect(InjectedValues.current.provided == title)
      }
    }
  }

  @Test func `elsewhere it stops`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let values = await MainActor.run {
          withInjected {
            provideTitle(to: &$0)
          } operation: {
            InjectedValues.current
          }
        }
        await Task.detached { withInjected(values) { _ = InjectedValues.current.provided } }.value
      }
    )
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("A default that is isolated to an actor was built outside of it."))
    #expect(message.contains("Property: \\.provided"))
    #expect(message.contains("Declared: InjectedValues+Titles.swift:"))
  }
}
