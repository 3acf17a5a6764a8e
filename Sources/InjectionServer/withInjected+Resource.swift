public import Injection

/// Opens a resource, runs `operation` in a new scope with the resource, and closes it.
///
/// ```swift
/// try await withInjected(\.pool) {
///   try await Pool.open()
/// } closing: {
///   await $0.close()
/// } operation: {
///   try await serve()
/// }
/// ```
///
/// The resource is opened in the current scope. It is closed after `operation`, even if that throws
/// or the task is canceled. `closing` runs in the new scope, in a task of its own that isn't
/// canceled, and this function waits for it. Nested resources are closed in reverse. If `opening`
/// throws, `operation` doesn't run. If both `operation` and `closing` throw, the error of `closing`
/// becomes an `InjectionIssue` of the kind `unclosedResource`, for the handler of
/// `InjectedValues.bootstrap(onIssue:)`.
///
/// Objects that outlive the scope can still reach the closed resource. There is no synchronous
/// form.
///
/// Defaults aren't closed with their scope, since no code waits for the scope's end. They are
/// released when they are no longer needed, and a class can close its resources in `deinit`.
///
/// `opening` and `operation` run on the caller's actor, `closing` on the actor on which the closure
/// was created.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one.
///   - opening: A closure that opens the resource.
///   - closing: A closure that closes the resource.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: The error of `opening`, or that of `operation`, or else that of `closing`.
/// - Complexity: O(1), plus a task.
@inlinable
@discardableResult
public func withInjected<Value: Sendable, Result>(
  _ keyPath: @autoclosure () -> WritableKeyPath<InjectedValues, Value>,
  opening: () async throws -> Value,
  @_inheritActorContext closing: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Result {
  try await withInjected(
    keyPath(),
    opening: opening,
    closing: { value, _ in try await closing(value) },
    operation: operation,
    isolation: isolation,
    fileID: fileID,
    line: line
  )
}

/// Opens a resource, runs `operation` in a scope with it, and passes the outcome to `closing`.
///
/// ```swift
/// try await withInjected(\.transaction) {
///   try await database.begin()
/// } closing: { transaction, outcome in
///   switch outcome {
///   case .returned: try await transaction.commit()
///   case .threw, .cancelled: try await transaction.rollBack()
///   }
/// } operation: {
///   try await placeOrder()
/// }
/// ```
///
/// Otherwise this is the same as the other form.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one.
///   - opening: A closure that opens the resource.
///   - closing: A closure that closes the resource.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: The error of `opening`, or that of `operation`, or else that of `closing`.
/// - Complexity: O(1), plus a task.
@inlinable
@discardableResult
public func withInjected<Value: Sendable, Result>(
  _ keyPath: @autoclosure () -> WritableKeyPath<InjectedValues, Value>,
  opening: () async throws -> Value,
  @_inheritActorContext closing:
    @escaping @isolated(any) @Sendable (Value, InjectedResource.Outcome) async throws -> Void,
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Result {
  let value = try await opening()
  return try await withInjected(
    keyPath(),
    value,
    operation: {
      // Captured, so that this runs on the actor, too.
      _ = isolation
      let result: Result
      do {
        result = try await operation()
      } catch {
        await close(value, closing, after: error, SourceLine(fileID, line))
        throw error
      }
      try await uncanceled(value, .returned, closing).value
      return result
    },
    isolation: isolation,
    fileID: fileID,
    line: line
  )
}

/// Closes a resource whose operation has thrown an error, which is the one that is thrown.
@usableFromInline
func close<Value: Sendable>(
  _ value: Value,
  _ closing:
    @escaping @isolated(any) @Sendable (Value, InjectedResource.Outcome) async throws -> Void,
  after error: any Error,
  _ source: SourceLine,
  isolation: isolated (any Actor)? = #isolation
) async {
  let isCanceled = error is CancellationError || Task.isCancelled
  do {
    try await uncanceled(value, isCanceled ? .cancelled : .threw(error), closing).value
  } catch {
    Issues.report(unclosedResource: error, "Opened at", at: source)
  }
}

/// Starts a task that closes a resource and isn't canceled with the current one. Where it can, it
/// runs here until it first suspends: another thread would take ten times as long as most closings,
/// since a server's event loop, which the task doesn't inherit, and that thread wake each other.
//
// Inlined, so that the task runs one closure, and not one in another.
@inlinable
func uncanceled<Value: Sendable>(
  _ value: Value,
  _ outcome: InjectedResource.Outcome,
  _ closing:
    @escaping @isolated(any) @Sendable (Value, InjectedResource.Outcome) async throws -> Void
) -> Task<Void, any Error> {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    return Task.immediate { try await closing(value, outcome) }
  }
  return Task { try await closing(value, outcome) }
}

/// Opens resources in order, runs `operation` in a scope with all of them, and closes them.
///
/// ```swift
/// try await withInjected([
///   InjectedResource(\.pool) {
///     try await Pool.open()
///   } closing: {
///     await $0.close()
///   },
///   InjectedResource(\.mailer) {
///     try await Mailer.open(for: InjectedValues.current.pool)
///   } closing: {
///     await $0.close()
///   },
/// ]) {
///   try await serve()
/// }
/// ```
///
/// Each resource is opened in the scope of those before it, and closed while those are still open:
/// the last one first. If one can't be opened, those before it are closed. Nested calls, one for
/// each resource, do the same.
///
/// - Parameters:
///   - resources: The resources, in the order in which to open them.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: The error of an `opening`, or that of `operation`, or else that of a `closing`.
/// - Complexity: O(resources), plus a task for each.
@discardableResult
public func withInjected<Result>(
  _ resources: [InjectedResource],
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async throws -> Result {
  try await withAll(resources[...], operation, isolation)
}

private func withAll<Result>(
  _ resources: ArraySlice<InjectedResource>,
  _ operation: () async throws -> Result,
  _ isolation: isolated (any Actor)?
) async throws -> Result {
  guard let first = resources.first else { return try await operation() }
  var result: Result?
  let inner = { result = try await withAll(resources.dropFirst(), operation, isolation) }
  try await first.open(inner, isolation)
  // Safe to unwrap: `open` either throws or has run the operation.
  return result!
}
