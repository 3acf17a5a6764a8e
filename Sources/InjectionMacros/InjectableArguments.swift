public import Injection

/// What stands in the parentheses of ``Injectable(lifetime:test:preview:)``.
///
/// The code that the macro makes hands it to the compiler as it is. Nobody else needs this. The
/// closures run where the key's members are asked for, isolated as they are.
public struct _InjectableArguments<Value> {
  public let lifetime: () -> InjectionLifetime
  public let test: () -> Value
  public let preview: () -> Value
}

extension InjectionKey {
  /// Takes the arguments of the macro. One that is left out is what it is for a key that does not
  /// say it.
  ///
  /// - Parameters:
  ///   - lifetime: How long a default is kept that was built.
  ///   - test: The default in tests.
  ///   - preview: The default in previews.
  /// - Returns: The code of the arguments, which did not run yet.
  public static func _arguments(
    lifetime: @escaping @autoclosure () -> InjectionLifetime = .scoped,
    test: @escaping @autoclosure () -> Value = _PlainKey<Self>.testValue,
    preview: @escaping @autoclosure () -> Value = _PlainKey<Self>.previewValue
  ) -> _InjectableArguments<Value> {
    _InjectableArguments(lifetime: lifetime, test: test, preview: preview)
  }
}

/// A key with another one's default, and nothing else of it: its values for tests and previews are
/// those of a key that does not say any.
public enum _PlainKey<Key: InjectionKey>: InjectionKey {
  public static var defaultValue: Key.Value { Key.defaultValue }
}
