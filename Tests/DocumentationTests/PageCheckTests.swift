import Foundation
import Testing

// The check of pages must be able to fail, and to say where.
@Suite struct PageCheckTests {
  @Test func `a snippet stands in a file at any indentation, with or without access`() throws {
    let listing = Listing(
      path: "Page.swift",
      text: """
        import A
        import B

        private struct C {
          fileprivate var d = 1

        }
        """
    )
    #expect(try places("import B\n\nstruct C {\n  var d = 1\n\n}", in: listing) == [4..<8])
    #expect(try places("var d = 1", in: listing) == [5..<6])
    #expect(try places("import C\nvar d = 1", in: listing) == [])
    #expect(try places("struct C {\nvar d = 1", in: listing) == [])
    #expect(try places("var d = 2", in: listing) == [])
  }

  // Lines 1 to 3 ran, but not what is behind the `guard` of line 2; line 5 did not run.
  private let coverage = """
    {"data": [{"files": [{"filename": "Page.swift", "segments": [
      [1, 10, 2, true, true, false], [2, 20, 0, true, true, false], [2, 30, 2, true, false, false],
      [4, 1, 0, false, false, false], [5, 1, 0, true, true, false], [6, 1, 0, false, false, false]
    ]}]}]}
    """

  @Test func `a line that did not run is found, and a part of one`() throws {
    let listing = Listing(path: "Page.swift", text: "a {\n  b\n  c\n\nd {\n}\n\ne\nimport A")
    #expect(try linesNotRun("a {", in: listing) == [])
    #expect(try linesNotRun("a {\n  b\n  c", in: listing) == [1])
    #expect(try linesNotRun("c", in: listing) == [])
    #expect(try linesNotRun("import A\n\nd {", in: listing) == [2])
    #expect(try linesNotRun("d {", in: listing) == [0])
    #expect(try linesNotRun("e", in: listing) == [])
    #expect(try linesNotRun("f", in: listing) == [0])
  }

  @Test func `code that is compiled out did not run, but for Apple's user interfaces`() throws {
    let hidden = Listing(path: "Page.swift", text: "\n\n\n\n\n#if HIDDEN\n  e\n#endif")
    #expect(try linesNotRun("e", in: hidden) == [0])
    let other = Listing(path: "Page.swift", text: "\n\n\n\n\n#if canImport(SwiftUI)\n  e\n#endif")
    #expect(try linesNotRun("e", in: other) == [])
    let unknown = Listing(path: "Other.swift", text: "e")
    #expect(try linesNotRun("e", in: unknown) == [0])
  }

  private func places(_ code: String, in listing: Listing) throws -> [Range<Int>] {
    listing.places(of: try snippet(code))
  }

  private func linesNotRun(_ code: String, in listing: Listing) throws -> [Int] {
    try snippet(code).linesNotRun(Coverage(Data(coverage.utf8)), in: [listing])
  }

  private func snippet(_ code: String) throws -> Snippet {
    try #require(Snippet.all(in: "```swift\n\(code)\n```", path: "Page.md").first)
  }
}
