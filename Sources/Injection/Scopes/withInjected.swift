/// Runs `operation` in a new scope in which some values are replaced.
///
/// Only the running task sees the scope, and the tasks it starts in there: `Task {}`, `async let`
/// and task groups, also after `operation` returned. Objects that are made in there have it as
/// their home.
///
/// ```swift
/// withInjected {
///   $0.repository = MockRepository()
///   $0.config.timeout = 1
/// } operation: {
///   checkout()
/// }
/// ```
///
/// If `update` throws, the scope is not entered and nothing changed.
///
/// A scope is held by the tasks that were started in it, and holds the scopes around it. So a task
/// that opens a scope and starts its own successor in there holds every scope before it: a loop of
/// tasks without end grows without end. There, capture values before the first scope, and open each
/// scope in those:
///
/// ```swift
/// final class Feed: Sendable {
///   let values = InjectedValues.current
///   func poll() {
///     withInjected(values) {
///       withInjected(\.repository, FileRepository()) {
///         refresh()
///         _ = Task { poll() }
///       }
///     }
///   }
/// }
/// ```
///
/// Use it on any thread, in any task or actor.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - update: Replaces values. It sees the current scope's values and the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@inlinable
@discardableResult
public func withInjected<Result, Failure: Error>(
  named name: String? = nil,
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var values = InjectedValues.opening(fileID, line)
  try update(&values)
  values.finish(name)
  return try enter(values.place, operation)
}

/// Runs `operation` in a new scope in which some values are replaced.
///
/// `update` may suspend; it and `operation` run on the caller's actor. The scope outlives
/// suspensions and changes of thread. See the synchronous form for all else.
///
/// Like the closures that the standard library takes, these run on no actor where they are written
/// in a function that is `nonisolated(nonsending)`, as all are that are not isolated in a module
/// with the upcoming feature `NonisolatedNonsendingByDefault`. To stay on the caller's actor, such
/// a function takes it, and its closures name it:
///
/// ```swift
/// func refresh(isolation: isolated (any Actor)? = #isolation) async {
///   await withInjected(\.repository, MockRepository()) {
///     _ = isolation
///     await checkout()
///   }
/// }
/// ```
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - update: Replaces values. It sees the current scope's values and the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - isolation: The caller's actor; leave the default.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@inlinable
@discardableResult
public func withInjected<Result, Failure: Error>(
  named name: String? = nil,
  _ update: (inout InjectedValues) async throws(Failure) -> Void,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  var values = InjectedValues.opening(fileID, line)
  try await update(&values)
  values.finish(name)
  return try await enter(values.place, isolation: isolation, operation)
}

/// Runs `operation` in a new scope in which one value is replaced.
///
/// ```swift
/// withInjected(\.repository, MockRepository()) { checkout() }
/// ```
///
/// What is replaced is not built for it. Use it on any thread, in any task or actor.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
///   - value: The value that is seen in the scope.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@inlinable
@discardableResult
public func withInjected<Value, Result, Failure: Error>(
  _ keyPath: @autoclosure () -> WritableKeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var values = InjectedValues.opening(fileID, line)
  values.assign(value, to: keyPath())
  values.finish()
  return try enter(values.place, operation)
}

/// Runs `operation` in a new scope in which one value is replaced.
///
/// `operation` runs on the caller's actor. The scope outlives suspensions and changes of thread.
/// See the synchronous form for all else.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
///   - value: The value that is seen in the scope.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - isolation: The caller's actor; leave the default.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@inlinable
@discardableResult
public func withInjected<Value, Result, Failure: Error>(
  _ keyPath: @autoclosure () -> WritableKeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  var values = InjectedValues.opening(fileID, line)
  values.assign(value, to: keyPath())
  values.finish()
  return try await enter(values.place, isolation: isolation, operation)
}

/// Runs `operation` in the scope of values that were captured, or captured and changed.
///
/// ```swift
/// let values = InjectedValues.current
/// DispatchQueue.global().async {
///   withInjected(values) { refresh() }
/// }
/// ```
///
/// Scopes that are opened in there are inside the captured values' scope, not the current one. A
/// test that enters values of another test fails.
///
/// Use it on any thread, in any task or actor, as often as needed.
///
/// - Parameters:
///   - values: The values that are seen; see ``InjectedValues/current`` and `$property`.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@inlinable
@discardableResult
public func withInjected<Result, Failure: Error>(
  _ values: InjectedValues,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  Issues.reportIfForeign(values)
  return try enter(values.place, operation)
}

/// Runs `operation` in the scope of values that were captured, or captured and changed.
///
/// `operation` runs on the caller's actor. The scope outlives suspensions and changes of thread.
/// See the synchronous form for all else.
///
/// - Parameters:
///   - values: The values that are seen; see ``InjectedValues/current`` and `$property`.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - isolation: The caller's actor; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@inlinable
@discardableResult
public func withInjected<Result, Failure: Error>(
  _ values: InjectedValues,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> Result {
  Issues.reportIfForeign(values)
  return try await enter(values.place, isolation: isolation, operation)
}
