/// A block of Swift on a page or in a documentation comment.
struct Block {
  /// The file it stands in, from the package's folder.
  let path: String
  /// The line of the file on which its first line stands.
  let line: Int
  let items: [Item]
  /// What the comments at the ends of its statements say, or the block of `text` that follows at
  /// once.
  var output: String

  /// All blocks that begin with ```` ```swift ```` and end with ```` ``` ````.
  static func all(in text: String, path: String) -> [Block] {
    var blocks: [Block] = []
    var end = text.startIndex
    for match in text.matches(of: #/(?m)^([ \/]*)```(\w+)\n((?s:.*?))^\1```$/#) {
      let line = text[..<match.3.startIndex].count { $0 == "\n" } + 1
      let lines = match.3.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.dropFirst(match.1.count) }.dropLast()
      let isNext = text[end..<match.range.lowerBound].allSatisfy(\.isWhitespace)
      if match.2 == "swift" {
        let items = Item.all(in: Array(lines), from: line)
        let comments = items.filter { $0.kind == .statement }.flatMap(\.lines)
          .compactMap { $0.firstMatch(of: /[^ ] {2}\/\/ (.*)$/)?.1 }
        blocks.append(
          Block(path: path, line: line, items: items, output: comments.joined(separator: "\n"))
        )
      } else if match.2 == "text", isNext, blocks.last?.output == "" {
        blocks[blocks.count - 1].output = lines.joined(separator: "\n")
      }
      end = match.range.upperBound
    }
    return blocks
  }

  var source: String { items.map(\.text).joined(separator: "\n") }

  /// The items of a kind, each with its place in the file.
  func source(of kind: Item.Kind, _ change: (String) -> String = { $0 }) -> String {
    items.filter { $0.kind == kind }.map {
      "#sourceLocation(file: \"\(path)\", line: \($0.line))\n\(change($0.text))\n#sourceLocation()\n"
    }.joined()
  }
}

/// An import, a declaration or a statement, with the comments and attributes above it.
struct Item {
  enum Kind { case `import`, declaration, statement }

  let line: Int
  var lines: [Substring]

  /// An item begins on a line that is neither indented nor the end of the item before.
  static func all(in lines: [Substring], from first: Int) -> [Item] {
    var items: [Item] = []
    var isOpen = false
    for (offset, line) in lines.enumerated() {
      let isContinued = line.isEmpty || " })]".contains(line.first!) || line.hasPrefix("#endif")
      if items.isEmpty || !isContinued && !isOpen {
        items.append(Item(line: first + offset, lines: [line]))
      } else {
        items[items.count - 1].lines.append(line)
      }
      if isContinued { continue }
      isOpen = line.hasPrefix("//") || line.hasPrefix("@") && !line.contains(named)
    }
    return items
  }

  var text: String { lines.joined(separator: "\n") }

  var kind: Kind {
    if text.contains(#/(?m)^(#if .*\n  )?(@testable )?import /#) { return .import }
    let isComment = lines.allSatisfy { $0.isEmpty || $0.hasPrefix("//") }
    return isComment || text.contains(Self.declaration) ? .declaration : .statement
  }

  /// The declaration, private to its file: samples in comments share their names.
  static func privately(_ text: String) -> String {
    guard let match = text.firstMatch(of: declaration) else { return text }
    // An extension that adds a conformance cannot have an access level.
    let isConformance = match.2 == "extension" && match.3.contains(":")
    if match.1.contains("private") || isConformance { return text }
    let keyword = match.2.startIndex
    return text[..<keyword] + "fileprivate " + text[keyword...]
  }

  /// `@Injected(\.x) var x` declares no type and no function: a statement.
  private static var declaration: Regex<(Substring, Substring, Substring, Substring)> {
    #/(?m)^((?:(?:@[\w.]+(?:\(.*\))?|\w+) )*)(actor|class|enum|extension|func|macro|protocol|struct|typealias) ([^{\n]*)/#
  }
  private static var named: Regex<(Substring, Substring)> {
    #/\b(var|let|import|actor|class|enum|extension|func|macro|protocol|struct|typealias) /#
  }
}
