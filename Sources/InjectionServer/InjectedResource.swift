public import Injection

/// A resource that is opened for a scope and closed after it, together with others.
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
/// Pass a list of them to `withInjected`, which opens them in order and closes them in reverse.
public struct InjectedResource {
  /// How the operation in a resource's scope ended.
  ///
  /// The resources that are opened in that scope, such as those after it in a list, are part of the
  /// operation: if one of them can't be opened or closed, the operation threw that error.
  public enum Outcome: Sendable {
    /// The operation returned.
    case returned

    /// The operation threw an error, and its task was not canceled.
    case threw(any Error)

    /// The operation threw a `CancellationError`, or any error in a task that was canceled.
    case cancelled
  }

  /// Opens the resource, runs the operation and closes the resource.
  let open: (_ operation: () async throws -> Void, isolated (any Actor)?) async throws -> Void

  /// Creates a resource.
  ///
  /// - Parameters:
  ///   - keyPath: The property to replace, or a member of one.
  ///   - opening: A closure that opens the resource, on the actor on which the closure was created.
  ///   - closing: A closure that closes it, on the actor on which the closure was created.
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

  /// Creates a resource whose `closing` gets the outcome of the operation.
  ///
  /// - Parameters:
  ///   - keyPath: The property to replace, or a member of one.
  ///   - opening: A closure that opens the resource, on the actor on which the closure was created.
  ///   - closing: A closure that closes it, on the actor on which the closure was created.
  public init<Value: Sendable>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    @_inheritActorContext opening: @escaping @isolated(any) @Sendable () async throws -> Value,
    @_inheritActorContext closing:
      @escaping @isolated(any) @Sendable (Value, Outcome) async throws -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Safe to send: a key path doesn't change. Its type isn't `Sendable`, since a literal isn't in
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
