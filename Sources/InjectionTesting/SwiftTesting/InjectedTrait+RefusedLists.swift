#if canImport(Testing)
  public import Injection
  public import Testing

  // For several options without brackets, there is no such form: it would hide that the property in
  // the form with a value is misspelled.

  extension Trait where Self == InjectedTrait {
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
