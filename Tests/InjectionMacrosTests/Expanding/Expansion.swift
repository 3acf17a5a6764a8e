@testable import InjectionMacrosExpansion

/// What the macro makes of a declaration that begins with its attribute.
struct Expansion {
  var key: Injectable.Result
  var accessors: Injectable.Result

  init(_ declaration: String, in context: [String]? = ["extension InjectedValues {}"]) {
    let code = Array(declaration.utf8)
    var reader = TokenReader(code)
    let attribute =
      reader.readHeader(before: []).attributes.first { $0.name == "Injectable" }.map { $0.range }
    let macro = Injectable(
      attribute: Array(code[attribute ?? 0..<0]),
      declaration: code,
      context: context.map { Array(($0.first ?? "").utf8) }
    )
    key = macro.expand(.peer)
    accessors = macro.expand(.accessor)
  }
}
