public import Injection

// Members, so that a client's own names don't hide them: see `Injectable+Key.swift`.
extension InjectedValues {
  /// The arguments of the macro `Injectable`.
  ///
  /// Only code that the macro makes uses this type, to pass the arguments to the compiler unchanged.
  /// The closures run in the key's members, with the same isolation.
  public struct _InjectableArguments<Key: InjectionKey> {
    public let lifetime: () -> InjectionLifetime
    public let test: () -> Key.Value
    public let preview: () -> Key.Value

    /// Takes the arguments, and doesn't evaluate them. The defaults are those of the key protocol.
    ///
    /// - Parameters:
    ///   - lifetime: How long a default is kept.
    ///   - test: The default in tests.
    ///   - preview: The default in previews.
    public init(
      lifetime: @escaping @autoclosure () -> InjectionLifetime = .scoped,
      test: @escaping @autoclosure () -> Key.Value = PlainKey.testValue,
      preview: @escaping @autoclosure () -> Key.Value = PlainKey.previewValue
    ) {
      (self.lifetime, self.test, self.preview) = (lifetime, test, preview)
    }

    /// A key that has only the default of another key. Its values for tests and previews are those
    /// that the key protocol derives from it.
    public enum PlainKey: InjectionKey {
      public static var defaultValue: Key.Value { Key.defaultValue }
    }
  }

  /// The default of a key without an initial value, in code that the macro `Injectable` makes.
  public static func _unprovided<Value>(
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value { unprovided(fileID: fileID, line: line) }
}
