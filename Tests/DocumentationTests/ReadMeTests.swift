import Foundation
import TestSupport
import Testing

@Suite struct ReadMeTests {
  @Test func `has 80 to 150 lines of at most 100 characters`() throws {
    let lines = try readMe().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect((80...150).contains(lines.count))
    for line in lines { #expect(line.count <= 100) }
  }

  @Test func `begins with two sentences and an example of 15 lines`() throws {
    let introduction = try #require(readMe().split(separator: "\n## ").first)
    let pitch = introduction.split(separator: "\n\n")[1]
    #expect(pitch.split(separator: /\.(\s+|$)/).count == 2)
    #expect(Snippet.all(in: String(introduction), path: "README.md").map(\.lines.count) == [15])
  }

  @Test func `has its sections in order`() throws {
    let sections = [
      "Run it", "Test it", "Quick start", "Overriding", "Tests", "See it", "Speed", "Requirements",
    ]
    let found = try readMe().split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { String($0.dropFirst(3)) }
    #expect(found.filter { sections.contains($0) } == sections)
  }

  // `.ci/run` takes them from there.
  @Test(arguments: [("Run it", "swift run BasketExample"), ("Test it", "swift test")])
  func `says in one command how to run and how to test it`(section: String, command: String)
    throws
  {
    #expect(try readMe().contains("## \(section)\n\n```sh\n\(command)\n```\n"))
  }

  @Test func `links lead to files that are there`() throws {
    let links = try readMe().matches(of: /\]\(([^)]*)\)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links where !link.contains("://") {
      let file = PackageDirectory.url.appendingPathComponent(link)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
    }
  }

  private func readMe() throws -> String {
    let file = PackageDirectory.url.appendingPathComponent("README.md")
    return try String(contentsOf: file, encoding: .utf8)
  }
}
