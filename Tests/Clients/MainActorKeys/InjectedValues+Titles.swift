public import Injection
import InjectionMacros

// A module whose default isolation is the main actor.

public enum TitleKey: InjectionKey { public static var defaultValue: String { "title" } }

public enum ProvidedKey: InjectionKey { public static var defaultValue: String { "own" } }

extension InjectedValues {
  /// Isolated to the main actor, which other modules don't see.
  public var title: String { self[TitleKey.self] }

  /// With its isolation written out.
  @MainActor public var writtenTitle: String { self[TitleKey.self] }

  public var provided: String { self[ProvidedKey.self] }
}

// For all actors: the keys are public and nonisolated, too.

extension InjectedValues {
  @Injectable(test: Free("test")) public nonisolated var free: Free = Free("live")
}

nonisolated extension InjectedValues {
  @Injectable(lifetime: .singleton) public var freeToo: Free = Free("too")
}

public nonisolated struct Free: Sendable {
  public let name: String
  init(_ name: String) { self.name = name }
}

/// Isolated to the main actor, as everything here by default.
public func provideTitle(to values: inout InjectedValues) {
  values.provide(ProvidedKey.self) { "provided" }
}
