import Foundation

extension Plugin {
  /// The reply to a message. Every message has a reply, since the compiler waits for one.
  static func reply(to message: Data) throws -> Data {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return try JSONSerialization.data(withJSONObject: reply(to: JSON(message)), options: options)
  }

  private static func reply(to message: JSON?) -> [String: Any] {
    if message?["getCapability"] != nil {
      // The version of the protocol whose messages have all members that are read here.
      return ["getCapabilityResult": ["capability": ["protocolVersion": 7]]]
    }
    let request = message?["expandAttachedMacro"]
    let macros: [any Macro.Type] = [Injectable.self, InjectableClient.self]
    guard let name = request?["macro"]?["typeName"]?.string,
      let macro = macros.first(where: { "\($0)" == name }),
      let role = request?["macroRole"]?.string,
      let attribute = request?["attributeSyntax"]?["source"]?.utf8,
      let declaration = request?["declSyntax"]?["source"]?.utf8,
      let expansion = macro.init(
        attribute: attribute,
        declaration: declaration,
        context: request?["lexicalContext"]?.array.map { $0.first?["source"]?.utf8 ?? [] }
      ).expand(role)
    else {
      let message = "the plugin of the macros does not understand a message of the compiler"
      return reply(with: ExpandedCode(problems: [Problem(message: message, position: 0)]))
    }
    return reply(with: expansion, at: request?["declSyntax"]?["location"])
  }

  /// - Parameter location: The declaration's location, as the compiler sends it.
  private static func reply(with added: ExpandedCode, at location: JSON? = nil) -> [String: Any] {
    var result: [String: Any] = ["diagnostics": added.problems.map { $0.json(at: location) }]
    if let code = added.code { result["expandedSource"] = code }
    return ["expandMacroResult": result]
  }
}

extension Problem {
  fileprivate func json(at location: JSON?) -> [String: Any] {
    let file = location?["fileName"]?.string ?? ""
    let start = location?["offset"]?.integer ?? 0
    var fixIts: [[String: Any]] = []
    if let fix {
      let range: [String: Any] = [
        "fileName": file, "startOffset": start + fix.range.lowerBound,
        "endOffset": start + fix.range.upperBound,
      ]
      let change: [String: Any] = ["range": range, "newText": fix.newText]
      fixIts = [["message": fix.message, "changes": [change]]]
    }
    let place: [String: Any] = ["fileName": file, "offset": start + position]
    return [
      "message": message, "severity": "error", "position": place, "fixIts": fixIts,
      "highlights": [String](), "notes": [String](),
    ]
  }
}
