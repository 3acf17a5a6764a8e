extension Plugin {
  /// The reply to a message, as JSON text. Every message has a reply, since the compiler waits for
  /// one.
  static func reply(to message: [UInt8]) -> String {
    let json = JSON(message)
    if json?["getCapability"] != nil {
      // The version of the protocol whose messages have all members that are read here.
      return #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
    }
    let request = json?["expandAttachedMacro"]
    guard request?["macro"]?["typeName"]?.string == "Injectable",
      let role = request?["macroRole"]?.string.flatMap(Injectable.Role.init),
      let attribute = request?["attributeSyntax"]?["source"]?.string,
      let declaration = request?["declSyntax"]?["source"]?.string
    else {
      let message = "the plugin of the macros does not understand a message of the compiler"
      return reply(with: Injectable.Result(problems: [Problem(message: message, position: 0)]))
    }
    let macro = Injectable(
      attribute: Array(attribute.utf8),
      declaration: Array(declaration.utf8),
      context: request?["lexicalContext"]?.array.map {
        Array(($0.first?["source"]?.string ?? "").utf8)
      }
    )
    return reply(with: macro.expand(role), at: request?["declSyntax"]?["location"])
  }

  /// - Parameter location: Where the declaration is.
  private static func reply(with expansion: Injectable.Result, at location: JSON? = nil) -> String {
    let code = expansion.code.map(JSON.quoted) ?? "null"
    let problems = expansion.problems.map { $0.text(at: location) }.joined(separator: ",")
    let result = #""expandedSource":\#(code),"diagnostics":[\#(problems)]"#
    return #"{"expandMacroResult":{\#(result)}}"#
  }
}
