// A snippet as a file that can be compiled beside those of other snippets.
//
// What it declares stays at the top level and becomes private to the file, since many snippets
// declare the same names. What it does goes into a function, and what it overrides into a test
// case. Types and properties that it only mentions come from the module DocumentationFixtures; what
// a snippet declares itself is found before them. Where it leaves code out, `{ … }`, anything may
// stand.

extension Snippet {
  /// The text of the file.
  var source: String {
    var result = """
      import DocumentationFixtures
      import Foundation
      import Injection
      import InjectionEssentials
      import InjectionInspection
      import InjectionMacros
      import InjectionTesting
      import Observation
      import Testing
      import XCTest
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif

      """
    if lines.first?.hasPrefix("override ") == true {
      return result + """
        private final class SomeTests: XCTestCase {
        #sourceLocation(file: "\(path)", line: \(line))
        \(lines.joined(separator: "\n"))
        #sourceLocation()
        }

        """
    }
    var statements = ""
    for part in parts {
      let place = "#sourceLocation(file: \"\(path)\", line: \(line + part.lines.lowerBound))\n"
      let text =
        lines[part.lines].joined(separator: "\n").replacing("{ … }", with: "{ leftOut() }")
        + "\n"
      if part.isDeclaration {
        result += place + Self.privately(text) + "#sourceLocation()\n"
      } else {
        statements += place + text + "#sourceLocation()\n"
      }
    }
    if !statements.isEmpty {
      result += "private func snippet() async throws {\n\(statements)}\n"
    }
    return result
  }

  private struct Part {
    let isDeclaration: Bool
    var lines: Range<Int>
  }

  /// The declarations and the runs of statements, in their order.
  private var parts: [Part] {
    var parts: [Part] = []
    var index = 0
    while index < lines.count {
      let rest = lines[index...].joined(separator: "\n")
      if let keyword = Self.declarationKeyword(in: rest) {
        let text = rest[..<Self.end(ofDeclarationWith: keyword, in: rest)]
        let end = index + text.count { $0 == "\n" } + 1
        parts.append(Part(isDeclaration: true, lines: index..<end))
      } else if let last = parts.last, !last.isDeclaration {
        parts[parts.count - 1].lines = last.lines.lowerBound..<index + 1
      } else {
        parts.append(Part(isDeclaration: false, lines: index..<index + 1))
      }
      index = parts.last!.lines.upperBound
    }
    return parts
  }

  /// The end of the declaration's line, or that of the line where its braces are closed.
  private static func end(ofDeclarationWith keyword: String.Index, in text: String) -> String.Index
  {
    var depth = 0
    for index in text[keyword...].indices {
      switch text[index] {
      case "{": depth += 1
      case "}": depth -= 1
      case "\n" where depth == 0: return index
      default: break
      }
    }
    return text.endIndex
  }

  private static let keywords: Set<Substring> = [
    "actor", "class", "enum", "extension", "func", "import", "protocol", "struct", "typealias",
  ]
  private static let modifiers: Set<Substring> = [
    "final", "fileprivate", "indirect", "internal", "nonisolated", "open", "package", "private",
    "public",
  ]

  /// Where the keyword of a declaration stands that the text begins with, after its attributes.
  ///
  /// `@Injected(\.x) var x` declares no type and no function: a statement.
  private static func declarationKeyword(in text: String) -> String.Index? {
    var rest = text[...]
    while let first = rest.first {
      if first == "@" {
        rest = rest.dropFirst().drop { $0.isLetter || $0 == "." || $0 == "_" }
        var depth = 0
        while let next = rest.first, depth > 0 || next == "(" {
          if next == "(" { depth += 1 }
          if next == ")" { depth -= 1 }
          rest = rest.dropFirst()
        }
      } else {
        let word = rest.prefix { $0.isLetter }
        if keywords.contains(word) { return rest.startIndex }
        guard modifiers.contains(word) else { return nil }
        rest = rest.dropFirst(word.count)
      }
      let blank = rest.prefix { $0.isWhitespace }
      if blank.isEmpty { return nil }
      rest = rest.dropFirst(blank.count)
    }
    return nil
  }

  /// The declaration, private to its file.
  private static func privately(_ declaration: String) -> String {
    guard let keyword = declarationKeyword(in: declaration) else { return declaration }
    let before = declaration[..<keyword]
    let after = declaration[keyword...]
    let head = after.prefix { $0 != "{" }
    let saysAccess = ["private", "public", "internal", "package"].contains { before.contains($0) }
    // An extension that adds a conformance cannot have an access level.
    let isConformance = after.hasPrefix("extension") && head.contains(":")
    if saysAccess || isConformance || after.hasPrefix("import") { return declaration }
    // A module has one `@main` at most, snippets may have many.
    return before.replacing("@main", with: "") + "fileprivate " + after
  }
}
