/// What a container is for; it chooses which of a key's values is its default.
public enum InjectionContext: String, Sendable, Hashable, Codable, CaseIterable {
  /// An app or a server doing its work: a default is the key's `defaultValue`.
  case live

  /// A test: a default is the key's `testValue`.
  case test

  /// A preview: a default is the key's `previewValue`.
  case preview
}
