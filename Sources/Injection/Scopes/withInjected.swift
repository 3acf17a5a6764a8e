/// Runs `operation` in a new scope in which some values are replaced.
///
/// Only the running task sees the scope, and the tasks that it starts there: `Task {}`, `async let`
/// and task groups, even after `operation` returns. The scope is the home of objects that are
/// created in it.
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
/// If `update` throws, the scope isn't entered and nothing changes.
///
/// A task retains the scope that it was started in, and a scope retains the scopes around it. A
/// task that opens a scope and starts the next such task there retains all earlier scopes, so an
/// endless loop of such tasks needs more and more memory. In such a loop, capture values before the
/// first scope, and open each scope in those:
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
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - update: A closure that replaces values. It sees the current scope's values and its own
///     earlier changes.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@export(implementation) @discardableResult
public func withInjected<Result, Failure: Error>(
  named name: String? = nil,
  _ update: (inout InjectedValues) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var values = InjectedValues.draft(named: name, at: SourceLine(fileID, line))
  update(&values)
  return try enter((consume values).finished(), ends: true, operation)
}

/// Runs `operation` in a new scope in which some values are replaced, which may throw.
///
/// Otherwise this is the same as the form whose `update` doesn't throw. That one exists
/// because the compiler of Swift 6.3 takes no closure without errors for one with typed errors.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - update: A closure that replaces values.
///   - operation: The code to run, which throws errors of the same type.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@export(implementation) @discardableResult @_disfavoredOverload
public func withInjected<Result, Failure: Error>(
  named name: String? = nil,
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var values = InjectedValues.draft(named: name, at: SourceLine(fileID, line))
  try update(&values)
  return try enter((consume values).finished(), ends: true, operation)
}

/// Runs `operation` in a new scope in which some values are replaced.
///
/// `update` may suspend; it and `operation` run on the caller's actor. The scope outlives
/// suspensions and changes of thread. Otherwise this is the same as the synchronous form.
///
/// In a `nonisolated(nonsending)` function, these closures don't run on the caller's actor. The
/// same holds for closures that the standard library takes. With the upcoming feature
/// `NonisolatedNonsendingByDefault`, all functions without isolation are such functions. To stay on
/// the actor, take it as a parameter, and name it in the closures:
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
///   - name: The scope's name in messages and explanations.
///   - update: A closure that replaces values. It sees the current scope's values and its own
///     earlier changes.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@export(implementation) @discardableResult
public func withInjected<Result, Failure: Error>(
  named name: String? = nil,
  _ update: (inout InjectedValues) async -> Void,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  var values = InjectedValues.draft(named: name, at: SourceLine(fileID, line))
  await update(&values)
  return try await enter((consume values).finished(), ends: true, isolation: isolation, operation)
}

/// Runs `operation` in a new scope in which some values are replaced, which may throw.
///
/// Otherwise this is the same as the form whose `update` doesn't throw.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - update: A closure that replaces values.
///   - operation: The code to run, which throws errors of the same type.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@export(implementation) @discardableResult @_disfavoredOverload
public func withInjected<Result, Failure: Error>(
  named name: String? = nil,
  _ update: (inout InjectedValues) async throws(Failure) -> Void,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  var values = InjectedValues.draft(named: name, at: SourceLine(fileID, line))
  try await update(&values)
  return try await enter((consume values).finished(), ends: true, isolation: isolation, operation)
}

/// Runs `operation` in a new scope in which one value is replaced.
///
/// ```swift
/// withInjected(\.repository, MockRepository()) { checkout() }
/// ```
///
/// The replaced value isn't built.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one: `\.config.timeout`. For a member that
///     has the type of its property, such as `\.node.next`, use a closure: `{ $0.node.next = … }`.
///   - value: The value in the scope.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@export(implementation) @discardableResult
public func withInjected<Value, Result, Failure: Error>(
  _ keyPath: @autoclosure () -> WritableKeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var values = InjectedValues.draft(at: SourceLine(fileID, line))
  values.assign(value, to: keyPath())
  return try enter((consume values).finished(), ends: true, operation)
}

/// Runs `operation` in a new scope in which one value is replaced.
///
/// `operation` runs on the caller's actor. The scope stays current across suspensions and changes
/// of thread. Otherwise this is the same as the synchronous form.
///
/// - Parameters:
///   - keyPath: The property to replace, or a member of one: `\.config.timeout`. For a member that
///     has the type of its property, such as `\.node.next`, use a closure: `{ $0.node.next = … }`.
///   - value: The value in the scope.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@export(implementation) @discardableResult
public func withInjected<Value, Result, Failure: Error>(
  _ keyPath: @autoclosure () -> WritableKeyPath<InjectedValues, Value>,
  _ value: Value,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  var values = InjectedValues.draft(at: SourceLine(fileID, line))
  values.assign(value, to: keyPath())
  return try await enter((consume values).finished(), ends: true, isolation: isolation, operation)
}

/// Runs `operation` in the scope of captured values, which may have been changed.
///
/// ```swift
/// let values = InjectedValues.current
/// DispatchQueue.global().async {
///   withInjected(values) { refresh() }
/// }
/// ```
///
/// Scopes that `operation` opens are inside the scope of the captured values, not the current one.
/// A test that enters values of another test fails.
///
/// Values can be entered on any thread, as often as needed.
///
/// - Parameters:
///   - values: The values to enter; see ``InjectedValues/current`` and `$property`.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@export(implementation) @discardableResult
public func withInjected<Result, Failure: Error>(
  _ values: InjectedValues,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try enter(values.entered(), operation)
}

/// Runs `operation` in the scope of captured values, which may have been changed.
///
/// `operation` runs on the caller's actor. The scope stays current across suspensions and changes
/// of thread. Otherwise this is the same as the synchronous form.
///
/// - Parameters:
///   - values: The values to enter; see ``InjectedValues/current`` and `$property`.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@export(implementation) @discardableResult
public func withInjected<Result, Failure: Error>(
  _ values: InjectedValues,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> Result {
  try await enter(values.entered(), isolation: isolation, operation)
}
