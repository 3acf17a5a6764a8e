/// How long a default that was built is kept, and who shares it.
///
/// A lifetime speaks of defaults only: an override is always the value that was given.
public enum InjectionLifetime: String, Sendable, Hashable, Codable, CaseIterable {
  /// Built once, and kept by the outermost scope that sees the same overrides of everything that
  /// was read while building it.
  case scoped

  /// Built once a container, under the view of the container's root, whatever scope reads it.
  ///
  /// A singleton does not see the overrides of inner scopes.
  case singleton

  /// Built at every read, and kept by nobody.
  case transient

  /// Shared by everyone who would share a scoped value, for as long as somebody holds it.
  ///
  /// The value must be an instance of a class: nothing else can be held weakly.
  case shared
}
