/// Reads an injected value whenever the property is accessed.
///
/// ```swift
/// final class BasketService {
///   @Injected(\.repository) var repository
///   @Injected(\.config.timeout) var timeout
/// }
/// ```
///
/// > Warning: Don't use it in a SwiftUI `View`. SwiftUI evaluates views outside of every scope, so
/// > the property would see the values of the process only. Use
/// > `@Environment(\.injected.repository)` of the module `InjectionSwiftUI` there.
///
/// The property sees the overrides of two scopes: the one that is current when it is read, and its
/// *home*, which was current when the object that holds it was created. Of two overrides of a key,
/// the inner one wins; if neither is inside the other, that of the current scope. In another test's
/// container, the home doesn't count.
///
/// > Warning: The code that first uses a static variable creates its object. If that code runs in a
/// > scope, the object has that scope as its home, and retains it. Create the object in
/// > `withInjected(.root) { … }`, or read `InjectedValues.current.user` instead.
///
/// A `Sendable` class can't have a wrapped `var`. Store the wrapper and call it:
///
/// ```swift
/// final class Worker: Sendable {
///   let repository = Injected(\.repository)
///   func work() { repository().getAll() }
/// }
/// ```
///
/// `@Observable` wraps each property itself, and a property can have only one wrapper:
///
/// ```swift
/// @Observable
/// final class BasketModel {
///   @ObservationIgnored @Injected(\.repository) var repository
/// }
/// ```
///
/// A wrapper retains its home, so an object that outlives its scope keeps the scope's values.
/// Objects that a default creates while it is built don't retain the scope, unless the default is
/// transient.
///
/// > Warning: A default must not store an object with `@Injected` properties that it creates after
/// > it was built, or a transient value that it reads then: these retain the scope, and the scope
/// > retains the default.
///
/// Write a `let` for each wrapper that is stored. The compiler of Swift 6.3 crashes at
/// `let a = InjectedValues[\.x], b = Injected(\.x)`.
///
/// > Warning: In a class, `let a = Injected { … }, b = Injected { … }` gives both wrappers the
/// > first closure, without an error. Key path literals have no such fault.
///
/// The key path literal becomes a function, which the optimizer calls directly. If the property of
/// `InjectedValues` is isolated to an actor, so is the wrapper: a read from elsewhere stops the
/// process with a message.
@propertyWrapper
@frozen public struct Injected<Value: Sendable>: Sendable {
  /// Reads the property of values.
  @usableFromInline package let property: @Sendable (InjectedValues) -> Value

  /// The home, or `nil` for the process's root.
  @usableFromInline package let home: Scope?

  @usableFromInline package let source: SourceLine

  /// Reads a property of `InjectedValues`, or a member of one, given by a key path literal.
  ///
  /// With closures instead of key path literals, write one `let` for each wrapper: see the last
  /// warning at ``Injected``.
  ///
  /// - Parameter property: `\.repository`, `\.config.timeout`, `\.databases["sqlite"]`.
  @export(implementation)
  public init(
    _ property: @escaping @Sendable (InjectedValues) -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.property = property
    source = SourceLine(fileID, line)
    home = Scope.home(ofPropertyAt: source)
  }

  /// Reads the value of a key, which needs no property of `InjectedValues`.
  ///
  /// - Parameter key: The key.
  @export(implementation)
  public init<Key: InjectionKey & SendableMetatype>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Key.Value == Value {
    self.init({ $0[key] }, fileID: fileID, line: line)
  }

  /// The value that the property sees now.
  ///
  /// - Complexity: O(1), without a lock, an allocation or the evaluation of a key path; see the
  ///   subscript of ``InjectedValues`` for the first read.
  @export(implementation) public var wrappedValue: Value { property(seen(from: home, at: source)) }

  /// All values that the property sees now.
  ///
  /// Use them to read other values, to explain them, or to enter them elsewhere.
  @export(implementation) public var projectedValue: InjectedValues {
    seen(from: home, at: source).captured()
  }

  /// Returns the value that the property sees now.
  ///
  /// - Returns: The value.
  /// - Complexity: That of ``wrappedValue``.
  @export(implementation) @inline(__always)
  public func callAsFunction() -> Value { wrappedValue }
}
