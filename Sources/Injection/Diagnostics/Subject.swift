/// What a message is about: a key, as people know it.
package struct Subject {
  package let property: String?
  package let key: Key

  /// - Parameter property: The property that was used; where there is none, the first one that used
  ///   the key, or else the one that `@Injectable` made the key for.
  package init(_ key: Key, _ property: StaticString? = nil) {
    self.key = key
    let name = property.flatMap { Self.isProperty($0) ? $0 : nil } ?? key.property
    self.property = name.map { "\($0)" } ?? Self.property(named: "\(key.type)")
  }

  private static let notProperties: [StaticString] = [
    "deinit", "defaultValue", "testValue", "previewValue", "lifetime",
  ]

  /// Whether `#function` names a property of `InjectedValues`. Elsewhere it is a function with its
  /// parentheses, in an initial value the type around it, `deinit`, or a member of a key.
  static func isProperty(_ function: StaticString) -> Bool {
    // As bytes, since this is asked at the first reads.
    function.withUTF8Buffer { bytes in
      guard let first = unsafe bytes.first,
        !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
        unsafe !bytes.contains(UInt8(ascii: "("))
      else { return false }
      return !notProperties.contains { name in
        name.utf8CodeUnitCount == bytes.count
          && name.withUTF8Buffer { unsafe $0.elementsEqual(bytes) }
      }
    }
  }

  /// The macro calls the key of `\.user` `userKey`: no type that is written by hand begins so.
  private static func property(named key: String) -> String? {
    guard let first = key.first, first.isLowercase, key.hasSuffix("Key") else { return nil }
    return String(key.dropLast(3))
  }

  /// The property as its users write it, or else the key: `\.repository`, `RepositoryKey`.
  package var short: String { property.map { "\\.\($0)" } ?? "\(key.type)" }

  /// What to write in code to name the property, or else to read the key.
  package var path: String { property.map { "\\.\($0)" } ?? "{ $0[\(keyInCode).self] }" }

  /// What to write in code to name the key: the macro's is a member of `InjectedValues`.
  package var keyInCode: String {
    let isMember = owners.hasSuffix("Injection.InjectedValues")
    return isMember ? "InjectedValues.\(key.type)" : "\(key.type)"
  }

  /// What to write in code to give the key a value for tests.
  var testValue: String {
    Self.property(named: "\(key.type)") == nil ? "static var testValue" : "@Injectable(test: …)"
  }

  /// What the key's type is declared in.
  var owners: String {
    // `Injection.InjectedValues.(unknown context at $1f0).userKey`, of one that is private.
    String(reflecting: key.type).split(separator: ".").dropLast()
      .filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// What to write in code to override it, after the values: `.user = …`.
  package var change: String { property.map { ".\($0) = …" } ?? "[\(keyInCode).self] = …" }

  /// What to write in code to override it, after `.injected` or `withInjected`.
  package var override: String { property.map { "(\\.\($0), …)" } ?? " { $0\(change) }" }
}
