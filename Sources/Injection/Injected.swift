/// Reads an injected value whenever the property is accessed.
///
/// ```swift
/// final class BasketService {
///   @Injected(\.repository) var repository
///   @Injected(\.config.timeout) var timeout
/// }
/// ```
///
/// The property sees the overrides of the scope that is current when it is read, and those of its
/// *home*: the scope that was current when the object that holds it was made. If one of the two lies
/// inside the other, the inner one wins; where they part, the current one's own part comes first. In
/// another test's container the home does not count.
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
/// A wrapper holds its home, so an object that outlives its scope goes on with the scope's values. A value
/// that a scope keeps should therefore not keep objects that it makes later, in that scope, with
/// wrappers of their own: the scope would hold itself. Those it makes while it is built are no problem.
///
/// The key path is a literal: it becomes a function, which the optimiser calls directly. A property of
/// `InjectedValues` that is isolated to an actor makes the wrapper usable on that actor only; a read
/// from elsewhere stops the process with a message.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
  @usableFromInline let property: @Sendable (InjectedValues) -> Value
  /// The home scope; `nil` is the process's root.
  @usableFromInline let home: Scope?
  @usableFromInline let place: SourcePlace

  /// Reads a property of `InjectedValues`, or a member of one, given by a key path literal.
  ///
  /// - Parameters:
  ///   - property: `\.repository`, `\.config.timeout`, `\.databases["sqlite"]`.
  ///   - fileID: The file of the declaration, for messages. It comes by itself.
  ///   - line: The line of the declaration, for messages. It comes by itself.
  /// - Complexity: O(1).
  public init(
    _ property: @escaping @Sendable (InjectedValues) -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.property = property
    self.home = Scope.current
    self.place = SourcePlace(fileID, line)
    if let home, home.isProvisional { Self.record(self, madeIn: home) }
  }

  /// The value that the property sees now.
  ///
  /// - Complexity: O(1), without a lock, an allocation or the evaluation of a key path; see the
  ///   subscript of ``InjectedValues`` for the first read.
  @inlinable
  @inline(__always)
  public var wrappedValue: Value {
    let current = unsafe Scope.currentUnretained
    switch unsafe Scope.quickView(from: current, home: home) {
    case .current:
      // The task holds its scope meanwhile: no reference needs to be counted.
      guard let current = unsafe current else {
        return property(InjectedValues(nil, reader: place))
      }
      return unsafe current._withUnsafeGuaranteedRef {
        property(InjectedValues($0, reader: place))
      }
    case .home: return property(InjectedValues(home, reader: place))
    case .rebased(let scope):
      return withExtendedLifetime(home) {
        unsafe scope._withUnsafeGuaranteedRef { property(InjectedValues($0, reader: place)) }
      }
    case .other: return property(projectedValue)
    }
  }

  /// All values that the property sees now: to read others, to explain them, to enter them elsewhere.
  public var projectedValue: InjectedValues {
    InjectedValues(Scope.seen(from: Scope.current, home: home), reader: place)
  }

  /// The value that the property sees now.
  @inlinable
  public func callAsFunction() -> Value { wrappedValue }
}
