/// A declaration of a variable or a constant, taken apart. All ranges are of the code's bytes,
/// without space and comments around them.
struct PropertyDeclaration {
  var header = DeclarationHeader()

  /// `var` or `let`.
  var keyword: Range<Int>

  /// With its backticks.
  var name: Range<Int>

  var type: Range<Int>?
  var initialValue: Range<Int>?

  /// The type of the initial value, if it is a literal that says so.
  var literalType: String?

  /// Accessors or observers, with their braces.
  var accessors: Range<Int>?

  /// The first `some` in the type.
  var opaqueType: Range<Int>?
}

extension PropertyDeclaration {
  /// Why a declaration could not be read.
  enum Failure: Error, Equatable {
    /// It declares something else.
    case notAProperty

    /// It declares more than one property, or has a pattern instead of a name.
    case severalNames

    case tooDeep
  }

  init(_ code: [UInt8]) throws(Failure) {
    var reader = TokenReader(code)
    let header = reader.readHeader(before: ["var", "let"])
    guard reader.isWord("var") || reader.isWord("let") else {
      throw reader.isTooDeep ? .tooDeep : .notAProperty
    }
    let keyword = reader.token.range
    reader.advance()
    guard reader.token.kind == .word, !reader.isWord("_") else { throw .severalNames }
    self.init(header: header, keyword: keyword, name: reader.token.range)
    reader.advance()
    if reader.isSign(":") { readType(&reader) }
    if reader.isSign("=") { try readInitialValue(&reader) }
    if reader.isSign("{") {
      let start = reader.token.range.lowerBound
      reader.skipGroup()
      accessors = start..<reader.end
    }
    if reader.isSign(",") { throw .severalNames }
    if reader.isTooDeep { throw .tooDeep }
  }

  private mutating func readType(_ reader: inout TokenReader) {
    reader.isInType = true
    reader.advance()
    let start = reader.token.range.lowerBound
    var open = 0
    while !reader.isAtEnd {
      if open == 0, reader.isSign("=") || reader.isSign(",") || reader.isSign("{") { break }
      if reader.isSign("<") || reader.token.isOpening { open += 1 }
      if reader.isSign(">") || reader.token.isClosing { open -= 1 }
      if opaqueType == nil, reader.isWord("some") { opaqueType = reader.token.range }
      // What follows an equals sign is no type. It is read together with the sign.
      reader.advance()
    }
    reader.isInType = false
    if reader.end > start { type = start..<reader.end }
  }

  private mutating func readInitialValue(_ reader: inout TokenReader) throws(Failure) {
    reader.advance()
    var endOfArguments = 0
    let start = reader.token.range.lowerBound
    while !reader.isAtEnd {
      if reader.isSign(","), reader.token.range.lowerBound >= endOfArguments {
        guard let end = reader.endOfGenericArguments else { throw .severalNames }
        endOfArguments = end
      }
      if reader.isSign("{"), reader.isAtObservers { break }
      if reader.token.isOpening { reader.skipGroup() } else { reader.advance() }
    }
    guard reader.end > start else { return }
    initialValue = start..<reader.end
    literalType = reader.literalType(of: start..<reader.end)
  }
}

extension TokenReader {
  /// How far the comma here, and those after it, separate generic arguments, `A<B, C>()`; `nil` if
  /// it separates two declarations, `a = b, c = d`.
  fileprivate var endOfGenericArguments: Int? {
    var rest = self
    repeat {
      rest.advance()
      if rest.isSign("(") { rest.skipGroup() } else { rest.advance() }
    } while rest.isSign(",")
    let isDeclaration = rest.isAtEnd || rest.isSign(":") || rest.isSign("=") || rest.isSign("{")
    return isDeclaration ? nil : rest.end
  }

  /// Whether the brace here begins observers. After an initial value, all else is a closure.
  fileprivate var isAtObservers: Bool {
    var rest = self
    rest.advance()
    while rest.isSign("@") { _ = rest.readAttribute() }
    guard rest.isWord("didSet") || rest.isWord("willSet") || rest.isWord("init") else {
      return false
    }
    rest.advance()
    return rest.isSign("{") || rest.isSign("(")
  }

  /// The type of code that is a literal of a number, of text or of a truth value.
  fileprivate func literalType(of code: Range<Int>) -> String? {
    var literal = TokenReader(Array(lexer.code[code]))
    let isSigned = literal.isSign("-") || literal.isSign("+")
    if isSigned { literal.advance() }
    let kind = literal.token.kind
    let text = literal.text
    literal.advance()
    guard literal.isAtEnd else { return nil }
    switch kind {
    case .number: return isFraction(text) ? "Double" : "Int"
    case .string: return isSigned ? nil : "String"
    case .word: return !isSigned && (text == "true" || text == "false") ? "Bool" : nil
    default: return nil
    }
  }

  private func isFraction(_ number: String) -> Bool {
    let isHexadecimal = number.hasPrefix("0x")
    for scalar in number.unicodeScalars {
      switch scalar {
      case ".", "p", "P": return true
      case "e", "E": if !isHexadecimal { return true }
      default: break
      }
    }
    return false
  }
}
