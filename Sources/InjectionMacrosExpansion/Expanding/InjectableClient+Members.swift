// The generated code. It hands on what the types of functions say, and leaves the rest to the
// compiler. A client may have types of any names, so the library's is found through `Any?`, which is
// no name.

extension InjectableClient {
  /// The parameters for functions are optional: default arguments can't be the initial values, and
  /// those of a public initializer can use public code only.
  func initializers(of client: StructDeclaration, _ properties: [Property]) -> [String] {
    let levels = properties.map { $0.stored.header.accessLevel ?? "internal" }
    let access = DeclarationHeader.accessLevels.last(where: levels.contains)!
    let parameters = properties.map { property in
      let type = text(property.stored.typeRange)
      return property.name + (property.implemented != nil ? ": (\(type))? = nil" : ": \(type)")
        + (property.stored.isOptional ? " = nil" : "")
    }
    let initializer = """
      /// Creates a client. A function that isn't given is unimplemented: each call is an issue.
      \(access) init(
        \(parameters.joined(separator: ",\n  "))
      ) {
      \(properties.map { statement($0, client.name.bareName) }.joined(separator: "\n"))
      }
      """
    guard parameters.allSatisfy({ $0.hasSuffix("= nil") }) else { return [initializer] }
    let note = "/// The client whose functions are all unimplemented.\n"
    return [initializer, note + "\(access) static var unimplemented: Self { Self() }"]
  }

  /// Sets a property. A function without an implementation tells of each call, and continues with
  /// the initial value, which the property has at this point.
  private func statement(_ property: Property, _ client: String) -> String {
    let name = property.name
    guard let function = property.implemented else { return "  self.\(name) = \(name)" }
    let names = function.parameters.indices.map { property.hasValue ? "_\($0)" : "_" }
    let value = property.hasValue ? "\n    let _placeholder = self.\(name)" : ""
    let plainResult = function.isThrowing ? nil : function.plainResult
    let result = property.hasValue ? call("_placeholder", names, function) : plainResult
    return """
        if let \(name) {
          self.\(name) = \(name)
        } else {
          let _function = (Any?)._clientFunction("\(client).\(property.stored.name.bareName)")\(value)
          self.\(name) = { (\(names.joined(separator: ", "))) \(function.thrown)in
            \(result.map { "_function.report()\n      return \($0)" } ?? "try _function.fail()")
          }
        }
      """
  }

  /// A method with labels, if parameters have names.
  func method(of property: Property) -> String? {
    guard let function = property.implemented,
      function.parameters.contains(where: { $0.label != "_" })
    else { return nil }
    let header = property.stored.header
    let isolation =
      function.header.modifier(["nonisolated(nonsending)"]) ?? function.header.globalActor
      ?? function.header.attributes.first { $0.name == "concurrent" } ?? header.globalActor
    let head = carriedAttributes(of: header) + [isolation].compactMap(\.self).map { text($0.range) }
    let names = function.parameters.indices.map { "_\($0)" }
    let parameters = zip(function.parameters, names).map { "\($0.label) \($1): \(text($0.type))" }
    return """
      /// Calls the function `\(property.stored.name.bareName)`.
      \(head.map { $0 + "\n" }.joined())\(header.accessLevel ?? "internal") \
      func \(property.name)(\(parameters.joined(separator: ", "))) \
      \(text(function.tail)) {
        return \(call("self.\(property.name)", names, function))
      }
      """
  }

  private func call(_ callee: String, _ names: [String], _ function: FunctionType) -> String {
    let arguments = zip(function.parameters, names).map { parameter, name in
      (parameter.has("inout") ? "&" : "") + name + (parameter.has("autoclosure") ? "()" : "")
    }
    return (function.isThrowing ? "try " : "") + (function.isAsync ? "await " : "")
      + "\(callee)(\(arguments.joined(separator: ", ")))"
  }

  private func text(_ tokens: ArraySlice<Scanner.Token>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return text(first.range.lowerBound..<last.range.upperBound)
  }
}
