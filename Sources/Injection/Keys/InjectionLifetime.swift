/// How long a default that was built is kept, and who shares it.
///
/// A lifetime concerns defaults only: an override is always the value that was set.
///
/// ```swift
/// private enum HistoryKey: InjectionKey {
///   static var defaultValue: History { History() }
///   static var lifetime: InjectionLifetime { .scoped(by: UserKey.self) }
/// }
/// ```
///
/// A key is asked for its lifetime once.
public struct InjectionLifetime: Sendable, Hashable {
  package enum Kind: Sendable, Hashable { case scoped, singleton, transient, shared }

  package let kind: Kind

  /// The keys whose overrides count as read while the default is built.
  package let scopedBy: [KeyType]

  /// The type of a key.
  package struct KeyType: Hashable, @unchecked Sendable {
    // Unchecked: a type doesn't change, and its conformance is not used here.
    let key: any InjectionKey.Type
    package var id: KeyID { KeyID(key) }

    package static func == (a: KeyType, b: KeyType) -> Bool { a.id == b.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private init(_ kind: Kind, scopedBy: [KeyType] = []) {
    self.kind = kind
    self.scopedBy = scopedBy
  }

  /// Built once for everyone who sees the same overrides of what was read while building it.
  public static let scoped = InjectionLifetime(.scoped)

  /// Like `scoped`, where overrides of these keys count as read while building.
  ///
  /// Use it for state that belongs to a user or a request, and reads them only after it was built.
  /// The defaults of the named keys are not built, and what they read does not count. Naming the
  /// key itself has no effect.
  ///
  /// - Parameter keys: The keys, as types: `UserKey.self`. They are as visible as the property of
  ///   the key that names them.
  /// - Returns: The lifetime.
  public static func scoped<each Key: InjectionKey>(
    by keys: repeat (each Key).Type
  ) -> InjectionLifetime {
    var types: [KeyType] = []
    for key in repeat each keys { types.append(KeyType(key: key)) }
    return InjectionLifetime(.scoped, scopedBy: types)
  }

  /// Built once for each container, with the values of its root, whichever scope reads it.
  ///
  /// A singleton does not see the overrides of inner scopes. If a scope provides the key's code,
  /// the singleton is built once for that scope, with its values.
  public static let singleton = InjectionLifetime(.singleton)

  /// Built at each read, and not kept.
  public static let transient = InjectionLifetime(.transient)

  /// Shared by everyone who would share a scoped value, as long as one of them holds it.
  ///
  /// The value must be an instance of a class: nothing else can be held weakly.
  public static let shared = InjectionLifetime(.shared)
}

extension InjectionLifetime: CustomStringConvertible {
  /// The lifetime as it is written in code, without the dot: `scoped`, `scoped(by: UserKey)`.
  public var description: String {
    if scopedBy.isEmpty { return "\(kind)" }
    return "scoped(by: \(scopedBy.map { "\($0.key)" }.joined(separator: ", ")))"
  }
}
