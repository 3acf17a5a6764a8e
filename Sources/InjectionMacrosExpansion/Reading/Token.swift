/// The smallest part of Swift code that has a meaning of its own.
struct Token {
  enum Kind {
    /// A keyword, a name, a name in backticks.
    case word
    case number
    /// A whole string literal, with what is interpolated.
    case string
    /// A whole regex literal.
    case regex
    /// A bracket, a comma, an operator, …
    case sign
    /// `#if`, `#line`, …
    case directive
    case end
  }

  var kind: Kind
  /// Its bytes, without the space and the comments before it.
  var range: Range<Int>
  /// The one byte of a sign; 0 if the token is longer or no sign.
  var sign: UInt8 = 0

  func isSign(_ sign: Unicode.Scalar) -> Bool { self.sign == UInt8(ascii: sign) }

  /// Whether it is one of `(`, `[` and `{`.
  var isOpening: Bool { isSign("(") || isSign("[") || isSign("{") }

  /// Whether it is one of `)`, `]` and `}`.
  var isClosing: Bool { isSign(")") || isSign("]") || isSign("}") }
}
