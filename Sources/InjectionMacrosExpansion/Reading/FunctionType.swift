/// The parts of a function's type, or of an optional function's.
struct FunctionType {
  let isOptional: Bool

  /// The attributes and modifiers before the parameters.
  let header: DeclarationHeader
  let parameters: [Parameter]

  /// All after the parameters: effects, the arrow and the result.
  let tail: ArraySlice<Scanner.Token>
  var effects: ArraySlice<Scanner.Token> { tail.prefix { $0.text != "->" } }
  var result: ArraySlice<Scanner.Token> { tail.dropFirst(effects.count + 1) }

  struct Parameter {
    /// The name, in backticks, or `_` for none.
    let label: String
    let type: ArraySlice<Scanner.Token>

    func has(_ word: String) -> Bool { type.contains { $0.text == word } }
  }

  var isAsync: Bool { effects.contains { $0.text == "async" } }
  var isThrowing: Bool { effects.contains { $0.text == "throws" } }

  /// The clause of a typed error, or empty.
  var thrown: String { effects.last.map { $0.starts(with: "(") ? "throws\($0.text) " : "" } ?? "" }

  /// A result that needs no code: `()` or `nil`.
  var plainResult: String? {
    let type = result.first?.text == "Swift" ? result.dropFirst(2) : result
    if ["()", "Void"].contains(type.map(\.text).joined()) { return "()" }
    if type.first?.text == "Optional", type.last?.text == ">" { return "nil" }
    return type.last?.text == "?" && !type.contains { $0.text == "->" } ? "nil" : nil
  }
}

extension FunctionType {
  /// Returns `nil` if the type is no function, as far as its code says.
  init?(_ type: [Scanner.Token], of code: [UInt8]) {
    let rest = type.prefix { !["?", "!"].contains($0.text) }
    let isGroup = rest.count == 1 && rest[0].starts(with: "(")
    isOptional = isGroup && type.count > 1
    let tokens = isGroup ? Scanner.tokens(inside: rest[0], of: code) : type
    guard let arrow = tokens.firstIndex(where: { $0.text == "->" }) else { return nil }
    let end = tokens[..<arrow].firstIndex { ["async", "throws"].contains($0.text) } ?? arrow
    guard let list = tokens[..<end].last, list.starts(with: "("),
      ["@", "nonisolated", list.text].contains(tokens[0].text)
    else { return nil }
    var attributes = tokens[..<end].dropLast()
    header = DeclarationHeader(&attributes, before: [])
    tail = tokens[end...]
    var remaining = Scanner.tokens(inside: list, of: code)[...]
    var parameters: [Parameter] = []
    while !remaining.isEmpty { parameters.append(remaining.takeParameter()) }
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
    let type = all[..<startIndex]
    _ = popFirst()
    let colon = type.first?.text == "_" ? type.prefix(3).firstIndex { $0.text == ":" } : nil
    guard let colon else { return FunctionType.Parameter(label: "_", type: type) }
    let name = type[colon - 1].bareName
    let label = name == "_" ? "_" : "`\(name)`"
    return FunctionType.Parameter(label: label, type: type[colon...].dropFirst())
  }
}
