/// The code of an initial value, which may contain the name of its type.
struct InitialValue {
  let tokens: [Scanner.Token]
  let code: [UInt8]

  /// The type of a literal, of `Type(…)`, or of `Type.member` and `Type.member(…)`, whose values
  /// are assumed to have that type; `nil` for any other code.
  var type: String? { literalType ?? namedType }

  private var literalType: String? {
    guard let last = tokens.last?.range.upperBound else { return nil }
    let literal = text(to: last)
    if literal == "true" || literal == "false" { return "BooleanLiteralType" }
    if tokens.count == 1, literal.drop(while: { $0 == "#" }).hasPrefix("\"") {
      return "StringLiteralType"
    }
    let isSigned = tokens[0].text == "-" || tokens[0].text == "+"
    let number = literal.dropFirst(isSigned ? 1 : 0).filter { $0 != "_" }
    // `Double` also accepts words, such as `infinity`.
    guard "0"..."9" ~= number.prefix(1) else { return nil }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2), ("", 10)]
    where number.hasPrefix(prefix) && Int(number.dropFirst(prefix.count), radix: radix) != nil {
      return "IntegerLiteralType"
    }
    return Double(number) == nil ? nil : "FloatLiteralType"
  }

  private var namedType: String? {
    var rest = tokens[...]
    var end = 0
    if rest.first?.starts(with: "[") == true, rest.dropFirst().first?.starts(with: "(") == true {
      end = rest.removeFirst().range.upperBound
    }
    while rest.first?.isTypeName == true {
      end = rest.removeFirst().range.upperBound
      end = rest.takeGenericArguments() ?? end
      guard rest.first?.text == ".", rest.dropFirst().first?.isTypeName == true else { break }
      rest.removeFirst()
    }
    var isValue = false
    if end > 0, rest.first?.text == ".", let member = rest.dropFirst().first, member.isWord {
      if ["self", "Type"].contains(member.text) { return nil }
      isValue = true
      rest.removeFirst(2)
    }
    while let arguments = rest.first, arguments.starts(with: "(") || arguments.starts(with: "{") {
      isValue = true
      rest.removeFirst()
    }
    if rest.first?.text == "!" { rest.removeFirst() }
    return end > 0 && isValue && rest.isEmpty ? text(to: end) : nil
  }

  private func text(to end: Int) -> String {
    String(decoding: code[tokens[0].range.lowerBound..<end], as: UTF8.self)
  }
}

extension Scanner.Token {
  /// Whether it begins with a capital letter, as names of types do.
  fileprivate var isTypeName: Bool { text.first!.isUppercase }
}
