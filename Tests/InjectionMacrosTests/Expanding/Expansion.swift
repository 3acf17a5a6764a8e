@testable import InjectionMacrosExpansion

/// The expansion of a declaration that begins with the macro's attribute.
struct Expansion {
  var key: ExpandedCode
  var accessors: ExpandedCode

  init(_ declaration: String, in context: String? = "extension InjectedValues {}") {
    let code = Array(declaration.utf8)
    var tokens = Scanner.tokens(of: code[...])[...]
    let attribute = DeclarationHeader(&tokens, before: []).attributes.first
    let macro = Injectable(
      attribute: Array(code[attribute?.range ?? 0..<0]),
      declaration: code,
      context: context.map { Array($0.utf8) }
    )
    key = macro.expand("peer")!
    accessors = macro.expand("accessor")!
  }
}
