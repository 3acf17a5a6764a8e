/// What stands before the keyword of a declaration: attributes and modifiers.
struct DeclarationHeader {
  /// An attribute or a modifier.
  struct Part {
    var name: String
    var range: Range<Int>
  }

  /// Each with the last part of its name: `Injectable` for `@InjectionMacros.Injectable(…)`.
  var attributes: [Part] = []

  /// Each with what follows in parentheses: `private(set)`.
  var modifiers: [Part] = []

  /// The first `#if` among them.
  var condition: Range<Int>?

  func modifier(_ names: [String]) -> Part? {
    modifiers.first { names.contains($0.name) }
  }
}

extension TokenReader {
  /// Reads up to one of the keywords. It is the next token then, or else what cannot stand there.
  @inline(never)  // See `TokenReader`.
  mutating func readHeader(before keywords: [String]) -> DeclarationHeader {
    var header = DeclarationHeader()
    while true {
      if isSign("@") {
        header.attributes.append(readAttribute())
      } else if token.kind == .directive {
        if header.condition == nil { header.condition = token.range }
        skipDirective()
      } else if token.kind == .word, !keywords.contains(text) {
        header.modifiers.append(readModifier())
      } else {
        return header
      }
    }
  }

  /// Reads `@Name`, `@Module.Name<Int>`, `@Name(of: it)`.
  mutating func readAttribute() -> DeclarationHeader.Part {
    let start = token.range.lowerBound
    advance()
    var name = text
    advance()
    while isSign(".") || isSign(":") {
      advance()
      if token.kind == .word {
        name = text
        advance()
      }
    }
    if isSign("<") { skipAngles() }
    if isSign("(") { skipGroup() }
    return DeclarationHeader.Part(name: name, range: start..<end)
  }

  private mutating func readModifier() -> DeclarationHeader.Part {
    let start = token.range.lowerBound
    var name = text
    advance()
    if isSign("(") {
      advance()
      name += "(\(text))"
      while !isSign(")"), !isAtEnd { advance() }
      advance()
    }
    return DeclarationHeader.Part(name: name, range: start..<end)
  }

  /// Skips the generic arguments of an attribute.
  private mutating func skipAngles() {
    isInType = true
    var open = 0
    repeat {
      if isSign("<") { open += 1 }
      if isSign(">") { open -= 1 }
      // The last one: what follows it is no type.
      if open == 0 { isInType = false }
      advance()
    } while open > 0 && !isAtEnd
  }

  /// Skips a directive with its condition, which ends with the line.
  private mutating func skipDirective() {
    advance()
    while !isAtEnd, !isAfterNewline { advance() }
  }
}
