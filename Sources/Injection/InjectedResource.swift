/// What is opened for a scope, and closed after it, as one of several.
///
/// ```swift
/// try await withInjected([
///   InjectedResource(\.pool) {
///     try await Pool.open()
///   } closing: {
///     await $0.close()
///   }
/// ]) {
///   try await serve()
/// }
/// ```
///
/// See the form of `withInjected` that takes a list of them.
public struct InjectedResource {
  /// How the operation of a resource's scope has ended.
  public enum Outcome: Sendable {
    /// It returned.
    case returned

    /// It threw an error, and its task was not canceled.
    case threw(any Error)

    /// It threw a `CancellationError`, or any error in a task that was canceled.
    case canceled
  }

  /// Opens the resource, runs the operation and closes the resource.
  let open: (_ operation: () async throws -> Void, isolated (any Actor)?) async throws -> Void

  /// A resource.
  ///
  /// - Parameters:
  ///   - keyPath: The property to replace, or a member of one.
  ///   - opening: Makes the resource, on the actor on which this closure was made.
  ///   - closing: Closes it, on the actor on which this closure was made.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  public init<Value: Sendable>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    @_inheritActorContext opening: @escaping @isolated(any) @Sendable () async throws -> Value,
    @_inheritActorContext closing: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      keyPath,
      opening: opening,
      closing: { resource, _ in try await closing(resource) },
      fileID: fileID,
      line: line
    )
  }

  /// A resource that is closed knowing how the operation ended.
  ///
  /// - Parameters:
  ///   - keyPath: The property to replace, or a member of one.
  ///   - opening: Makes the resource, on the actor on which this closure was made.
  ///   - closing: Closes it, on the actor on which this closure was made.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  public init<Value: Sendable>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    @_inheritActorContext opening: @escaping @isolated(any) @Sendable () async throws -> Value,
    @_inheritActorContext closing:
      @escaping @isolated(any) @Sendable (Value, Outcome) async throws -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Safe to send: a key path does not change. It is no `Sendable` one, since a literal is none in
    // a module whose default isolation is the main actor.
    nonisolated(unsafe) let keyPath = keyPath
    open = { operation, isolation in
      try await withInjected(
        unsafe keyPath,
        opening: { try await opening() },
        closing: closing,
        operation: operation,
        isolation: isolation,
        fileID: fileID,
        line: line
      )
    }
  }
}
