public import Injection

/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// It inherits nothing: no override, no default, no singleton of the process or of another test,
/// and nothing in it is seen elsewhere. Its context is `InjectionContext.test`.
///
/// ```swift
/// @Test func total() async {
///   await withTestScope { $0.repository = MockRepository() } operation: {
///     #expect(await checkout() == 42)
///   }
/// }
/// ```
///
/// If `update` throws, the scope is not entered. Use it on any thread, in any task or actor.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - update: Replaces values. It sees the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@discardableResult
public func withTestScope<Result, Failure: Error>(
  named name: String? = nil,
  options: TestScopeOptions = [],
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  let place = SourcePlace(fileID, line)
  var scope = TestScope(name, options: options, at: place)
  try scope.update(at: place, update)
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// `update` may suspend; it and `operation` run on the caller's actor. The scope outlives
/// suspensions and changes of thread. See the synchronous form for all else.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - update: Replaces values. It sees the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - isolation: The caller's actor; leave the default.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@discardableResult
public func withTestScope<Result, Failure: Error>(
  named name: String? = nil,
  options: TestScopeOptions = [],
  _ update: (inout InjectedValues) async throws(Failure) -> Void,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  let place = SourcePlace(fileID, line)
  var scope = TestScope(name, options: options, at: place)
  try await scope.update(at: place, isolation: isolation, update)
  return try await scope.run(isolation: isolation, operation)
}

// Forms of their own, since a default value for `update` stops the compiler of Swift 6.3.

/// Runs `operation` in a container of its own, in which nothing is replaced.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@discardableResult
public func withTestScope<Result, Failure: Error>(
  named name: String? = nil,
  options: TestScopeOptions = [],
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var scope = TestScope(name, options: options, at: SourcePlace(fileID, line))
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own, in which nothing is replaced.
///
/// `operation` runs on the caller's actor. The scope outlives suspensions and changes of thread.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - isolation: The caller's actor; leave the default.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(1).
@discardableResult
public func withTestScope<Result, Failure: Error>(
  named name: String? = nil,
  options: TestScopeOptions = [],
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Result {
  var scope = TestScope(name, options: options, at: SourcePlace(fileID, line))
  return try await scope.run(isolation: isolation, operation)
}
