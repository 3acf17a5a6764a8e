/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// It inherits nothing: no override, no default, no singleton of the process or of another test, and
/// nothing in it is seen elsewhere. Its context is ``InjectionContext/test``.
///
/// ```swift
/// @Test func total() async {
///   await withTestScope { $0.repository = MockRepository() } operation: {
///     #expect(await checkout() == 42)
///   }
/// }
/// ```
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - update: Replaces values. It sees the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The file of the call, for messages. It comes by itself.
///   - line: The line of the call, for messages. It comes by itself.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(overrides).
@discardableResult
public func withTestScope<Result, Failure: Error>(
  _ name: String? = nil,
  options: TestScopeOptions = [],
  _ update: (inout InjectedValues) -> Void = { _ in },
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var scope = TestScope(name, options: options, fileID: fileID, line: line)
  scope.update(at: SourcePlace(fileID, line), update)
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// `operation` runs on the caller's actor. The scope outlives suspensions and changes of thread. See
/// the synchronous form for all else.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - update: Replaces values. It sees the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The file of the call, for messages. It comes by itself.
///   - line: The line of the call, for messages. It comes by itself.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws, with its type.
/// - Complexity: O(overrides).
@discardableResult
nonisolated(nonsending)
  public func withTestScope<Result, Failure: Error>(
    _ name: String? = nil,
    options: TestScopeOptions = [],
    _ update: (inout InjectedValues) -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws(Failure) -> Result
{
  var scope = TestScope(name, options: options, fileID: fileID, line: line)
  scope.update(at: SourcePlace(fileID, line), update)
  return try await scope.run(operation)
}

// MARK: - Updates that throw

/// Runs `operation` in a container of its own, unless replacing the values throws.
///
/// If `update` throws, the scope is not entered and nothing changed. `update` and `operation` throw errors
/// of one type; a closure says of which, where it is not `any Error`.
///
/// ```swift
/// try withTestScope { values throws(ConfigError) in
///   values.config = try Config(file)
/// } operation: { () throws(ConfigError) in
///   try checkout()
/// }
/// ```
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - update: Replaces values. It sees the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The file of the call, for messages. It comes by itself.
///   - line: The line of the call, for messages. It comes by itself.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@_disfavoredOverload
@discardableResult
public func withTestScope<Result, Failure: Error>(
  _ name: String? = nil,
  options: TestScopeOptions = [],
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var scope = TestScope(name, options: options, fileID: fileID, line: line)
  try scope.update(at: SourcePlace(fileID, line), update)
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own, unless replacing the values throws.
///
/// `operation` runs on the caller's actor. See the synchronous form for all else.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - options: Which reads and overrides fail the test, and who is told.
///   - update: Replaces values. It sees the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The file of the call, for messages. It comes by itself.
///   - line: The line of the call, for messages. It comes by itself.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@_disfavoredOverload
@discardableResult
nonisolated(nonsending)
  public func withTestScope<Result, Failure: Error>(
    _ name: String? = nil,
    options: TestScopeOptions = [],
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    operation: nonisolated(nonsending) () async throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws(Failure) -> Result
{
  var scope = TestScope(name, options: options, fileID: fileID, line: line)
  try scope.update(at: SourcePlace(fileID, line), update)
  return try await scope.run(operation)
}
