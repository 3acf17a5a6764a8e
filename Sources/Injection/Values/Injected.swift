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
/// The property sees the overrides of the scope that is current when it is read, and those of its
/// *home*: the scope that was current when the object that holds it was made. If one of the two
/// is inside the other, the inner one wins. Otherwise the property sees what the current scope
/// overrides, as if that had been opened once more inside the home. In another test's container the
/// home does not count.
///
/// > Warning: An object in a static variable is made by the code that uses it first. If that runs in
/// > a scope, the object remembers that scope for good, and keeps it. Make it in
/// > `withInjected(.root) { … }`, or read `InjectedValues.current.user` where it is used.
///
/// A `Sendable` class cannot hold a wrapped `var`. It holds the wrapper, and calls it:
///
/// ```swift
/// final class Worker: Sendable {
///   let repository = Injected(\.repository)
///   func work() { repository().getAll() }
/// }
/// ```
///
/// `@Observable` makes a wrapper of its own for each property, and a property has one wrapper only:
///
/// ```swift
/// @Observable
/// final class BasketModel {
///   @ObservationIgnored @Injected(\.repository) var repository
/// }
/// ```
///
/// A wrapper holds its home, so an object that outlives its scope keeps the scope's values. A value
/// that a scope keeps should therefore not keep objects that it makes later, in that scope, with
/// wrappers of their own, nor transient values that it reads later: the scope would hold itself.
/// Those that it makes or reads while it is built don't hold the scope.
///
/// In one `let`, as in `let a = InjectedValues[\.x], b = Injected(\.x)`, this and that subscript
/// crash the compiler of Swift 6.3: write two, or `InjectedValues.current.x`.
///
/// The key path is a literal: it becomes a function, which the optimizer calls directly. A property
/// of `InjectedValues` that is isolated to an actor makes the wrapper usable on that actor only; a
/// read from elsewhere stops the process with a message.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
  /// What to read.
  @usableFromInline package let property: @Sendable (InjectedValues) -> Value

  /// Where the object that holds this was made; `nil` is the process's root.
  @usableFromInline package let home: Place?

  @usableFromInline package let source: SourcePlace

  /// Reads a property of `InjectedValues`, or a member of one, given by a key path literal.
  ///
  /// - Parameters:
  ///   - property: `\.repository`, `\.config.timeout`, `\.databases["sqlite"]`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: O(1).
  public init(
    _ property: @escaping @Sendable (InjectedValues) -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.property = property
    home = Place.current
    source = SourcePlace(fileID, line)
    if let build = Build.innermost { Recording.current?.didMakeProperty(at: source, in: build) }
  }

  /// Reads the value of a key, whether or not a property of `InjectedValues` does.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: O(1).
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
  @inlinable public var wrappedValue: Value { property(.seen(from: home, at: source)) }

  /// All values that the property sees now.
  ///
  /// Use them to read other values, to explain them, or to enter them elsewhere.
  ///
  /// - Complexity: O(1).
  public var projectedValue: InjectedValues {
    @inlinable get { .seen(from: home, at: source) }
    @available(*, unavailable, message: "a property reads: use withInjected or overriding")
    nonmutating set { fatalError("unavailable") }
  }

  /// The value that the property sees now.
  ///
  /// - Returns: The value.
  /// - Complexity: That of ``wrappedValue``.
  @inlinable
  @inline(__always)
  public func callAsFunction() -> Value { wrappedValue }
}
