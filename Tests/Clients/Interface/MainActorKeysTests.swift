import Foundation
import Injection
import InjectionTesting
import MainActorKeys
import TestSupport
import Testing

/// Keys of another module, whose default isolation is the main actor. This module sees only the
/// isolation that is written out.
struct MainActorKeysTests {
  private let problem = "A default that is isolated to an actor was built outside of it."

  @Test @MainActor func `keys of a main actor module are read on the main actor as all others`() {
    #expect(InjectedValues.current.title == "title")
    #expect(InjectedValues.current.writtenTitle == "title" && InjectedValues[\.title] == "title")
  }

  @Test func `nonisolated keys of a main actor module are read and used on any actor`() async {
    await Task.detached {
      #expect(InjectedValues.current.free.name == "test" && InjectedValues[\.freeToo].name == "too")
      #expect(InjectedValues.freeKey.defaultValue.name == "live")
      withInjected {
        $0.provide(InjectedValues.freeTooKey.self) { InjectedValues[\.free] }
      } operation: {
        #expect(InjectedValues[\.freeToo].name == "test")
      }
    }.value
  }

  // A bug of the compiler: the property isn't isolated here, but its key's code is.
  @Test func `a default of a main actor module stops where it is built elsewhere`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task.detached { _ = Injected(\.title, line: 1_000)() }.value
    }
    result.expectMessage(
      problem,
      #"""

        Property: \.title
        Key: TitleKey
        Value: String
        Read at: MainActorKeysTests.swift:1000
      """#,
      "- In such a module, write it out, so that other modules see it: @MainActor var title.",
      ": nonisolated var title."
    )
  }

  // The test's own isolation decides, since the property's is unknown here.
  @Test @MainActor func `verifying a default of a main actor module on the main actor passes`() {
    verifyInjection(\.title, \.free, \.provided) { provideTitle(to: &$0) }
    verifyInjection(\.writtenTitle) { provideTitle(to: &$0) }
    verifyInjection(keys: [InjectedValues.freeKey.self, OwnKey.self]) { provideTitle(to: &$0) }
  }

  @Test func `verifying a default of a main actor module elsewhere fails`() {
    withKnownIssue {
      verifyInjection(\.title, \.free)
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      return message.contains("1 of 2 do not.\n\n\\.title:\n  \(problem)")
        && message.contains("Call verifyInjection in a test on the main actor.\n")
        && message.contains(": nonisolated var title.")
    }
  }

  @Test func `it stops elsewhere, too, if another container built it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = InjectedValues.current.title }
      // The value exists by now, so none of the key's code runs.
      await Task.detached { #expect(InjectedValues.current.title == "title") }.value
      await withTestScope { await Task { _ = InjectedValues.current.title }.value }
    }
    result.expectMessage(problem)
  }

  // Once its main thread has ended, a process's main actor runs on threads that run others, too.
  // The message is the runtime's.
  @Test func `it stops elsewhere, too, on a thread that has run the main actor`() async {
    await #expect(processExitsWith: .failure) {
      // Until it is, however busy the machine is.
      for _ in 0..<1_000_000 {
        let thread = await MainActor.run {
          _ = withTestScope { InjectedValues.current.title }
          return currentThread()
        }
        // Dispatch runs a queue of its own on such a thread, often on the same one.
        await withCheckedContinuation { continuation in
          DispatchQueue(label: "queue").async {
            if currentThread() == thread { withTestScope { _ = InjectedValues.current.title } }
            continuation.resume()
          }
        }
      }
    }
  }

  @Test func `code that is provided on the main actor stops elsewhere`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let values = await MainActor.run {
        withInjected {
          provideTitle(to: &$0)
        } operation: {
          InjectedValues.current
        }
      }
      await Task.detached { withInjected(values) { _ = InjectedValues.current.provided } }.value
    }
    result.expectMessage(
      problem,
      "Read in: provided",
      "Key: ProvidedKey",
      "Declared at: InjectedValues+Titles.swift:"
    )
  }
}

// MARK: - Fixtures

private func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

@MainActor private enum OwnKey: @MainActor InjectionKey {
  static var defaultValue: String { InjectedValues.current.title }
}
