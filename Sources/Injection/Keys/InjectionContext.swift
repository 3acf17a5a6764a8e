/// The purpose of a container, which selects the defaults of its keys.
///
/// A context's raw value is the text that selects it in the environment variable
/// `INJECTION_CONTEXT`.
public enum InjectionContext: String, Sendable, Hashable, Codable, CaseIterable {
  /// A running app or server: a default is the key's `defaultValue`.
  case live

  /// A test: a default is the key's `testValue`.
  case test

  /// A preview: a default is the key's `previewValue`.
  case preview
}
