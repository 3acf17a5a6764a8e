/// The plugin's reply to a message, as JSON text. Every message has a reply, since the compiler waits
/// for one.
struct Reply {
  let text: String

  init(to message: [UInt8]) {
    let json = JSON(message)
    if json?["getCapability"] != nil {
      // The version of the protocol whose messages have all members that are read here.
      self.init(text: #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
      return
    }
    let request = json?["expandAttachedMacro"]
    guard request?["macro"]?["typeName"]?.string == "Injectable",
      let role = request?["macroRole"]?.string.flatMap(Injectable.Role.init),
      let attribute = request?["attributeSyntax"]?["source"]?.string,
      let declaration = request?["declSyntax"]?["source"]?.string
    else {
      let message = "the plugin of the macros does not understand a message of the compiler"
      self.init(Injectable.Result(problems: [Problem(message: message, position: 0)]))
      return
    }
    let macro = Injectable(
      attribute: Array(attribute.utf8),
      declaration: Array(declaration.utf8),
      context: request?["lexicalContext"]?.array.map {
        Array(($0.first?["source"]?.string ?? "").utf8)
      }
    )
    let location = request?["declSyntax"]?["location"]
    self.init(
      macro.expand(role),
      fileName: location?["fileName"]?.string ?? "",
      offset: location?["offset"]?.integer ?? 0
    )
  }

  private init(text: String) { self.text = text }

  private init(_ expansion: Injectable.Result, fileName: String = "", offset: Int = 0) {
    let code = expansion.code.map(JSON.quoted) ?? "null"
    let problems = expansion.problems.map { $0.text(fileName: fileName, offset: offset) }
      .joined(separator: ",")
    let result = #""expandedSource":\#(code),"diagnostics":[\#(problems)]"#
    self.init(text: #"{"expandMacroResult":{\#(result)}}"#)
  }
}
