// Properties of `InjectedValues` and keys that are isolated to an actor: in a module whose default
// isolation is `MainActor`, all are.
//
// Their functions are not `Sendable`, but `Injected` is. So each such wrapper remembers the actor it was
// made on and checks, at every read, that the read is on it. Only these wrappers pay for that.
//
// What the function captures must not be used elsewhere either, so the compiler checks two things:
// `isolated`, that the wrapper is made on the actor it remembers; `sending`, that nobody else keeps what
// the function captures.

extension Injected {
  /// Reads a property of `InjectedValues` that is isolated to an actor.
  ///
  /// Use it on that actor only: a read from elsewhere stops the process with a message.
  ///
  /// - Parameters:
  ///   - property: A key path literal.
  ///   - isolation: The actor. It comes by itself, but for the initial value of a stored property of a
  ///     type on a global actor other than the main actor: there name it.
  ///   - fileID: The file of the declaration, for messages. It comes by itself.
  ///   - line: The line of the declaration, for messages. It comes by itself.
  /// - Complexity: O(1), with two allocations.
  public init(
    _ property: sending @escaping (InjectedValues) -> Value,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let place = SourcePlace(fileID, line)
    // In the initial value of a stored property, `#isolation` is nil on any actor.
    guard let actor = isolation ?? (MainActor.isRunning ? MainActor.shared : nil) else {
      InjectionFailure.stop(.unknownIsolation(place))
    }
    let check = IsolationCheck(actor)
    // Safe: only called on the actor that made it, which is checked before each call.
    nonisolated(unsafe) let property = property
    self.init(
      { values in
        if !check.isOnSameMainThread { check.stopUnlessIsolated(values, place) }
        return unsafe property(values)
      },
      fileID: fileID,
      line: line
    )
  }

  /// Reads a property of `InjectedValues` through a key path that is not a literal.
  ///
  /// Slower than a literal: a stored key path is evaluated at every read.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property.
  ///   - fileID: The file of the declaration, for messages. It comes by itself.
  ///   - line: The line of the declaration, for messages. It comes by itself.
  /// - Complexity: O(1), with two allocations. A read is O(length of the key path).
  @_disfavoredOverload
  public init(
    _ keyPath: any KeyPath<InjectedValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init({ $0[keyPath: keyPath] }, fileID: fileID, line: line)
  }

  /// Reads a property of `InjectedValues` through a key path that is not a literal and not `Sendable`.
  ///
  /// Use it on the actor it was made on only: a read from elsewhere stops the process with a message.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property.
  ///   - isolation: The actor; see `init(_:isolation:fileID:line:)`.
  ///   - fileID: The file of the declaration, for messages. It comes by itself.
  ///   - line: The line of the declaration, for messages. It comes by itself.
  /// - Complexity: O(1), with two allocations. A read is O(length of the key path).
  @_disfavoredOverload
  public init(
    _ keyPath: sending KeyPath<InjectedValues, Value>,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let property: (InjectedValues) -> Value = { $0[keyPath: keyPath] }
    self.init(property, isolation: isolation, fileID: fileID, line: line)
  }

  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The file of the declaration, for messages. It comes by itself.
  ///   - line: The line of the declaration, for messages. It comes by itself.
  /// - Complexity: O(1).
  @inlinable
  public init<Key: InjectionKey & SendableMetatype>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Key.Value == Value {
    self.init({ $0[Key.self, ""] }, fileID: fileID, line: line)
  }

  /// Reads the value of a key that is isolated to an actor.
  ///
  /// Use it on that actor only: a read from elsewhere stops the process with a message.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isolation: The actor; see `init(_:isolation:fileID:line:)`.
  ///   - fileID: The file of the declaration, for messages. It comes by itself.
  ///   - line: The line of the declaration, for messages. It comes by itself.
  /// - Complexity: O(1), with two allocations.
  public init<Key: InjectionKey>(
    _ key: Key.Type,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Key.Value == Value {
    let property: (InjectedValues) -> Value = { $0[Key.self, ""] }
    self.init(property, isolation: isolation, fileID: fileID, line: line)
  }
}

/// The actor that a wrapper belongs to, and whether this is it.
private struct IsolationCheck: Sendable {
  private let actor: any Actor
  private let isMainActor: Bool
  private let thread = Platform.currentThread

  init(_ actor: any Actor) {
    self.actor = actor
    self.isMainActor = actor === MainActor.shared
  }

  /// Whether this is the main actor's thread, where one of its wrappers was made. Nothing runs there
  /// beside the main actor, so no more is asked: asking the runtime takes longer than the whole read.
  var isOnSameMainThread: Bool { isMainActor && Platform.currentThread == thread }

  @inline(never)
  func stopUnlessIsolated(_ values: InjectedValues, _ place: SourcePlace) {
    if values.scope is ProbingScope {
      Probe.requireIsolation(to: actor)
    } else if !isMainActor {
      actor.preconditionIsolated("\(InjectionFailure.wrongIsolation(place, actor))")
    } else if !MainActor.isRunning {
      // What `preconditionIsolated` is asked to say gets lost where the runtime stops the process itself.
      // So the main actor is asked in a way that takes no for an answer.
      fatalError("\(InjectionFailure.wrongIsolation(place, actor))")
    }
  }
}

extension MainActor {
  /// Whether this runs on the main actor.
  static var isRunning: Bool {
    // A cast to a conformance that is isolated to an actor succeeds on that actor only (SE-0470).
    // The language has no other question that does not stop the process when the answer is no.
    (OnMainActor() as any Sendable) is any ConformsOnMainActor
  }
}

private protocol ConformsOnMainActor {}
private struct OnMainActor: Sendable {}
extension OnMainActor: @MainActor ConformsOnMainActor {}
