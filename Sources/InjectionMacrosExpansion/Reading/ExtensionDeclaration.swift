/// The extension around a declaration.
struct ExtensionDeclaration {
  let header: DeclarationHeader

  /// The last part of the extended type's name.
  let typeName: String

  /// Returns `nil` if the code isn't an extension.
  init?(_ code: [UInt8]) {
    var tokens = Scanner.tokens(of: code[...])[...]
    header = DeclarationHeader(&tokens, before: ["extension"])
    guard tokens.popFirst() != nil, let name = tokens.takeName() else { return nil }
    typeName = name.text
  }
}
