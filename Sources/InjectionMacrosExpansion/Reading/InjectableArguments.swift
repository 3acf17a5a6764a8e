/// What stands in the parentheses of `@Injectable(…)`, as ranges of the attribute's bytes.
struct InjectableArguments {
  var lifetime: Range<Int>?
  var test: Range<Int>?
  var preview: Range<Int>?

  /// The first label that is none of these. The compiler refuses them before the macro sees them.
  var unknown: String?

  init(_ attribute: [UInt8]) {
    var reader = TokenReader(attribute)
    while !reader.isAtEnd, !reader.isSign("(") { reader.advance() }
    reader.advance()
    while !reader.isAtEnd, !reader.isSign(")") {
      let name = reader.text
      reader.advance()
      if reader.isSign(":") { reader.advance() }
      let start = reader.token.range.lowerBound
      while !reader.isAtEnd, !reader.isSign(")"), !reader.isBeforeArgument {
        if reader.token.isOpening { reader.skipGroup() } else { reader.advance() }
      }
      let value = start..<max(start, reader.end)
      switch name {
      case "lifetime": lifetime = value
      case "test": test = value
      case "preview": preview = value
      default: unknown = unknown ?? name
      }
      if reader.isSign(",") { reader.advance() }
    }
  }
}

extension TokenReader {
  /// Whether the comma here ends an argument: not so in `A<B, C>()`.
  fileprivate var isBeforeArgument: Bool {
    guard isSign(",") else { return false }
    var rest = self
    rest.advance()
    if rest.isSign(")") { return true }
    rest.advance()
    return rest.isSign(":")
  }
}
