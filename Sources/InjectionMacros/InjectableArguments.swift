public import Injection

/// What stands in the parentheses of ``Injectable(lifetime:test:preview:)``: the code that the macro
/// makes hands it to the compiler in a call of ``Injection/InjectionKey/_arguments(lifetime:test:preview:)``.
///
/// Each closure runs where the key's own member is asked for, with that member's isolation.
public struct _InjectableArguments<Value> {
  public let lifetime: () -> InjectionLifetime
  public let test: () -> Value
  public let preview: () -> Value
}

extension InjectionKey {
  /// Takes the arguments of the macro. What is left out is what a key has that does not say it.
  ///
  /// - Parameters:
  ///   - lifetime: How long a default is kept that was built.
  ///   - test: The default in tests.
  ///   - preview: The default in previews.
  public static func _arguments(
    lifetime: @escaping @autoclosure () -> InjectionLifetime = .scoped,
    test: @escaping @autoclosure () -> Value = _SilentKey<Self>.testValue,
    preview: @escaping @autoclosure () -> Value = _SilentKey<Self>.previewValue
  ) -> _InjectableArguments<Value> {
    _InjectableArguments(lifetime: lifetime, test: test, preview: preview)
  }
}

/// A key with another one's default, which says nothing of tests and previews.
public enum _SilentKey<Key: InjectionKey>: InjectionKey {
  public static var defaultValue: Key.Value { Key.defaultValue }
}
