// The generated code. It hands on what a function's type says, and leaves the rest to the compiler.

extension InjectableClient {
  /// An initializer with a parameter for each function, which is optional: a default argument can't
  /// read the initial value, and that of a public initializer can use public code only.
  func initializer(of client: StructDeclaration, _ properties: [Property]) -> String {
    let levels = DeclarationHeader.accessLevels
    let access = properties.map { levels.firstIndex(of: $0.stored.header.accessLevel ?? "internal")! }
    var parameters: [String] = []
    var body = ""
    for property in properties {
      let name = property.name
      let type = text(property.stored.typeRange)
      if property.needsImplementation {
        parameters.append("\(name): (\(type))? = nil")
        body += implementation(of: property, of: client)
      } else if property.stored.initialValue.isEmpty {
        parameters.append("\(name): \(type)" + (property.stored.isOptional ? " = nil" : ""))
        body += "  self.\(name) = \(name)\n"
      } else {
        parameters.append("\(name): \(type) = nil")
        body += "  if let \(name) { self.\(name) = \(name) }\n"
      }
    }
    return """
      /// Creates a client. A function that isn't given is unimplemented: each call is an issue.
      \(modifier(levels[access.max() ?? 2]))init(
        \(parameters.joined(separator: ",\n  "))
      ) {
      \(body)}
      """
  }

  /// The statement that sets a function, or one that tells of each call. That continues with the
  /// initial value, which the property has by then.
  private func implementation(of property: Property, of client: StructDeclaration) -> String {
    let name = property.name
    let function = property.function!
    let hasValue = !property.stored.initialValue.isEmpty
    let names = function.parameters.indices.map { hasValue ? "_\($0)" : "_" }
    var code = "  if let \(name) {\n    self.\(name) = \(name)\n  } else {\n"
    code += "    let _function = _ClientFunction("
    code += "\"\(client.name.bareName).\(property.stored.bareName)\")\n"
    if hasValue { code += "    let _placeholder = self.\(name)\n" }
    code += "    self.\(name) = { (\(names.joined(separator: ", "))) "
    if let error = function.errorType { code += "throws\(error.text) " }
    if hasValue {
      code += "in\n      _function.report()\n"
      code += "      return \(call("_placeholder", with: names, of: function))\n"
    } else if function.isThrowing {
      code += "in\n      try _function.fail()\n"
    } else {
      code += "in\n      _function.report()\n      return \(function.plainResult!)\n"
    }
    return code + "    }\n  }\n"
  }

  /// A method with labels, if the function's parameters have names and nobody has written one.
  func method(for property: Property, of client: StructDeclaration) -> String? {
    guard let function = property.function, property.needsImplementation,
      function.parameters.contains(where: { $0.name != nil }),
      !client.members.contains(where: { declaresFunction($0, named: property.stored.bareName) })
    else { return nil }
    let header = property.stored.header
    let kept = function.attributes.filter {
      $0.name == "nonisolated" || $0.name == "concurrent" || $0.name.hasSuffix("Actor")
    }
    let isolation = kept + (kept.isEmpty ? [header.globalActor].compactMap { $0 } : [])
    // A parameter must not hide `self`.
    let names = function.parameters.enumerated().map { index, parameter in
      parameter.name.map { $0 == "self" ? "_self" : "`\($0)`" } ?? "_\(index)"
    }
    let parameters = zip(function.parameters, names).map { parameter, name in
      let label = parameter.name.map { $0 == "self" ? "`self` " : "" } ?? "_ "
      return "\(label)\(name): \(text(parameter.type))"
    }
    let attributes = carriedAttributes(of: header) + isolation.map { text($0.range) }
    let call = call("self.\(property.name)", with: names, of: function)
    return documentation(of: property.member) + attributes.map { $0 + "\n" }.joined()
      + modifier(header.accessLevel ?? "")
      + "func \(property.name)(\(parameters.joined(separator: ", "))) \(text(function.effects)) "
      + "-> \(text(function.result)) {\n  return \(call)\n}"
  }

  // MARK: Parts

  private func call(
    _ callee: String,
    with names: [String],
    of function: FunctionType
  ) -> String {
    let arguments = zip(function.parameters, names).map { parameter, name in
      (parameter.has("inout") ? "&" : "") + name + (parameter.has("autoclosure") ? "()" : "")
    }
    return (function.isThrowing ? "try " : "") + (function.isAsync ? "await " : "")
      + "\(callee)(\(arguments.joined(separator: ", ")))"
  }

  private func modifier(_ access: String) -> String {
    access.isEmpty || access == "internal" ? "" : access + " "
  }

  private func declaresFunction(_ member: StructDeclaration.Member, named name: String) -> Bool {
    var tokens = Scanner.tokens(of: declaration[member.range])[...]
    let header = DeclarationHeader(&tokens, before: ["func"])
    return header.modifier(["static"]) == nil && tokens.dropFirst().first?.bareName == name
  }

  /// The lines of a property's documentation.
  private func documentation(of member: StructDeclaration.Member) -> String {
    text(member.start..<member.range.lowerBound).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.filter { $0.hasPrefix("///") }
      .map { $0 + "\n" }.joined()
  }

  private func text(_ tokens: ArraySlice<Scanner.Token>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return text(first.range.lowerBound..<last.range.upperBound)
  }
}
