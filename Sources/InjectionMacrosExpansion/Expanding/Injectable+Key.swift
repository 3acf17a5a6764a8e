// The generated code. It is the same as handwritten code, with the property's access level and
// isolation.
//
// A client may have types and functions of any names. So the names of the library are members of
// `InjectedValues`, which are found first, and a literal's type is the alias that the language uses.

extension Injectable {
  func accessors(of property: PropertyDeclaration) -> String {
    let key = keyName(of: property)
    return "get { self[\(key).self] }\nset { self[\(key).self] = newValue }"
  }

  /// The key's code, or `nil` if the compiler rejects the declaration itself.
  func key(of property: PropertyDeclaration) -> String? {
    guard let type = type(of: property), !property.hasSiblings else { return nil }
    let isolation = isolation(of: property)
    let access = access(of: property)
    // The compiler also checks the initial value in the declaration, and shows mistakes there.
    var members = [("defaultValue", type, initialValue(of: property))]
    if arguments != nil {
      members += [
        ("testValue", type, "_arguments.test()"), ("previewValue", type, "_arguments.preview()"),
        ("lifetime", "_InjectionLifetime", "_arguments.lifetime()"),
      ]
    }
    var code = "/// The key of `\(property.name.bareName)`.\n"
    code += carriedAttributes(of: property.header).map { $0 + "\n" }.joined()
    code += isolation + access.key + "enum \(keyName(of: property)): "
    code += (isolation.hasPrefix("@") ? isolation : "") + "_InjectionKey {\n"
    for (name, type, value) in members {
      // With `return`, since a body could otherwise begin with `get` or a closure's brace.
      code += "  \(access.members)static var \(name): \(type) {\n    return \(value)\n  }\n"
    }
    if let arguments {
      // The arguments appear only here, so that the compiler shows a mistake in them once.
      code += "  private static var _arguments: _InjectableArguments<Self> {\n"
      code += "    return _InjectableArguments(\(arguments))\n  }\n"
    }
    return code + "}"
  }

  private func initialValue(of property: PropertyDeclaration) -> String {
    if let first = property.initialValue.first {
      // All of the remaining code. A comment in it ends with its line.
      return text(first.range.lowerBound..<declaration.count)
    }
    return property.isOptional ? "nil" : "_unprovided()"
  }

  // MARK: Names and types

  /// The key's name: `repositoryKey`. It has backticks only if it needs them: the key of `default`
  /// is `defaultKey`.
  private func keyName(of property: PropertyDeclaration) -> String {
    let name = property.name.bareName
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 && isWordByte($0) }
    let isPlain = property.name.text == name || isASCII && !("0"..."9" ~= name.prefix(1))
    return isPlain ? name + "Key" : "`\(name)Key`"
  }

  /// The type, or `nil` if neither the declaration nor the initial value contains it.
  func type(of property: PropertyDeclaration) -> String? {
    if property.type.isEmpty {
      return InitialValue(tokens: property.initialValue, code: declaration).type
    }
    let type = text(property.typeRange)
    // `Value` cannot be inferred from an implicitly unwrapped optional.
    return type.hasSuffix("!") ? type.dropLast() + "?" : type
  }

  // MARK: Access and isolation

  /// The access modifiers of the key and of its members.
  private func access(of property: PropertyDeclaration) -> (key: String, members: String) {
    let own = property.header.accessLevel
    let inherited = enclosing?.header.accessLevel
    let isVisible = ["public", "package"].contains(own ?? inherited ?? "")
    let isUsable = property.header.attributes.contains { $0.name == "usableFromInline" }
    return (
      // Repeating the extension's access level is a warning.
      key: own == nil || own == inherited ? "" : own! + " ",
      members: (isUsable ? "@usableFromInline " : "") + (isVisible ? (own ?? inherited)! + " " : "")
    )
  }

  /// The key's isolation, which is the property's: `nonisolated` or a global actor, which isolates
  /// the conformance, too. If the code contains none, the module's default isolation applies.
  private func isolation(of property: PropertyDeclaration) -> String {
    let modifiers = ["nonisolated", "nonisolated(unsafe)"]
    if property.header.modifier(modifiers) != nil { return "nonisolated " }
    let actor =
      property.header.globalActor.map { text($0.range) }
      ?? enclosing?.header.globalActor.map { String(decoding: context![$0.range], as: UTF8.self) }
    return actor.map { $0 + " " } ?? ""
  }
}
