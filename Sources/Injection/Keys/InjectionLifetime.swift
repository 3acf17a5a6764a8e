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
  // No enumeration: in a property, its type would cost a client two kilobytes.
  @usableFromInline package struct Kind: Sendable {
    fileprivate let number: UInt8
    @usableFromInline static var scoped: Kind { Kind(number: 0) }
    package static var singleton: Kind { Kind(number: 1) }
    package static var transient: Kind { Kind(number: 2) }
    static var weak: Kind { Kind(number: 3) }

    package static func == (a: Kind, b: Kind) -> Bool { a.number == b.number }
    package static func != (a: Kind, b: Kind) -> Bool { a.number != b.number }
  }

  package let kind: Kind

  /// The keys whose overrides count as read while the default is built.
  package let scopedBy: [KeyType]

  /// The type of a key.
  @usableFromInline package struct KeyType: @unchecked Sendable {
    // Unchecked: a type doesn't change, and its conformance is not used here.
    let key: any InjectionKey.Type
    @usableFromInline init(key: any InjectionKey.Type) { self.key = key }
    package var id: KeyID { KeyID(key) }
  }

  @usableFromInline init(_ kind: Kind, scopedBy: [KeyType] = []) {
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
  @export(implementation)
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

  /// Whether both are the same lifetime, with the same keys.
  public static func == (a: InjectionLifetime, b: InjectionLifetime) -> Bool {
    a.kind == b.kind && a.scopedBy.elementsEqual(b.scopedBy) { $0.id == $1.id }
  }

  /// Hashes the lifetime and its keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind.number)
    for type in scopedBy { hasher.combine(type.id.address) }
  }

  /// The lifetime as it is written in code, without the dot: `scoped`, `scoped(by: UserKey)`.
  public var description: String {
    if scopedBy.isEmpty {
      return kind == .weak
        ? "weak" : kind == .transient ? "transient" : kind == .singleton ? "singleton" : "scoped"
    }
    let keys = scopedBy.map { String(describing: $0.key) }
    return "scoped(by: \(keys.joined(separator: ", ")))"
  }
}
