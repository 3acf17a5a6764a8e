import TestSupport
import Testing

@Suite struct SnippetTests {
  @Test func `every Swift snippet in README and documentation comments compiles`() async throws {
    let readMe = try Snippet.inReadMe()
    let sources = try Snippet.inSources()
    #expect(readMe.count >= 4)
    #expect(sources.count >= 10)
    for problem in try await TypeChecker.check(readMe + sources) {
      Issue.record(
        "\(problem)",
        sourceLocation: SourceLocation(
          fileID: "swift-injection/\(problem.path)",
          filePath: problem.path,
          line: problem.line,
          column: 1
        )
      )
    }
  }

  // There they are compiled with a stub of SwiftUI: see Package.swift.
  @Test func `every Swift snippet in comments of InjectionSwiftUI stands in one of its tests`()
    throws
  {
    let listings = try PackageDirectory.files(in: "Tests/SwiftUIClientTests", ending: ".swift")
      .map { Listing(path: $0, text: try PackageDirectory.text(of: $0)) }
    let snippets = try Snippet.inSwiftUISources()
    #expect(snippets.count >= 5)
    for snippet in snippets where listings.allSatisfy({ $0.places(of: snippet).isEmpty }) {
      Issue.record("This block stands in no test.", sourceLocation: snippet.sourceLocation(0))
    }
  }

  @Test func `README has a Swift snippet for each thing it teaches`() throws {
    let text = try Snippet.inReadMe().flatMap(\.lines).joined(separator: "\n")
    for name in [
      "PackageDescription", "InjectionKey", "@Injected(", "@Injectable", "withInjected", "provide",
      ".injected(",
    ] {
      #expect(text.contains(name))
    }
  }
}

// The check must be able to fail, and to say where.
@Suite struct SnippetCheckTests {
  @Test func `a broken statement is found, with its file and line`() async throws {
    let problems = try await check(
      """
      Some text.

      ```swift
      let number = 1
      let text: String = number
      ```
      """
    )
    #expect(
      problems.map(\.description) == [
        "Text.md:5: cannot convert value of type 'Int' to specified type 'String'"
      ]
    )
  }

  @Test func `a broken declaration is found, with its file and line`() async throws {
    let problems = try await check(
      """
      ```swift
      extension InjectedValues {
        var wrong: Wrong { fatalError() }
      }

      withInjected(\\.config.timeout, 1) { checkout() }
      ```
      """
    )
    #expect(problems.map(\.description) == ["Text.md:3: cannot find type 'Wrong' in scope"])
  }

  @Test func `a broken snippet in a documentation comment is found`() async throws {
    let problems = try await check(
      """
      struct Some {
        /// Does something.
        ///
        /// ```swift
        /// final class User {
        ///
        ///   @Injected(\\.nothing) var nothing
        /// }
        /// ```
        func some() {}
      }
      """
    )
    #expect(!problems.isEmpty)
    #expect(problems.allSatisfy { $0.path == "Text.md" && $0.line == 7 })
  }

  @Test func `snippets may declare the same names, and those of the fixtures`() async throws {
    let problems = try await check(
      """
      ```swift
      extension InjectedValues {
        private enum RepositoryKey: InjectionKey {
          static var defaultValue: String { "" }
        }
        var repository: String {
          get { self[RepositoryKey.self] }
          set { self[RepositoryKey.self] = newValue }
        }
      }

      @MainActor
      final class User {
        @Injected(\\.repository) var repository
        var count: Int { repository.count }
      }

      @Test(arguments: [1, 2])
      func same(number: Int) async {
        await withTestScope { $0.repository = "a" } operation: { await User().use() }
      }

      extension User: CustomStringConvertible {
        nonisolated var description: String { "" }
        func use() async {}
      }
      ```

      ```swift
      enum User { case one }
      @Test func same() {}
      func number() -> Int { … }
      let user = User.one
      @Injected(\\.repository) var repository
      let all: [Article] = repository.getAll()
      ```
      """
    )
    #expect(problems == [])
  }

  private func check(_ text: String) async throws -> [TypeChecker.Problem] {
    try await TypeChecker.check(Snippet.all(in: text, path: "Text.md"))
  }
}

@Suite struct SnippetExtractionTests {
  @Test func `only Swift is taken, and its indentation is not`() {
    let text = """
      ```sh
      swift test
      ```

        ```swift
        a

          b
        ```
          /// ```swift
          /// c
          ///
          ///   d
          /// ```
      """
    #expect(
      Snippet.all(in: text, path: "x") == [
        Snippet(path: "x", line: 6, lines: ["a", "", "  b"]),
        Snippet(path: "x", line: 11, lines: ["c", "", "  d"]),
      ]
    )
  }
}
