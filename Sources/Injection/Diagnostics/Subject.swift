/// The subject of a message: a key, by the name that its users know.
package final class Subject: Sendable {
  package let property: String?
  package let key: Key

  /// - Parameter property: The property that was used. Without one, the subject has the first
  ///   property that used the key, or else the one that `@Injectable` made the key for.
  package init(_ key: Key, _ property: StaticString? = nil) {
    self.key = key
    let used = property.map(Self.isProperty) == true ? property : key.property
    self.property = used?.description ?? Self.property(named: key.name)
  }

  private static let notProperties = [
    "deinit", "defaultValue", "testValue", "previewValue", "lifetime",
  ]

  /// Whether `#function` names a property of `InjectedValues`. Elsewhere it names a function, with
  /// parentheses, the type around an initial value, `deinit`, or a member of a key.
  static func isProperty(_ function: StaticString) -> Bool {
    let name = function.description
    return isLowercase(name) && !name.hasSuffix(")") && !notProperties.contains(name)
  }

  /// The macro names the key of `\.user` `userKey`. Other types begin with a capital letter.
  private static func property(named key: String) -> String? {
    guard isLowercase(key), key.hasSuffix("Key") else { return nil }
    var name = key
    name.removeSubrange(name.index(name.endIndex, offsetBy: -3)...)
    return name
  }

  private static func isLowercase(_ name: String) -> Bool {
    name.first.map { String($0) == $0.lowercased() } ?? false
  }

  /// The property as its users write it, or else the key: `\.repository`, `RepositoryKey`.
  package var short: String { property.map { "\\." + $0 } ?? key.name }

  /// The code that names the key. Those of the macro are members of `InjectedValues`.
  package var keyInCode: String {
    (owners.hasSuffix("Injection.InjectedValues.") ? "InjectedValues." : "") + key.name
  }

  /// The code that gives the key a value for tests.
  var testValue: String {
    Self.property(named: key.name) == nil ? "static var testValue" : "@Injectable(test: …)"
  }

  /// The types in which the key's type is declared, each with a dot.
  package var owners: String {
    // `Injection.InjectedValues.(unknown context at $1f0).userKey`, for a private key.
    var (owners, part) = ("", "")
    for character in String(reflecting: key.type) {
      part.append(character)
      if character == "." {
        if !part.hasPrefix("(unknown context") { owners += part }
        part = ""
      }
    }
    return owners
  }

  /// The code that overrides it, after the values: `.user = …`.
  package var change: String { (property.map { "." + $0 } ?? "[" + keyInCode + ".self]") + " = …" }

  /// The code that overrides it, after `.injected` or `withInjected`.
  package var override: String { property.map { "(\\." + $0 + ", …)" } ?? " { $0" + change + " }" }
}

extension Entry {
  /// What this is an override of, by the property through which it was set.
  package final var subject: Subject { Subject(Key.of(type), property) }
}

extension Key {
  /// The name of the key's type.
  package var name: String { String(describing: type) }
}
