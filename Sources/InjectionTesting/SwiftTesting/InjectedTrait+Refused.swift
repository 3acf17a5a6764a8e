#if canImport(Testing)
  public import Injection
  public import Testing

  // They exist for the compiler's messages.
  //
  // The first parameter of `@Test` and `@Suite` may also be a display name. At a mistake in
  // `.injected(…)`, the compiler of Swift 6.3 then says that `String?` has no such member. With
  // one, it names the mistake.

  extension String {
    /// Unavailable: a trait isn't a display name.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: The value.
    @available(*, unavailable, message: "a trait is not a display name")
    public static func injected<Value>(
      _ keyPath: WritableKeyPath<InjectedValues, Value>,
      _ value: @autoclosure () throws -> Value
    ) -> String { "" }
  }

  // For several options without brackets, there is no such form: it would hide that the property in
  // the form with a value is misspelled.
  extension Trait where Self == InjectedTrait {
    /// Unavailable: the property has no setter.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: The value.
    @available(*, unavailable, message: "it has no setter: add one, or override what it reads")
    @_disfavoredOverload
    public static func injected<Value>(
      _ keyPath: KeyPath<InjectedValues, Value>,
      _ value: @autoclosure () throws -> Value
    ) -> InjectedTrait { fatalError("unavailable") }

    /// Unavailable: a trait has parentheses.
    @available(*, unavailable, message: "add parentheses: .injected()")
    public static var injected: InjectedTrait { fatalError("unavailable") }

    /// Unavailable: several values are set in a closure.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - value: Its value.
    ///   - second: The second property.
    ///   - others: Its value, and other properties and values.
    /// - Returns: Nothing, since it can't be called.
    @available(*, unavailable, message: "set several values in a closure: .injected { $0.x = … }")
    @_disfavoredOverload
    public static func injected<Value, Second, each Other>(
      _ keyPath: KeyPath<InjectedValues, Value>,
      _ value: @autoclosure () throws -> Value,
      _ second: KeyPath<InjectedValues, Second>,
      _ others: repeat each Other
    ) -> InjectedTrait { fatalError("unavailable") }
  }
#endif
