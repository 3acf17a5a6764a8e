import Foundation
import TestSupport
import Testing

/// What `docc` made of the catalogs: `.ci/run documentation` makes it, and names it in the
/// environment.
@Suite struct ArchiveTests {
  private static let archive = ProcessInfo.processInfo.environment["DOCUMENTATION_ARCHIVE"]

  @Test(.enabled("DOCUMENTATION_ARCHIVE names no folder", { archive != nil }))
  func `every public symbol and every article is in a group of Topics`() throws {
    let data = try URL(fileURLWithPath: #require(Self.archive)).appendingPathComponent("data")
    let files = try #require(FileManager.default.enumerator(atPath: data.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }
    #expect(files.count > 100)
    for file in files {
      let contents = try Data(contentsOf: data.appendingPathComponent(file))
      let page = try JSONDecoder().decode(ArchivedPage.self, from: contents)
      #expect(page.identifiersInNoGroup == [], "\(file)")
    }
  }

  @Test func `a symbol that docc has put into a group is in none of ours`() throws {
    let page = try JSONDecoder().decode(
      ArchivedPage.self,
      from: Data(
        """
        {"topicSections": [
          {"title": "Ours", "identifiers": ["a"]},
          {"title": "Structures", "identifiers": ["b"], "generated": true},
          {"title": "Default Implementations", "identifiers": ["Equatable-Implementations"],
            "generated": true}
        ], "seeAlsoSections": [{"title": "Ours", "identifiers": ["c"], "generated": true}]}
        """.utf8
      )
    )
    #expect(page.identifiersInNoGroup == ["b"])
  }
}

/// A page in an archive.
private struct ArchivedPage: Decodable {
  struct Section: Decodable {
    let identifiers: [String]
    let generated: Bool?
  }
  let identifier: Identifier?
  let topicSections: [Section]?

  struct Identifier: Decodable { let url: String }

  /// What docc has put into groups of its own; not what a type has because of a protocol.
  var identifiersInNoGroup: [String] {
    if identifier?.url.hasSuffix("-Implementations") == true { return [] }
    return (topicSections ?? []).filter { $0.generated == true }.flatMap(\.identifiers)
      .filter { !$0.hasSuffix("-Implementations") }
  }
}
