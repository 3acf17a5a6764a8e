/// The extension that a declaration stands in.
struct ExtensionDeclaration {
  let header: DeclarationHeader

  /// The last part of the extended type's name.
  let typeName: String

  /// `nil` if the code is no extension.
  init?(_ code: [UInt8]) {
    var tokens = Scanner.tokens(of: code[...])[...]
    header = DeclarationHeader(&tokens, before: ["extension"])
    guard tokens.popFirst() != nil, let name = tokens.takeName() else { return nil }
    typeName = name.text
  }
}
