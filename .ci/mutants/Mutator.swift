import Foundation

/// One change.
struct Mutant {
  enum Form: String {
    /// A condition is true, or false.
    case isTrue = "is true"
    case isFalse = "is false"
    /// Of `&&` and `||`, one side is left out.
    case right = "only the right side"
    case left = "only the left side"
    /// An optional is `nil`.
    case isNil = "is nil"
    /// A statement is left out.
    case leave = "left out"
  }

  let number: Int
  let path: String, line: Int, text: String
  let form: Form
  /// Which of those in the line.
  let index: Int

  /// Where it is. Doesn't change with the lines above.
  var site: String { "\(path.split(separator: "/").last!)\t\(text)\t\(index)" }
  var name: String { "\(site): \(form.rawValue)" }
}

/// Writes mutants into a file.
struct Mutator {
  private(set) var mutants: [Mutant] = []
  private(set) var next: Int
  /// The file with all mutants, none of which is chosen.
  private(set) var result = ""

  private let path: String
  private let text: [Character]
  /// Whether each character is code, and no comment or string.
  private var isCode: [Bool]
  private let lines: [Int]
  private let ownLines: [String]
  private var changes: [(at: Int, count: Int, text: String)] = []
  private var counts: [Int: Int] = [:]
  private let refused: Set<String>

  init(_ path: String, _ source: String, from number: Int, without refused: Set<String>) {
    (self.path, text, self.refused) = (path, Array(source), refused)
    next = number + 1
    isCode = Self.code(text)
    ownLines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var line = 1
    lines = text.map { character in
      defer { if character == "\n" { line += 1 } }
      return line
    }
    findOperators()
    findConditions()
    findStatements()
    apply()
  }

  // MARK: Places

  private static func code(_ text: [Character]) -> [Bool] {
    var code = Array(repeating: true, count: text.count)
    var index = 0
    while index < text.count {
      let start = index
      if text[index] == "/", index + 1 < text.count, text[index + 1] == "/" {
        while index < text.count, text[index] != "\n" { index += 1 }
      } else if text[index] == "\"" {
        index += 1
        while index < text.count, text[index] != "\"" { index += text[index] == "\\" ? 2 : 1 }
        index += 1
      } else {
        index += 1
        continue
      }
      for other in start..<min(index, text.count) { code[other] = false }
    }
    return code
  }

  private func has(_ word: String, at index: Int) -> Bool {
    guard index >= 0, index + word.count <= text.count else { return false }
    return zip(word, text[index...]).allSatisfy { $0 == $1 }
      && (index..<index + word.count).allSatisfy { isCode[$0] }
  }

  /// Inserts text that takes a mutant's number, or two.
  private mutating func add(
    _ forms: [Mutant.Form],
    at index: Int,
    replacing count: Int = 0,
    _ text: String
  ) {
    let line = lines[index]
    let number = counts[line, default: 0]
    counts[line] = number + 1
    let own = forms.enumerated().map {
      Mutant(
        number: next + $0,
        path: path,
        line: line,
        text: ownLines[line - 1].trimmingCharacters(in: .whitespaces),
        form: $1,
        index: number
      )
    }
    if refused.contains(own[0].site) { return }
    changes.append((index, count, text.replacingOccurrences(of: "#", with: "\(next)")))
    mutants += own
    next += forms.count
  }

  private mutating func findOperators() {
    for index in text.indices {
      if has(" && ", at: index) {
        add([.right, .left], at: index + 1, replacing: 2, "&&& # &&>")
      } else if has(" || ", at: index) {
        add([.right, .left], at: index + 1, replacing: 2, "||| # ||>")
      } else if has(" ? ", at: index) {
        add([.isTrue, .isFalse], at: index + 1, "^^ # ")
      } else if has(" ?? ", at: index) {
        add([.isNil], at: index + 1, "^^| # ")
      }
    }
  }

  /// Conditions of `if`, `guard` and `while`, and computed properties that are one.
  private mutating func findConditions() {
    for index in text.indices {
      let isStart = index == 0 || !(text[index - 1].isLetter || text[index - 1] == ".")
      guard isStart, let word = ["if ", "guard ", "while "].first(where: { has($0, at: index) })
      else { continue }
      var (depth, start, end) = (0, index + word.count, index + word.count)
      var clauses: [Range<Int>] = []
      while end < text.count {
        if isCode[end] {
          if depth == 0, text[end] == "{" || has("else {", at: end) { break }
          if "([{".contains(text[end]) { depth += 1 }
          if ")]}".contains(text[end]) { depth -= 1 }
          if depth < 0 { break }
          if depth == 0, text[end] == "," {
            clauses.append(start..<end)
            start = end + 1
          }
        }
        end += 1
      }
      if depth == 0 { clauses.append(start..<end) }
      for clause in clauses { addCondition(clause) }
    }
    // `var isX: Bool { condition }`
    var offset = 0
    for line in ownLines {
      if line.contains(/(: Bool|-> Bool) \{ .* \}$/), isCode[offset] {
        add([.isTrue, .isFalse], at: offset + line.count - 2, " ^^ #")
      }
      offset += line.count + 1
    }
  }

