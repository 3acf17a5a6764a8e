/// What the compiler asks, as far as this plugin answers it. What is not known is not looked at.
enum Request {
  case capability

  case expansion(Expansion)

  struct Expansion {
    var macro: String
    var role: String
    var attribute: Code
    var declaration: Code
    var context: [[UInt8]]?
  }

  /// Code, and where it begins in its file.
  struct Code {
    var bytes: [UInt8]
    var fileName: String
    var offset: Int
  }

  /// Why a request cannot be answered, as the compiler will show it.
  struct Unknown: Error {
    var message: String
  }

  init(_ message: JSON) throws(Unknown) {
    if message["getCapability"] != nil {
      self = .capability
    } else if let expansion = message["expandAttachedMacro"] {
      guard let role = expansion["macroRole"]?.string,
        let macro = expansion["macro"]?["typeName"]?.string,
        let attribute = Code(expansion["attributeSyntax"]),
        let declaration = Code(expansion["declSyntax"])
      else {
        throw Unknown(message: "the macro's plugin was not told what to expand")
      }
      let context = expansion["lexicalContext"]?.array?.map {
        Array(($0["source"]?.string ?? "").utf8)
      }
      self = .expansion(
        Expansion(
          macro: macro,
          role: role,
          attribute: attribute,
          declaration: declaration,
          context: context
        )
      )
    } else {
      throw Unknown(message: "the macro's plugin does not know a message of the compiler's")
    }
  }
}

extension Request.Code {
  fileprivate init?(_ syntax: JSON?) {
    guard let source = syntax?["source"]?.string else { return nil }
    let location = syntax?["location"]
    self.init(
      bytes: Array(source.utf8),
      fileName: location?["fileName"]?.string ?? "",
      offset: location?["offset"]?.integer ?? 0
    )
  }
}
