/// A declaration of a variable or a constant, taken apart. All ranges are of the code's bytes, without
/// space and comments around them.
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

  /// Each `some` in the type.
  var opaqueTypes: [Range<Int>] = []
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
      if reader.isWord("some") { opaqueTypes.append(reader.token.range) }
      // What follows an equals sign is no type. It is read together with the sign.
      reader.advance()
    }
    reader.isInType = false
    if reader.end > start { type = start..<reader.end }
  }

  private mutating func readInitialValue(_ reader: inout TokenReader) throws(Failure) {
    reader.advance()
    var tokens: [Token] = []
    var endOfArguments = 0
    let start = reader.token.range.lowerBound
    while !reader.isAtEnd {
      if reader.isSign(","), reader.token.range.lowerBound >= endOfArguments {
        guard let end = reader.endOfGenericArguments else { throw .severalNames }
        endOfArguments = end
      }
      if reader.isSign("{"), reader.isAtObservers { break }
      if tokens.count < 3 { tokens.append(reader.token) }
      if reader.token.isOpening { reader.skipGroup() } else { reader.advance() }
    }
    guard reader.end > start else { return }
    initialValue = start..<reader.end
    literalType = reader.literalType(of: tokens)
  }
}

extension TokenReader {
  /// How far the comma here, and those after it, separate generic arguments, `A<B, C>()`; `nil` if it
  /// separates two declarations, `a = b, c = d`.
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

  /// The type of an initial value that is a literal: number, text, truth value.
  fileprivate func literalType(of tokens: [Token]) -> String? {
    var tokens = tokens[...]
    let isSigned = tokens.first.map { $0.isSign("-") || $0.isSign("+") } ?? false
    if isSigned { tokens.removeFirst() }
    guard let token = tokens.first, tokens.count == 1 else { return nil }
    switch token.kind {
    case .number:
      let text = text(token.range)
      let isHexadecimal = text.hasPrefix("0x")
      let isFraction = text.contains { $0 == "." || (isHexadecimal ? "pP" : "eE").contains($0) }
      return isFraction ? "Double" : "Int"
    case .string where !isSigned: return "String"
    case .word where !isSigned && ["true", "false"].contains(text(token.range)): return "Bool"
    default: return nil
    }
  }
}
