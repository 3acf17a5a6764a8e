// The code that is made. It is what somebody would write by hand, with the same access and
// isolation as the property.

extension Injectable {
  func accessors(of property: PropertyDeclaration) -> String {
    let key = keyName(of: property)
    return "get { self[\(key).self] }\nset { self[\(key).self] = newValue }"
  }

  /// `nil` where the compiler refuses the declaration itself.
  func key(of property: PropertyDeclaration) -> String? {
    guard let type = type(of: property), !property.hasSiblings else { return nil }
    let isolation = isolation(of: property)
    let access = access(of: property)
    // The compiler also checks the initial value where it stands, so mistakes in it are shown
    // there.
    var members = [("defaultValue", type, initialValue(of: property))]
    if arguments != nil {
      members += [
        ("testValue", type, "_arguments.test()"), ("previewValue", type, "_arguments.preview()"),
        ("lifetime", "InjectionLifetime", "_arguments.lifetime()"),
      ]
    }
    var code = "/// The key of `\(bareName(of: property))`.\n"
    code += carriedAttributes(of: property).map { $0 + "\n" }.joined()
    code += isolation.prefix + access.key + "enum \(keyName(of: property)): "
    code += isolation.conformance + "InjectionKey {\n"
    for (name, type, value) in members {
      // `return`, since without it a body could begin with `get` or with a closure's brace.
      code += "  \(access.members)static var \(name): \(type) {\n    return \(value)\n  }\n"
    }
    if let arguments {
      // They stand here once, so that a mistake in them is shown once.
      code += "  private static var _arguments: _InjectableArguments<\(type)> {\n"
      code += "    return _arguments(\(arguments))\n  }\n"
    }
    return code + "}"
  }

  private func initialValue(of property: PropertyDeclaration) -> String {
    if let first = property.initialValue.first {
      // All that follows. What is a comment there ends with the line.
      return text(first.range.lowerBound..<declaration.count)
    }
    return property.isOptional ? "nil" : "unprovided()"
  }

  // MARK: Names and types

  /// The name without backticks.
  func bareName(of property: PropertyDeclaration) -> String {
    property.name.text.filter { $0 != "`" }
  }

  /// `repositoryKey`; in backticks only if it is no plain name: `default` makes `defaultKey`.
  private func keyName(of property: PropertyDeclaration) -> String {
    let name = bareName(of: property)
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 && isWordByte($0) }
    if property.name.text == name || isPlain && !("0"..."9" ~= name.prefix(1)) {
      return name + "Key"
    }
    return "`\(name)Key`"
  }

  /// `nil` if neither the declaration nor its initial value tells it.
  func type(of property: PropertyDeclaration) -> String? {
    if property.type.isEmpty {
      return InitialValue(tokens: property.initialValue, code: declaration).type
    }
    let type = text(property.typeRange)
    // `Value` cannot be inferred from an implicitly unwrapped optional.
    return type.hasSuffix("!") ? type.dropLast() + "?" : type
  }

  // MARK: Access and isolation

  private static let accessLevels = [
    "public", "package", "internal", "fileprivate", "private",
  ]

  /// The modifiers of the key, and of its members, which are no more visible than it without any.
  private func access(of property: PropertyDeclaration) -> (key: String, members: String) {
    let own = property.header.modifier(Self.accessLevels)?.name
    let inherited = enclosing?.header.modifier(Self.accessLevels)?.name
    let isVisible = ["public", "package"].contains(own ?? inherited ?? "")
    let isUsable = property.header.attributes.contains { $0.name == "usableFromInline" }
    return (
      // To repeat what the extension says is a warning.
      key: own == nil || own == inherited ? "" : own! + " ",
      members: (isUsable ? "@usableFromInline " : "") + (isVisible ? (own ?? inherited)! + " " : "")
    )
  }

  /// What isolates the key, and the key's conformance, as the property is isolated. Where nothing
  /// says how, the module's default is the same for both.
  private func isolation(
    of property: PropertyDeclaration
  ) -> (prefix: String, conformance: String) {
    if property.header.modifier(["nonisolated"]) != nil { return ("nonisolated ", "") }
    let actor =
      globalActor(in: property.header, of: declaration)
      ?? enclosing.flatMap { globalActor(in: $0.header, of: context!) }
    return actor.map { ($0 + " ", $0 + " ") } ?? ("", "")
  }

  /// A macro cannot look a name up, so it goes by the name: `@MainActor`, `@DatabaseActor`.
  private func globalActor(in header: DeclarationHeader, of code: [UInt8]) -> String? {
    header.attributes.first { $0.name.hasSuffix("Actor") }
      .map { String(decoding: code[$0.range], as: UTF8.self) }
  }

  /// The property's attributes that its key needs too.
  private func carriedAttributes(of property: PropertyDeclaration) -> [String] {
    property.header.attributes
      .filter { ["available", "_spi", "usableFromInline"].contains($0.name) }
      .map { text($0.range) }
  }
}
