import Foundation

/// A block of Swift on a page or in a documentation comment.
struct Block {
  /// The file it stands in, from the package's folder.
  let path: String
  /// The line of the file on which its first line stands.
  let line: Int
  let lines: [String]
  /// The block of `text` that follows with no paragraph between.
  var text: String?

  /// All blocks that begin with ```` ```swift ```` and end with ```` ``` ````.
  static func all(in text: String, path: String) -> [Block] {
    var blocks: [Block] = []
    var block: (start: Int, language: Substring, indentation: String, lines: [String])?
    var isAfterSwift = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let content = line.drop { $0 == " " || $0 == "/" }
      if let ended = block, content.hasPrefix("```") {
        if ended.language == "swift" {
          blocks.append(Block(path: path, line: ended.start, lines: ended.lines))
        } else if ended.language == "text", isAfterSwift {
          blocks[blocks.count - 1].text = ended.lines.joined(separator: "\n")
        }
        isAfterSwift = ended.language == "swift"
        block = nil
      } else if block != nil {
        // An empty line of a comment has no blank at its end.
        let isInside = line.hasPrefix(block!.indentation)
        block!.lines.append(isInside ? String(line.dropFirst(block!.indentation.count)) : "")
      } else if content.hasPrefix("```") {
        let indentation = String(line.prefix(line.count - content.count))
        block = (index + 2, content.dropFirst(3), indentation, [])
      } else if !content.isEmpty {
        isAfterSwift = false
      }
    }
    return blocks
  }

  /// The module that the first line names.
  var module: String? {
    guard let first = lines.first, first.hasPrefix("// Sources/") || first.hasPrefix("// Tests/")
    else { return nil }
    return String(first.split(separator: "/")[1])
  }

  /// The lines of each import, which are three where it is conditional.
  private var importRanges: [Range<Int>] {
    lines.indices.compactMap { index in
      if lines[index].hasPrefix("import ") || lines[index].hasPrefix("@testable import ") {
        return index..<index + 1
      }
      let isConditional = lines[index].hasPrefix("#if canImport(") && index + 2 < lines.count
      return isConditional && lines[index + 1].hasPrefix("  import ") ? index..<index + 3 : nil
    }
  }

  /// Tests import the reader's own module, which is the page here.
  var isFileOfTests: Bool { lines.contains("@testable import Shop") }

  var imports: [String] {
    importRanges.map { lines[$0].joined(separator: "\n") }.filter { !$0.hasPrefix("@testable ") }
  }

  var importedModules: Set<String> {
    Set(imports.flatMap { $0.matches(of: #/import (\w+)/#).map { String($0.1) } })
  }

  /// What the comments at the ends of the statements say, or the text that follows.
  var expectedOutput: String {
    let comments = parts.filter { !$0.isDeclaration }.flatMap { lines[$0.lines] }.compactMap {
      $0.firstMatch(of: /[^ ] {2}\/\/ (.*)$/).map { String($0.1) }
    }
    return comments.isEmpty ? text ?? "" : comments.joined(separator: "\n")
  }

  // MARK: - Source

  var whole: String { source(of: lines.indices) }

  func declarations(_ change: (String) -> String) -> String {
    parts.filter(\.isDeclaration).map {
      place($0.lines.lowerBound) + change(text(of: $0.lines)) + "#sourceLocation()\n"
    }.joined()
  }

  var statements: String {
    let runs = parts.filter { !$0.isDeclaration && text(of: $0.lines).contains(/(?m)^\s*[^\s\/]/) }
    return runs.map { source(of: $0.lines) }.joined()
  }

  private func source(of range: Range<Int>) -> String {
    place(range.lowerBound) + text(of: range) + "#sourceLocation()\n"
  }

  private func text(of range: Range<Int>) -> String {
    let imports = Set(importRanges.joined())
    return range.filter { !imports.contains($0) }.map { lines[$0] }.joined(separator: "\n") + "\n"
  }

  private func place(_ index: Int) -> String {
    "#sourceLocation(file: \"\(path)\", line: \(line + index))\n"
  }

  // MARK: - Parts

  private struct Part {
    let isDeclaration: Bool
    var lines: Range<Int>
  }

  /// The declarations and the runs of statements, in their order.
  private var parts: [Part] {
    var parts: [Part] = []
    var index = 0
    let imports = importRanges
    while index < lines.count {
      if let range = imports.first(where: { $0.lowerBound == index }) {
        parts.append(Part(isDeclaration: true, lines: range))
        index = range.upperBound
        continue
      }
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
      case "{", "(": depth += 1
      case "}", ")": depth -= 1
      case "\n" where depth == 0: return index
      default: break
      }
    }
    return text.endIndex
  }

  private static let keywords: Set<Substring> = [
    "actor", "class", "enum", "extension", "func", "protocol", "struct", "typealias",
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

  /// The declaration, private to its file: samples in comments share their names.
  static func privately(_ declaration: String) -> String {
    guard let keyword = declarationKeyword(in: declaration) else { return declaration }
    let before = declaration[..<keyword]
    let after = declaration[keyword...]
    let head = after.prefix { $0 != "{" }
    let saysAccess = ["private", "public", "internal", "package"].contains { before.contains($0) }
    // An extension that adds a conformance cannot have an access level.
    let isConformance = after.hasPrefix("extension") && head.contains(":")
    if saysAccess || isConformance { return declaration }
    // A module has one `@main` at most, samples may have many.
    return before.replacing("@main", with: "") + "fileprivate " + after
  }
}
