// Unavailable forms whose messages say what to write, for mistakes that the compiler's own messages
// don't name.
//
// For a mistaken call, the compiler of Swift 6.3 reports the overload that is cheapest to fix, and
// a missing member of `InjectedValues` is expensive. So no form here takes a key where others take
// a key path, which would hide that a property is misspelled.

/// Unavailable: the property has no setter.
///
/// - Parameters:
///   - keyPath: The property.
///   - value: The value.
///   - operation: The code to run.
/// - Returns: Nothing, since it can't be called.
@available(*, unavailable, message: "it has no setter: add one, or override what it reads")
@export(implementation) @discardableResult @_disfavoredOverload
public func withInjected<Value, Result>(
  _ keyPath: KeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () async throws -> Result
) -> Result { fatalError("unavailable") }

/// Unavailable: nothing runs in the scope.
///
/// - Parameters:
///   - name: The scope's name.
///   - update: A closure that replaces values.
@available(*, unavailable, message: "add the code that runs in the scope: operation: { … }")
@export(implementation) @_disfavoredOverload
public func withInjected(
  named name: String? = nil,
  _ update: (inout InjectedValues) async throws -> Void
) {}

/// Unavailable: nothing runs in the scope.
///
/// - Parameters:
///   - keyPath: The property.
///   - value: The value.
@available(*, unavailable, message: "add the code that runs in the scope: { … }")
@export(implementation) @_disfavoredOverload
public func withInjected<Value>(_ keyPath: KeyPath<InjectedValues, Value>, _ value: Value) {}

extension InjectedValues {
  /// Unavailable: provide code for a key, not for a property.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - code: A closure that creates the value.
  @available(
    *,
    unavailable,
    message:
      "name the key: provide(SomeKey.self) { … }, for @Injectable var x: InjectedValues.xKey.self"
  )
  @export(implementation)
  public mutating func provide<Value>(_ path: KeyPath<InjectedValues, Value>, _ code: () -> Any) {}

  /// Unavailable: require a key, not a property.
  ///
  /// - Parameter property: The property.
  /// - Returns: Nothing, since it can't be called.
  @available(*, unavailable, message: "name the key: require(SomeKey.self)")
  @export(implementation)
  public func require<Value>(_ property: (InjectedValues) -> Value) throws -> Value { fatalError() }
}

extension InjectionLifetime {
  /// Unavailable: a lifetime is scoped by keys, not by properties.
  ///
  /// - Parameter properties: The properties.
  /// - Returns: Nothing, since it can't be called.
  @available(*, unavailable, message: "name the keys: scoped(by: SomeKey.self)")
  @export(implementation)
  public static func scoped(by properties: ((InjectedValues) -> Any)...) -> Self { .scoped }
}

// Here and not in the type, where a setter, unavailable or not, makes `current` a variable. For a
// property of another actor that can be set, the compiler of Swift 6.3 then refuses
// `await InjectedValues.current.x`: it would send the variable there.
extension CustomReflectable where Self == InjectedValues {
  /// Unavailable: there is no global value to set.
  @available(*, unavailable, message: "there is no global value: use withInjected or bootstrap")
  @export(implementation) @_disfavoredOverload
  public static var current: InjectedValues {
    get { fatalError("unavailable") }
    set {}
  }

  /// Unavailable: there is no global value to set.
  ///
  /// - Parameter property: The property.
  @available(*, unavailable, message: "there is no global value: use withInjected or bootstrap")
  @export(implementation) @_disfavoredOverload
  public static subscript<Value>(property: (InjectedValues) -> Value) -> Value {
    get { fatalError("unavailable") }
    set {}
  }
}

// It has a label of its own, so it hides no misspelled property. A form for
// `@Injected(SomeKey.self)` would.
extension Injected {
  /// Unavailable: an injected property has no initial value, and a parameter is no such property.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value.
  ///   - property: The property of `InjectedValues`.
  @available(*, unavailable, message: "remove the initial value, or the wrapper of the parameter")
  @export(implementation)
  public init(wrappedValue: Value, _ property: (InjectedValues) -> Value = { _ in fatalError() }) {
    fatalError("unavailable")
  }
}
