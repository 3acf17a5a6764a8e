/// Opens a resource, runs `operation` in a new scope that has it, and closes it.
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
/// The resource is opened in the current scope. It is closed when `operation` has ended on whatever
/// path, also when that throws or the task was canceled: in a task of its own, which is not
/// canceled, runs in the new scope, and is awaited. What was opened last is closed first. If
/// `opening` throws, nothing was opened and `operation` does not run.
///
/// What outlives the scope can still reach the resource; what it answers then is its own business.
/// There is no synchronous form.
///
/// Use it in any task or actor. `opening` and `operation` run on the caller's actor, `closing` on
/// the actor on which it was made.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one.
///   - opening: Makes the resource.
///   - closing: Closes it.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - isolation: The caller's actor; leave the default.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `opening` throws; or what `operation` throws; or else what `closing` throws.
/// - Complexity: O(1), and a task.
@discardableResult
public func withInjected<Value: Sendable, Result>(
  _ keyPath: WritableKeyPath<InjectedValues, Value>,
  opening: () async throws -> Value,
  @_inheritActorContext closing: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Result {
  let resource = try await opening()
  return try await withInjected(
    keyPath,
    resource,
    operation: {
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      let closed = await Task { try await closing(resource) }.result
      let value = try result.get()
      try closed.get()
      return value
    },
    isolation: isolation,
    fileID: fileID,
    line: line
  )
}
