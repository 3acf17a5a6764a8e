// What is refused with a message that says what to write: of these mistakes, the compiler's own
// messages name nothing.
//
// Of several forms that a mistaken call could have meant, the compiler of Swift 6.3 talks of the
// one that is cheapest to mend, and to add a member to `InjectedValues` is expensive. So none here
// takes a key where others take a key path: it would hide that a property is misspelled. Those that
// take a key path make that cheaper to say where the others need one that can be written.

/// Is refused: the property has no setter.
///
/// - Parameters:
///   - keyPath: The property.
///   - value: The value.
///   - operation: What to run.
/// - Returns: Nothing: it cannot be called.
@available(*, unavailable, message: "the property has no setter: override what it reads")
@_disfavoredOverload
@discardableResult
public func withInjected<Value, Result, Failure: Error>(
  _ keyPath: KeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result { fatalError("unavailable") }

/// Is refused: the property has no setter.
///
/// - Parameters:
///   - keyPath: The property.
///   - value: The value.
///   - operation: What to run.
/// - Returns: Nothing: it cannot be called.
@available(*, unavailable, message: "the property has no setter: override what it reads")
@_disfavoredOverload
@discardableResult
public func withInjected<Value, Result, Failure: Error>(
  _ keyPath: KeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result { fatalError("unavailable") }

extension InjectedValues {
  /// Is refused: code is provided for a key, which a property does not tell.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - code: Makes the value.
  @available(*, unavailable, message: "name the key: provide(SomeKey.self) { … }")
  public mutating func provide<Value, Other>(
    _ keyPath: KeyPath<InjectedValues, Value>,
    _ code: () -> Other
  ) {}

  /// Is refused: what is provided is known of keys, which properties do not tell.
  ///
  /// - Parameter property: The property.
  /// - Returns: Nothing: it cannot be called.
  @available(*, unavailable, message: "name the key: require(SomeKey.self)")
  public func require<Value>(_ property: (InjectedValues) -> Value) throws -> Value {
    fatalError("unavailable")
  }
}

extension InjectionLifetime {
  /// Is refused: a lifetime is scoped by keys, which properties do not tell.
  ///
  /// - Parameter properties: The properties.
  /// - Returns: Nothing: it cannot be called.
  @available(*, unavailable, message: "name the keys: scoped(by: SomeKey.self)")
  public static func scoped(by properties: ((InjectedValues) -> Any)...) -> InjectionLifetime {
    .scoped
  }
}
