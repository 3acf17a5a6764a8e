/// The subject of a message: a key, by the name that its users know.
//
// What many messages use isn't inlined, here and elsewhere: they are rare, and every app has them.
package final class Subject: Sendable {
  /// The property of `InjectedValues`, if it is known.
  package let property: String?
  /// The computed property, of any type, whose code used the key.
  package let user: String?
  package let key: Key

  /// - Parameters:
  ///   - function: The name of the function that used the key, if one did. If that is no property
  ///     of `InjectedValues`, the subject has the one that is known by now, or that `@Injectable`
  ///     made the key for.
  ///   - isSure: Whether it isn't a property of another type.
  @inline(never) package init(_ key: Key, _ function: StaticString? = nil, isSure: Bool = false) {
    self.key = key
    let isProperty = function.map { Self.isProperty($0, of: key, isSure: isSure) } ?? false
    property = (isProperty ? function : key.property)?.description ?? key.propertyOfMacro
    user = function.flatMap(Self.propertyOfAnyType) ?? property
  }

  /// Whether `#function` names a property of `InjectedValues`.
  ///
  /// It may also name a property of another type whose code uses the key. So it counts only if the
  /// key is named after it, as `URLSessionKey` is after `urlSession`, and is declared in
  /// `InjectedValues`. A key declared elsewhere may have no property: `title` may belong to a type
  /// that reads `InjectedValues.current[TitleKey.self]`.
  ///
  /// - Parameter isSure: Whether the key may be declared elsewhere, since the property can't be
  ///   that of another type: it is read as `Request.isOfProperty` says, or set.
  @inline(never)
  static func isProperty(_ function: StaticString, of key: Key, isSure: Bool) -> Bool {
    guard let name = propertyOfAnyType(function) else { return false }
    return key.name.lowercased() == name.lowercased() + "key" && (isSure || key.isMember)
  }

  private static let notProperties = [
    "deinit", "defaultValue", "testValue", "previewValue", "lifetime",
  ]

  /// The name, if `#function` is that of a computed property. Otherwise it is the name of a
  /// function, with parentheses, of the type or the module around a statement, or of a member of a
  /// key.
  private static func propertyOfAnyType(_ function: StaticString) -> String? {
    let name = function.description
    let isProperty = isLowercase(name) && !name.hasSuffix(")") && !notProperties.contains(name)
    return isProperty ? name : nil
  }

  @inline(never) fileprivate static func isLowercase(_ name: String) -> Bool {
    name.first.map { String($0) == $0.lowercased() } ?? false
  }

  /// The property as its users write it, or else the key: `\.repository`, `RepositoryKey`.
  @inline(never) package var short: String { property.map { "\\." + $0 } ?? key.name }

  /// The code that names the key.
  @inline(never) package var keyInCode: String {
    (key.isMember ? "InjectedValues." : "") + key.name
  }

  /// The code that overrides it, after the values: `.user = …`.
  package var change: String { (property.map { ".\($0)" } ?? "[\(keyInCode).self]") + " = …" }

  /// The code that overrides it, after `.injected` or `withInjected`.
  package var override: String { property.map { "(\\.\($0), …)" } ?? " { $0\(change) }" }
}

extension Key {
  /// The name of the key's type.
  @inline(never) package var name: String { String(describing: type) }

  /// The types in which the key's type is declared, each with a dot.
  package var owners: String {
    // `Injection.InjectedValues.(unknown context at $1f0).userKey`, for a private key.
    var (owners, part) = ("", "")
    for character in String(reflecting: type) {
      part.append(character)
      if character == "." {
        if !part.hasPrefix("(unknown context") { owners += part }
        part = ""
      }
    }
    return owners
  }

  @inline(never) fileprivate var isMember: Bool { owners.hasSuffix("Injection.InjectedValues.") }

  /// The property for which `@Injectable` made the key: `user`, if that is `userKey`. Other types
  /// begin with a capital letter.
  @inline(never) var propertyOfMacro: String? {
    let isOfMacro = Subject.isLowercase(name) && name.hasSuffix("Key") && isMember
    return isOfMacro ? String(name.dropLast(3)) : nil
  }
}

extension Request {
  /// Whether a property of `InjectedValues` is read, and not its key: the line is that of an
  /// injected property or of `InjectedValues[\.x]`, and the key isn't in a closure there.
  var isOfProperty: Bool { source.line != 0 && source.line != declaration.line }
}

extension Entry {
  /// What this is an override of, by the property through which it was set.
  @inline(never)
  package final var subject: Subject { Subject(Key.of(type), property, isSure: true) }
}
