/// The expansion of `@Injectable` for a property.
struct Injectable: Macro {
  /// The code in the attribute's parentheses, or `nil` if there is none.
  let arguments: String?

  /// The declaration's code. An attribute with arguments is replaced by spaces, since only the
  /// compiler reads the arguments.
  let declaration: [UInt8]

  /// The code of the innermost declaration around it, without members. It is empty if there is
  /// none, and `nil` if the compiler doesn't send it.
  let context: [UInt8]?

  /// The extension around the property, if there is one.
  let enclosing: ExtensionDeclaration?

  init(attribute: [UInt8], declaration: [UInt8], context: [UInt8]?) {
    self.context = context
    enclosing = context.flatMap(ExtensionDeclaration.init)
    let parts = Scanner.tokens(of: attribute[...])
    let end = parts.last?.range.upperBound ?? 0
    var inner: ArraySlice<UInt8> = []
    var rest = declaration
    if let open = parts.first(where: { $0.starts(with: "(") })?.range.lowerBound,
      let close = attribute[..<end].lastIndex(of: UInt8(ascii: ")")), open < close
    {
      inner = attribute[open..<close].dropFirst()
      let whole = attribute[parts[0].range.lowerBound...close]
      if let start = rest.indices.first(where: { rest[$0...].starts(with: whole) }) {
        for index in start..<start + whole.count { rest[index] = UInt8(ascii: " ") }
      }
    }
    arguments = Scanner.tokens(of: inner).isEmpty ? nil : String(decoding: inner, as: UTF8.self)
    self.declaration = rest
  }

  func expand(_ role: String) -> ExpandedCode? {
    guard ["peer", "accessor"].contains(role) else { return nil }
    guard let property = PropertyDeclaration(tokens, of: declaration) else {
      // The compiler rejects everything except a subscript itself.
      let message = "'@Injectable' can only be applied to a 'var'"
      let problem = Problem(message: message, position: start)
      return ExpandedCode(problems: role == "accessor" ? [problem] : [])
    }
    let problems = problems(of: property)
    if role == "peer" {
      return ExpandedCode(code: problems.isEmpty ? key(of: property) : nil, problems: problems)
    }
    if problems.isEmpty { return ExpandedCode(code: accessors(of: property)) }
    // The peer's expansion reports the mistakes. Accessors avoid one more error: that extensions
    // can't have stored properties.
    let hasGetter = property.accessors != nil && property.initialValue.isEmpty
    return ExpandedCode(code: hasGetter ? nil : "get { while true {} }\nset {}")
  }
}
