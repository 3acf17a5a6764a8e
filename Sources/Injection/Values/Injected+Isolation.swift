// Wrappers of properties that are isolated to an actor, as all are in a module whose default
// isolation is `MainActor`.
//
// Their functions aren't `Sendable`, but `Injected` is. So such a wrapper remembers the actor it
// was made on, and checks at every read that it runs there. Only these wrappers pay for that.
//
// The compiler checks the rest: `isolated`, that the wrapper is made on the actor it remembers;
// `sending`, that no other code keeps the function's captures.

extension Injected {
  /// Reads a property of `InjectedValues` that is isolated to an actor.
  ///
  /// Use it on that actor only: a read from elsewhere stops the process with a message.
  ///
  /// - Parameters:
  ///   - property: A key path literal.
  ///   - isolation: The actor. Name it only in the initial value of a stored property of a type on
  ///     a global actor other than the main actor.
  /// - Complexity: O(1), with two allocations.
  @export(implementation)
  public init(
    _ property: sending @autoclosure () -> ((InjectedValues) -> Value),
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let source = SourceLine(fileID, line)
    let actor = isolatingActor(isolation, at: source)
    // Safe: a check before each call ensures that it runs on the actor that made it.
    nonisolated(unsafe) let property = property()
    let checked: @Sendable (InjectedValues) -> Value = { values in
      preconditionIsolated(to: actor, at: source)
      return unsafe property(values)
    }
    self.init(checked, fileID: fileID, line: line)
  }

  /// Reads a property of `InjectedValues` through a stored key path.
  ///
  /// Slower than a literal: a stored key path is evaluated at every read.
  ///
  /// - Parameter keyPath: The path of the property.
  /// - Complexity: O(1), with two allocations. A read is O(length of the key path).
  @export(implementation) @_disfavoredOverload
  public init(
    _ keyPath: any KeyPath<InjectedValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init({ $0[keyPath: keyPath] }, fileID: fileID, line: line)
  }

  /// Reads a property of `InjectedValues` through a stored key path that is not `Sendable`.
  ///
  /// Slower than a literal: a stored key path is evaluated at every read. Use the wrapper only on
  /// the actor that created it: a read from elsewhere stops the process with a message.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property.
  ///   - isolation: The actor. Name it only where a literal's must be named, too.
  /// - Complexity: O(1), with two allocations. A read is O(length of the key path).
  @export(implementation) @_disfavoredOverload
  public init(
    _ keyPath: sending KeyPath<InjectedValues, Value>,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let property: (InjectedValues) -> Value = { $0[keyPath: keyPath] }
    self.init(property, isolation: isolation, fileID: fileID, line: line)
  }
}

/// The actor of a wrapper. In the initial value of a stored property, `#isolation` is nil on any
/// actor.
@usableFromInline
func isolatingActor(_ isolation: (any Actor)?, at source: SourceLine) -> any Actor {
  if isolation == nil { MainActor.precondition(.unknownIsolation(source)) }
  return isolation ?? MainActor.shared
}

/// Stops the process unless it runs on the actor.
@usableFromInline
func preconditionIsolated(to actor: any Actor, at source: SourceLine) {
  if actor === MainActor.shared {
    MainActor.precondition(.wrongIsolation(source))
  } else {
    actor.preconditionIsolated()
  }
}
