/// How long a default is kept, and which code shares it.
///
/// A lifetime applies to defaults only: an override is always the value that was set.
///
/// ```swift
/// private enum HistoryKey: InjectionKey {
///   static var defaultValue: History { History() }
///   static var lifetime: InjectionLifetime { .scoped(by: UserKey.self) }
/// }
/// ```
///
/// The library reads the lifetime of a key once.
public struct InjectionLifetime: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable { case scoped, singleton, transient, weak }

  package let kind: Kind

  /// The keys whose overrides count as read while the default is built.
  package let scopedBy: [KeyType]

  /// The type of a key.
  package struct KeyType: Hashable, @unchecked Sendable {
    // Unchecked: a type doesn't change, and its conformance is not used here.
    let key: any InjectionKey.Type
    package var id: KeyID { KeyID(key) }

    package static func == (a: KeyType, b: KeyType) -> Bool { a.id == b.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id.address) }
  }

  private init(_ kind: Kind, scopedBy: [KeyType] = []) {
    (self.kind, self.scopedBy) = (kind, scopedBy)
  }

  /// Built once for all code that sees the same overrides of what the default reads while it's
  /// built.
  ///
  /// An override with an equal value is another override. If the code reads other keys than the
  /// last time, two threads may build the default at once: one of the values stays.
  public static var scoped: InjectionLifetime { InjectionLifetime(.scoped) }

  /// Like `scoped`, as if the default read these keys while it's built.
  ///
  /// Use it for state that belongs to a user or a request, but doesn't read it while it is built.
  /// The defaults of the named keys aren't built, and what they read doesn't count. A key that
  /// names itself changes nothing.
  ///
  /// - Parameter keys: The keys, as types: `UserKey.self`. Code that can use the property of the
  ///   key must be able to use these keys, too.
  /// - Returns: The lifetime.
  public static func scoped<each Key: InjectionKey>(
    by keys: repeat (each Key).Type
  ) -> InjectionLifetime {
    var types: [KeyType] = []
    for key in repeat each keys { types.append(KeyType(key: key)) }
    return InjectionLifetime(.scoped, scopedBy: types)
  }

  /// Built once for each container, with the values of its root.
  ///
  /// A singleton doesn't see the overrides of inner scopes. If a scope provides the key's code,
  /// the singleton is built once for that scope, with its values.
  public static var singleton: InjectionLifetime { InjectionLifetime(.singleton) }

  /// Built at each read and not kept.
  public static var transient: InjectionLifetime { InjectionLifetime(.transient) }

  /// Shared like a scoped value, but retained weakly: it lives as long as other objects retain it.
  ///
  /// The value must be an instance of a class.
  ///
  /// If its code opens a scope, objects that it creates there retain that scope. Where the scope
  /// keeps a default that retains the value, neither goes.
  public static var weak: InjectionLifetime { InjectionLifetime(.weak) }

  /// The lifetime as it is written in code, without the dot: `scoped`, `scoped(by: UserKey)`.
  public var description: String {
    if scopedBy.isEmpty { return String(describing: kind) }
    let keys = scopedBy.map { String(describing: $0.key) }
    return "scoped(by: \(keys.joined(separator: ", ")))"
  }
}
