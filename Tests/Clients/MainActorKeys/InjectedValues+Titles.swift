public import Injection

// A module whose default isolation is the main actor.

public enum TitleKey: InjectionKey {
  public static var defaultValue: String { "title" }
}

public enum ProvidedKey: InjectionKey {
  public static var defaultValue: String { "own" }
}

extension InjectedValues {
  /// Isolated to the main actor, but other modules do not see that.
  public var title: String { self[TitleKey.self] }

  /// As it should be written.
  @MainActor public var writtenTitle: String { self[TitleKey.self] }

  public var provided: String { self[ProvidedKey.self] }
}

/// On the main actor, as all here.
public func provideTitle(to values: inout InjectedValues) {
  values.provide(ProvidedKey.self) { "provided" }
}
