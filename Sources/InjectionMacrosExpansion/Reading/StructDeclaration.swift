/// The parts of a struct's declaration. All ranges are offsets in the code's bytes.
struct StructDeclaration {
  let header: DeclarationHeader
  let name: Scanner.Token
  let members: [Member]

  struct Member {
    let range: Range<Int>

    /// The end of what stands before it, such as the previous member.
    let start: Int

    /// The `#if` around it.
    let condition: Range<Int>?
  }
}

extension StructDeclaration {
  /// Returns `nil` if the code declares something else.
  init?(_ code: [UInt8]) {
    var tokens = Scanner.tokens(of: code[...])[...]
    header = DeclarationHeader(&tokens, before: ["struct"])
    guard tokens.popFirst() != nil, let name = tokens.popFirst(), let body = tokens.last,
      body.starts(with: "{")
    else { return nil }
    self.name = name
    var rest = Scanner.tokens(of: code[body.range].dropFirst().dropLast())[...]
    var members: [Member] = []
    var conditions: [Range<Int>] = []
    var start = body.range.lowerBound + 1
    while let first = rest.first {
      let member = rest.takeMember(in: code)
      let end = member.last!.range.upperBound
      if first.text == "#" {
        let word = member.dropFirst().first?.text
        if word == "if" { conditions.append(first.range) }
        if word == "endif" { _ = conditions.popLast() }
      } else if first.text != ";" {
        let range = first.range.lowerBound..<end
        members.append(Member(range: range, start: start, condition: conditions.last))
      }
      start = end
    }
    self.members = members
  }
}

extension ArraySlice<Scanner.Token> {
  private static let keywords = [
    "var", "let", "func", "init", "deinit", "subscript", "struct", "class", "enum", "actor",
    "protocol", "typealias", "case", "import", "extension",
  ]

  /// The words that begin a member, also as the first of several.
  private static let starts: Set = Set(
    keywords + DeclarationHeader.accessLevels + [
      "@", "#", "static", "nonisolated", "mutating", "nonmutating", "consuming", "borrowing",
      "lazy", "weak", "unowned", "final", "open", "indirect",
    ]
  )

  /// The signs after which a line is continued by the next one.
  private static let open: Set = [
    ":", "=", ",", ".", "->", "&", "|", "+", "-", "*", "/", "%", "<", "^", "~",
  ]

  /// Takes a declaration, a line that begins with `#`, or a semicolon. There must be a token.
  fileprivate mutating func takeMember(in code: [UInt8]) -> Self {
    let all = self
    if first?.text == "#" {
      repeat { removeFirst() } while first != nil && !isAtLineStart(after: all, in: code)
    } else if first?.text == ";" {
      removeFirst()
    } else {
      _ = DeclarationHeader(&self, before: Self.keywords)
      while let token = popFirst(), !isAtMember(after: token, in: code) {
        // A type can begin with attributes on lines of their own.
        while token.text == ":", takeAttribute() != nil {}
      }
    }
    return all[..<startIndex]
  }

  /// Whether a newline is before the first token.
  private func isAtLineStart(after all: Self, in code: [UInt8]) -> Bool {
    let gap = code[all[startIndex - 1].range.upperBound..<self[startIndex].range.lowerBound]
    return gap.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  private func isAtMember(after token: Scanner.Token, in code: [UInt8]) -> Bool {
    guard let next = first, next.text != ";" else { return true }
    let gap = code[token.range.upperBound..<next.range.lowerBound]
    return Self.starts.contains(next.text) && !Self.open.contains(token.text)
      && gap.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }
}
