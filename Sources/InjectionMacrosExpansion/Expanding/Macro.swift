/// A macro that is applied to a declaration.
protocol Macro {
  /// - Parameters:
  ///   - declaration: The declaration's code, from its first attribute on.
  ///   - context: The code of the innermost declaration around it, without members. It is empty if
  ///     there is none, and `nil` if the compiler doesn't send it.
  init(attribute: [UInt8], declaration: [UInt8], context: [UInt8]?)

  /// The declaration's code.
  var declaration: [UInt8] { get }

  /// Returns `nil` for a role that the macro doesn't have.
  func expand(_ role: String) -> ExpandedCode?
}

/// What a macro adds to a declaration, and the mistakes that it finds.
struct ExpandedCode {
  /// `nil` if nothing is added.
  var code: String?
  var problems: [Problem] = []
}

extension Macro {
  var tokens: ArraySlice<Scanner.Token> { Scanner.tokens(of: declaration[...])[...] }

  /// The start of the declaration, after whitespace and comments.
  var start: Int { tokens.first?.range.lowerBound ?? 0 }

  func text(_ range: Range<Int>) -> String { String(decoding: declaration[range], as: UTF8.self) }

  /// The attributes that what is made for a property needs, too.
  func carriedAttributes(of header: DeclarationHeader) -> [String] {
    header.attributes.filter { ["available", "_spi", "usableFromInline"].contains($0.name) }
      .map { text($0.range) }
  }

  // MARK: Mistakes

  func constantProblem(of property: PropertyDeclaration, _ replaced: String) -> Problem? {
    guard text(property.keyword) == "let" else { return nil }
    let message = "'@\(Self.self)' needs a 'var', since a scope can replace \(replaced)"
    return Problem(message, at: property.keyword, "replace 'let' with 'var'", "var")
  }

  func typeProblem(of property: PropertyDeclaration) -> Problem {
    let reason = "a macro sees the code, but not its types"
    let message = "'@\(Self.self)' needs the type of '\(property.name.bareName)': \(reason)"
    return Problem(message, at: property.typeRange, "add the type", ": <#Type#>")
  }
}
