import Foundation
import TestSupport
import Testing

/// What would be a data race does not compile. Each line that the compiler must refuse, and no other, ends
/// with `// refused`.
@Suite struct RefusedCodeTests {
  @Test func `a property of the main actor is not read elsewhere`() async throws {
    try await expectRefused(
      """
      \(declarations)
      @MainActor final class Screen {
        @Injected(\\.title) var title
      }
      actor Account {
        @Injected(\\.title) var title // refused
      }
      nonisolated final class Service {
        @Injected(\\.title) var title // refused
      }
      func read(_ screen: Screen, _ values: InjectedValues) {
        _ = screen.title // refused
        _ = values.title // refused
        _ = values[InjectedValues.TitleKey.self] // refused
        _ = InjectedValues.current.title // refused
        withInjected(\\.title, "new") {} // refused
        withInjected { $0.title = "new" } operation: {} // refused
        _ = Injected(InjectedValues.TitleKey.self) // refused
      }
      enum SubtitleKey: InjectionKey {
        static var defaultValue: String { InjectedValues.current.title } // refused
      }
      @MainActor func readDetached(_ screen: Screen) {
        let values = InjectedValues.current
        Task.detached { _ = values.title } // refused
        Task.detached { _ = screen.title } // refused
        Task.detached { _ = await screen.title }
        _ = values.title
      }
      """
    )
  }

  @Test func `with the main actor as default isolation, nor are keys and properties`() async throws
  {
    try await expectRefused(
      """
      import Injection
      extension InjectedValues {
        enum TitleKey: InjectionKey { static var defaultValue: String { "default" } }
        var title: String {
          get { self[TitleKey.self] }
          set { self[TitleKey.self] = newValue }
        }
      }
      final class Screen {
        @Injected(\\.title) var title
        let held = Injected(\\.title)
        func detach() {
          let values = InjectedValues.current
          Task.detached { _ = values.title } // refused
          Task.detached { _ = values[InjectedValues.TitleKey.self] } // refused
          Task.detached { _ = self.title } // refused
          _ = title
        }
      }
      nonisolated func read() {
        @Injected(\\.title) var title // refused
      }
      """,
      "-default-isolation",
      "MainActor"
    )
  }

  @Test func `a function that the wrapper keeps is not shared`() async throws {
    try await expectRefused(
      """
      \(declarations)
      final class Counter { var count = 0 }
      actor Account {
        func share() -> Injected<Int> {
          let counter = Counter()
          let read: (InjectedValues) -> Int = { _ in counter.count }
          let injected = Injected(read) // refused
          Task.detached { counter.count += 1 }
          return injected
        }
      }
      func share() -> Injected<Int> {
        let counter = Counter()
        let read: (InjectedValues) -> Int = { _ in counter.count }
        let injected = Injected(read) // refused
        counter.count += 1
        return injected
      }
      func share(_ counter: Counter) -> Injected<Int> {
        let read: (InjectedValues) -> Int = { _ in counter.count }
        return Injected(read) // refused
      }
      @MainActor func shareWithNobody(_ counter: Counter) -> Injected<Int> {
        let read: (InjectedValues) -> Int = { _ in counter.count }
        return Injected(read, isolation: nil) // refused
      }
      func share(_ path: KeyPath<InjectedValues, Int>) -> Injected<Int> {
        Injected(path) // refused
      }
      """
    )
  }

  @Test func `a wrapper is made on the actor that it names`() async throws {
    try await expectRefused(
      """
      \(declarations)
      @MainActor var count = 0
      @MainActor func make(_ other: any Actor) {
        let read: (InjectedValues) -> Int = { _ in count }
        _ = Injected(read, isolation: other) // refused
        _ = Injected(\\.title, isolation: other) // refused
        _ = Injected(\\.title, isolation: MainActor.shared)
      }
      """
    )
  }

  @Test func `a value is Sendable`() async throws {
    try await expectRefused(
      """
      import Injection
      final class Counter { var count = 0 }
      enum CounterKey: InjectionKey { // refused
        static var defaultValue: Counter { Counter() }
      }
      """
    )
  }
}

// MARK: - Fixtures

private let declarations = """
  import Injection
  extension InjectedValues {
    @MainActor enum TitleKey: @MainActor InjectionKey {
      static var defaultValue: String { "default" }
    }
    @MainActor var title: String {
      get { self[TitleKey.self] }
      set { self[TitleKey.self] = newValue }
    }
  }
  """

/// Compiles far enough for all checks of isolation, which is further than types.
private func expectRefused(
  _ source: String,
  _ options: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
  let expected = lines.indices.filter { lines[$0].hasSuffix("// refused") }.map { $0 + 1 }
  let compiler = try await withTemporaryDirectory { directory in
    let file = directory.appendingPathComponent("Client.swift")
    try Data(source.utf8).write(to: file)
    return try await ChildProcess.run(
      Toolchain.tool("swiftc"),
      [
        "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "Client",
        "-swift-version", "6", "-suppress-warnings",
        "-I", BuildProducts.directory.appendingPathComponent("Modules").path,
      ] + options + [file.path]
    )
  }
  let found = Set(
    compiler.errorOutput.matches(of: #/(?m)^[^:\n]+Client.swift:(\d+):\d+: error: /#)
      .map { Int($0.1)! }
  )
  #expect(found.sorted() == expected, "\(compiler.errorOutput)", sourceLocation: sourceLocation)
}
