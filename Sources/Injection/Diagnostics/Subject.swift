/// The subject of a message: a key, by the name that its users know.
package struct Subject {
  package let property: String?
  package let key: Key

  /// - Parameter property: The property that was used. Without one, the subject has the first
  ///   property that used the key, or else the one that `@Injectable` made the key for.
  package init(_ key: Key, _ property: StaticString? = nil) {
    self.key = key
    let name = property.flatMap { Self.isProperty($0) ? $0 : nil } ?? key.property
    self.property = name.map { "\($0)" } ?? Self.property(named: "\(key.type)")
  }

  private static let notProperties = [
    "deinit", "defaultValue", "testValue", "previewValue", "lifetime",
  ]

  /// Whether `#function` names a property of `InjectedValues`. Elsewhere it names a function, with
  /// parentheses, the type around an initial value, `deinit`, or a member of a key.
  static func isProperty(_ function: StaticString) -> Bool {
    let name = "\(function)"
    let isCapitalized = name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    return isCapitalized == false && !name.utf8.contains(UInt8(ascii: "("))
      && !notProperties.contains(name)
  }

  /// The macro names the key of `\.user` `userKey`. Other types begin with a capital letter.
  private static func property(named key: String) -> String? {
    guard let first = key.first, first.isLowercase, key.hasSuffix("Key") else { return nil }
    return String(key.dropLast(3))
  }

  /// The property as its users write it, or else the key: `\.repository`, `RepositoryKey`.
  package var short: String { property.map { "\\.\($0)" } ?? "\(key.type)" }

  /// The code that names the property, or else reads the key.
  package var path: String { property.map { "\\.\($0)" } ?? "{ $0[\(keyInCode).self] }" }

  /// The code that names the key. Those of the macro are members of `InjectedValues`.
  package var keyInCode: String {
    let isMember = owners.hasSuffix("Injection.InjectedValues")
    return isMember ? "InjectedValues.\(key.type)" : "\(key.type)"
  }

  /// The code that gives the key a value for tests.
  var testValue: String {
    Self.property(named: "\(key.type)") == nil ? "static var testValue" : "@Injectable(test: …)"
  }

  /// The types in which the key's type is declared.
  var owners: String {
    // `Injection.InjectedValues.(unknown context at $1f0).userKey`, for a private key.
    String(reflecting: key.type).split(separator: ".").dropLast()
      .filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// The code that overrides it, after the values: `.user = …`.
  package var change: String { property.map { ".\($0) = …" } ?? "[\(keyInCode).self] = …" }

  /// The code that overrides it, after `.injected` or `withInjected`.
  package var override: String { property.map { "(\\.\($0), …)" } ?? " { $0\(change) }" }
}
