/// The extension that a declaration stands in.
struct ExtensionDeclaration {
  var header: DeclarationHeader

  /// The last part of the extended type's name.
  var typeName: String

  /// `nil` if the code is no extension.
  init?(_ code: [UInt8]) {
    var reader = TokenReader(code)
    header = reader.readHeader(before: ["extension"])
    guard reader.isWord("extension") else { return nil }
    typeName = ""
    repeat {
      reader.advance()
      typeName = reader.text
      reader.advance()
    } while reader.isSign(".") || reader.skipModuleSelector()
  }
}

extension TokenReader {
  /// Moves to the second colon of `Module::Name`, if there is one.
  fileprivate mutating func skipModuleSelector() -> Bool {
    guard isSign(":") else { return false }
    advance()
    return isSign(":")
  }
}
