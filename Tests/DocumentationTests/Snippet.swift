import Foundation
import TestSupport

/// A block of Swift in README.md or in a documentation comment.
struct Snippet: Equatable {
  /// The file it stands in, from the package's folder.
  let path: String
  /// The line of the file on which its first line stands.
  let line: Int
  let lines: [String]
}

extension Snippet {
  /// All blocks that begin with ```` ```swift ```` and end with ```` ``` ````.
  static func all(in text: String, path: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var start: Int?
    var block: [String] = []
    var indentation = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let content = line.drop { $0 == " " || $0 == "/" }
      if start != nil, content.hasPrefix("```") {
        snippets.append(Snippet(path: path, line: start! + 1, lines: block))
        start = nil
      } else if start != nil {
        // An empty line of a comment has no blank at its end.
        block.append(String(line.hasPrefix(indentation) ? line.dropFirst(indentation.count) : ""))
      } else if content.hasPrefix("```swift") {
        start = index + 1
        block = []
        indentation = String(line.prefix(line.count - content.count))
      }
    }
    return snippets
  }

  /// All blocks in README.md.
  static func inReadMe() throws -> [Snippet] { try inFile("README.md") }

  /// All blocks in the documentation comments of the package, those of all its targets that need no
  /// module which only Apple's systems have.
  static func inSources() throws -> [Snippet] {
    try PackageDirectory.files(in: "Sources", ending: ".swift")
      .filter { !$0.hasPrefix("Sources/InjectionSwiftUI/") }
      .flatMap { try inFile($0) }
  }

  /// All blocks in the documentation comments of `InjectionSwiftUI`.
  static func inSwiftUISources() throws -> [Snippet] {
    try PackageDirectory.files(in: "Sources/InjectionSwiftUI", ending: ".swift")
      .flatMap { try inFile($0) }
  }

  private static func inFile(_ path: String) throws -> [Snippet] {
    let file = PackageDirectory.url.appendingPathComponent(path)
    return all(in: try String(contentsOf: file, encoding: .utf8), path: path)
  }
}
