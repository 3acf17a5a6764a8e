/// The parts of a function's type, or of an optional function's.
struct FunctionType {
  let isOptional: Bool

  /// The attributes and modifiers before the parameters.
  let attributes: [DeclarationHeader.Part]
  let parameters: [Parameter]

  /// The words between the parameters and the arrow.
  let effects: ArraySlice<Scanner.Token>
  let result: ArraySlice<Scanner.Token>

  struct Parameter {
    /// The name, or `nil` for none or `_`.
    let name: String?
    let type: ArraySlice<Scanner.Token>

    func has(_ word: String) -> Bool { type.contains { $0.text == word } }
    var isVariadic: Bool { type.last?.text == "." }
  }

  var isAsync: Bool { effects.contains { $0.text == "async" } }
  var isThrowing: Bool { effects.contains { $0.text == "throws" } }

  /// The type of its errors, in parentheses.
  var errorType: Scanner.Token? { effects.last.flatMap { $0.starts(with: "(") ? $0 : nil } }

  /// A result that needs no code: `()` or `nil`.
  var plainResult: String? {
    if ["()", "Void"].contains(result.last?.text), result.count == 1 { return "()" }
    return result.last?.text == "?" && !result.contains { $0.text == "->" } ? "nil" : nil
  }
}

extension FunctionType {
  /// Returns `nil` if the type is no function, as far as its code says.
  init?(_ type: [Scanner.Token], of code: [UInt8]) {
    let whole = type.prefix { !["?", "!"].contains($0.text) }
    let group = whole.count == 1 && whole[0].starts(with: "(") ? whole.first : nil
    isOptional = group != nil && type.count > 1
    let inner = group.map { Scanner.tokens(of: code[$0.range].dropFirst().dropLast()) }
    var rest = (inner ?? type)[...]
    var attributes: [DeclarationHeader.Part] = []
    while let first = rest.first, first.text == "@" || first.text == "nonisolated" {
      if first.text == "@" { rest.removeFirst() }
      guard let name = rest.takeName() else { return nil }
      // Parentheses after other attributes, such as `@Sendable`, are the function's.
      let hasArguments = ["convention", "isolated", "nonisolated"].contains(name.text)
      let arguments = hasArguments ? rest.takeParentheses() : nil
      let range = first.range.lowerBound..<(arguments ?? name).range.upperBound
      attributes.append(DeclarationHeader.Part(name: name.text, range: range))
    }
    guard let group = rest.takeParentheses(), let arrow = rest.firstIndex(where: { $0.text == "->" })
    else { return nil }
    self.attributes = attributes
    effects = rest[..<arrow]
    result = rest[arrow...].dropFirst()
    var list = Scanner.tokens(of: code[group.range].dropFirst().dropLast())[...]
    var parameters: [Parameter] = []
    while !list.isEmpty { parameters.append(list.takeParameter()) }
    self.parameters = parameters
  }
}

extension ArraySlice<Scanner.Token> {
  /// Takes a parameter with the comma after it. Its generic arguments can have commas, too.
  fileprivate mutating func takeParameter() -> FunctionType.Parameter {
    let all = self
    while let token = first, token.text != "," {
      if takeGenericArguments() == nil { removeFirst() }
    }
    var type = all[..<startIndex]
    _ = popFirst()
    var name: String?
    if type.first?.text == "_" {
      name = type.dropFirst().first.flatMap { $0.isWord && $0.text != "_" ? $0.bareName : nil }
      type = type.dropFirst(name == nil ? 2 : 3)
    }
    return FunctionType.Parameter(name: name, type: type)
  }
}
