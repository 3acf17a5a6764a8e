/// What the plugin answers.
enum Reply {
  case capability
  case expansion(code: String?, [Diagnostic])

  /// As JSON text. The version is that of the protocol in which messages have all that is read
  /// here.
  var text: String {
    switch self {
    case .capability:
      return #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
    case .expansion(let code, let diagnostics):
      var text = #"{"expandMacroResult":{"expandedSource":"#
      if let code { text += JSON.quoted(code) } else { text += "null" }
      text += #","diagnostics":["#
      var separator = ""
      for diagnostic in diagnostics {
        text += separator + diagnostic.text
        separator = ","
      }
      return text + "]}}"
    }
  }

  /// Answers a message. There is always an answer, since the compiler waits for one.
  init(to message: [UInt8]) {
    guard let json = try? JSON(message) else {
      self.init(complaint: "the macro's plugin cannot read a message of the compiler's")
      return
    }
    if json["getCapability"] != nil {
      self = .capability
    } else if let expansion = json["expandAttachedMacro"] {
      self.init(to: expansion)
    } else {
      self.init(complaint: "the macro's plugin does not know a message of the compiler's")
    }
  }

  /// Answers what has no place in a file.
  private init(complaint: String) {
    self = .expansion(code: nil, [Diagnostic(problem: Problem(kind: .message(complaint)))])
  }

  private init(to request: JSON) {
    guard let role = request["macroRole"]?.string,
      let macro = request["macro"]?["typeName"]?.string,
      let attribute = request["attributeSyntax"]?["source"]?.string,
      let declaration = request["declSyntax"]?["source"]?.string
    else {
      self.init(complaint: "the macro's plugin was not told what to expand")
      return
    }
    guard macro == "Injectable", let role = Injectable.Role(rawValue: role) else {
      self.init(complaint: "the macro's plugin has no \(role) macro '\(macro)'")
      return
    }
    let location = request["declSyntax"]?["location"]
    let result = Injectable(
      attribute: Array(attribute.utf8),
      declaration: Array(declaration.utf8),
      context: request["lexicalContext"]?.array.map {
        Array(($0.first?["source"]?.string ?? "").utf8)
      }
    ).expand(role)
    var diagnostics: [Diagnostic] = []
    for problem in result.problems {
      diagnostics.append(
        Diagnostic(
          problem: problem,
          fileName: location?["fileName"]?.string ?? "",
          offset: location?["offset"]?.integer ?? 0
        )
      )
    }
    self = .expansion(code: result.code, diagnostics)
  }
}
