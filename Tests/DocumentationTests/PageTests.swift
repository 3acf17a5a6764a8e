import Foundation
import TestSupport
import Testing

@Suite struct PageTests {
  @Test(arguments: try Page.all())
  func `every Swift snippet of a page stands in a test of the page's name`(page: Page) throws {
    let listings = try page.listings()
    for snippet in page.snippets where listings.allSatisfy({ $0.places(of: snippet).isEmpty }) {
      let files = listings.map(\.path).joined(separator: ", ")
      Issue.record(
        "This block does not stand in \(files.isEmpty ? "Tests/**/\(page.name).swift" : files).",
        sourceLocation: snippet.sourceLocation(0)
      )
    }
  }

  @Test func `pages have names of their own`() throws {
    let names = try Page.all().map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(.enabled("PAGES_COVERAGE names no file") { try Coverage.ofEnvironment() != nil })
  func `every line of every Swift snippet of a page has run`() throws {
    let coverage = try #require(try Coverage.ofEnvironment())
    var count = 0
    for page in try Page.all() {
      for snippet in page.snippets {
        for problem in snippet.linesNotRun(coverage, in: try page.listings()) {
          Issue.record("This did not run.", sourceLocation: snippet.sourceLocation(problem))
        }
        count += 1
      }
    }
    print("\(count) snippets of pages were looked at.")
    #expect(count > 0)
  }
}

extension Snippet {
  /// The lines of the snippet, from 0, that did not run.
  ///
  /// Where the same code stands in several places, it must have run in one of them.
  func linesNotRun(_ coverage: Coverage, in listings: [Listing]) -> [Int] {
    listings.flatMap { listing in
      listing.places(of: self).map { linesNotRun(coverage, at: $0, of: listing) }
    }.min { $0.count < $1.count } ?? Array(code.prefix(1))
  }

  private func linesNotRun(_ coverage: Coverage, at place: Range<Int>, of listing: Listing) -> [Int]
  {
    let offset = place.lowerBound - code.lowerBound
    if coverage.counts(place, of: listing.path) {
      return coverage.linesNotRun(in: place, of: listing.path).map { $0 - offset }
    }
    // Declarations without code, such as protocols; or else code that is compiled out, as it may be
    // where only Apple's systems have a module.
    let conditions = listing.conditions(ofLine: place.lowerBound)
    if conditions.contains(where: { $0.contains(/canImport\((SwiftUI|UIKit|AppKit)\)/) }) {
      print("\(path):\(line): not for this system")
      return []
    }
    return conditions.isEmpty && coverage.knows(listing.path) ? [] : Array(code.prefix(1))
  }

  func sourceLocation(_ index: Int) -> SourceLocation {
    SourceLocation(fileID: "swift-injection/\(path)", filePath: path, line: line + index, column: 1)
  }
}
