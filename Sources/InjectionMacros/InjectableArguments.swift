public import Injection

/// The arguments of ``Injectable(lifetime:test:preview:)``.
///
/// Only code that the macro makes uses this type, to pass the arguments to the compiler unchanged.
/// The closures run in the key's members, with the same isolation.
public struct _InjectableArguments<Value> {
  public let lifetime: () -> InjectionLifetime
  public let test: () -> Value
  public let preview: () -> Value
}

extension InjectionKey {
  /// Takes the arguments of the macro. The defaults are those of the key protocol.
  ///
  /// - Parameters:
  ///   - lifetime: How long a default is kept.
  ///   - test: The default in tests.
  ///   - preview: The default in previews.
  /// - Returns: The arguments, which haven't been evaluated yet.
  public static func _arguments(
    lifetime: @escaping @autoclosure () -> InjectionLifetime = .scoped,
    test: @escaping @autoclosure () -> Value = _PlainKey<Self>.testValue,
    preview: @escaping @autoclosure () -> Value = _PlainKey<Self>.previewValue
  ) -> _InjectableArguments<Value> {
    _InjectableArguments(lifetime: lifetime, test: test, preview: preview)
  }
}

/// A key that has only the default of another key. Its values for tests and previews are those that
/// the key protocol derives from it.
public enum _PlainKey<Key: InjectionKey>: InjectionKey {
  public static var defaultValue: Key.Value { Key.defaultValue }
}
