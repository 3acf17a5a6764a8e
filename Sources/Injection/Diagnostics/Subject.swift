/// What a message is about: a key, as people know it.
package struct Subject {
  package let property: String?
  package let key: KeyDescription

  /// - Parameter property: The property that was used; where there is none, the first one that uses
  ///   the key.
  package init(_ key: KeyDescription, _ property: PropertyName = PropertyName(bits: 0)) {
    self.key = key
    self.property = property.text ?? key.property.text
  }

  /// The property as its users write it, or else the key: `\.repository`, `RepositoryKey`.
  package var short: String { property.map { "\\.\($0)" } ?? "\(key.type)" }

  /// What to write in code to name the property, or else to read the key.
  package var path: String { property.map { "\\.\($0)" } ?? "{ $0[\(key.type).self] }" }

  /// What to write in code to override it, after `.injected` or `withInjected`.
  package var override: String {
    property.map { "(\\.\($0), …)" } ?? " { $0[\(key.type).self] = … }"
  }
}