  private mutating func addCondition(_ clause: Range<Int>) {
    let all = text[clause]
    guard let first = all.firstIndex(where: { !$0.isWhitespace && isCode[clause.lowerBound] }),
      let last = all.lastIndex(where: { !$0.isWhitespace })
    else { return }
    if ["case ", "#", "var ", "true"].contains(where: { has($0, at: first) }) { return }
    if !has("let ", at: first) { return add([.isTrue, .isFalse], at: last + 1, " ^^ #") }
    let own = String(text[first...last])
    // A name for what has none.
    let name = own.contains(" = ") ? "" : " = \(own.dropFirst(4))"
    add([.isNil], at: last + 1, "\(name) ^^^ #")
  }

  /// Statements on a line of their own, except those of initializers, which must set properties.
  private mutating func findStatements() {
    let all = ownLines
    var (offset, isInitializer, indent) = (0, false, 0)
    for (number, line) in all.enumerated() {
      defer { offset += line.count + 1 }
      let own = line.trimmingCharacters(in: .whitespaces)
      let margin = line.prefix { $0 == " " }.count
      if own.contains(/^(.* )?init[(<?]/) || own.contains(/^(.* )?deinit/) {
        (isInitializer, indent) = (own.contains(/(^| )init/), margin)
      } else if !own.isEmpty, margin <= indent, own != "{", !own.hasPrefix(")") {
        isInitializer = false
      }
      let before = all[..<number].last { !$0.contains(/^ *(\/\/.*)?$/) }
      let after = all[(number + 1)...].first { !$0.contains(/^ *(\/\/.*)?$/) }
      // It may be the value of a function.
      let isAlone =
        before?.contains(/(->|var).* \{$/) == true
        && after?.trimmingCharacters(in: .whitespaces) == "}"
      guard !isInitializer, margin >= 4 || own.hasPrefix("defer {"), isStatement(own), !isAlone,
        isEnd(before), isBegin(after)
      else { continue }
      if own.hasPrefix("defer { "), own.hasSuffix(" }") {
        changes.append((offset + line.count, 0, " }"))
        add([.leave], at: offset + margin + 8, "if !isLeftOut(#) { ")
      } else {
        changes.append((offset + line.count, 0, " }"))
        add([.leave], at: offset + margin, "if !isLeftOut(#) { ")
      }
      // Refused.
      if changes.last?.text == " }" { changes.removeLast() }
    }
  }

  private func isStatement(_ line: String) -> Bool {
    let words = [
      "let", "var", "return", "if", "guard", "else", "for", "while", "func", "case", "default",
      "switch", "struct", "class", "enum", "extension", "import", "private", "package", "public",
      "final", "static", "repeat", "break", "continue", "throw", "fileprivate", "override",
      "fatalError", "mutating", "subscript", "convenience", "get", "set", "init", "deinit",
      "typealias", "do",
    ]
    let first = line.prefix { $0.isLetter }
    guard let start = line.first, start.isLetter || start == "_" || start == "(",
      !words.contains(String(first)), !line.contains("//")
    else { return false }
    func count(_ characters: String) -> Int { line.filter { characters.contains($0) }.count }
    return count("([{") == count(")]}")
      && (line.contains(/^(defer \{ )?[A-Za-z_.?!()]+\(.*[)}]$/) || line.contains(/\ [|+*]?=\ /))
      && !line.hasSuffix(",") && !line.hasSuffix(":")
  }

  private func isEnd(_ line: String?) -> Bool {
    guard let line else { return false }
    return line.contains(/[\w)}\]!?"]$/) || line.contains(/(\{|\bin|:)$/)
  }

  private func isBegin(_ line: String?) -> Bool {
    guard let own = line?.trimmingCharacters(in: .whitespaces), let first = own.first else {
      return false
    }
    return first.isLetter || "_}({".contains(first) || own.hasPrefix("@")
  }

  private mutating func apply() {
    var text = text.map(String.init)
    for change in changes {
      if change.at == text.count {
        text.append(change.text)
        continue
      }
      for index in change.at..<change.at + change.count { text[index] = "" }
      text[change.at] = change.text + text[change.at]
    }
    result = text.joined()
  }
}
