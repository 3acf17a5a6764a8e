// A form of its own for updates that throw: where `update` does not throw, the type checker cannot find
// one type of errors for `update` and a typed throwing `operation`.

/// Runs `operation` in a new scope, unless replacing the values throws.
///
/// If `update` throws, the scope is not entered and nothing changed. `update` and `operation` throw errors
/// of one type; a closure says of which, where it is not `any Error`.
///
/// ```swift
/// try withInjected { values throws(ConfigError) in
///   values.config = try Config(file)
/// } operation: { () throws(ConfigError) in
///   try checkout()
/// }
/// ```
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - update: Replaces values. It sees the current scope's values and the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The file of the call, for messages. It comes by itself.
///   - line: The line of the call, for messages. It comes by itself.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@_disfavoredOverload
@inlinable
@discardableResult
public func withInjected<Result, Failure: Error>(
  _ name: String? = nil,
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws(Failure) -> Result {
  var values = InjectedValues.draft(fileID, line, name: name)
  try update(&values)
  return try Scope.run(in: values.scope, operation)
}

/// Runs `operation` in a new scope, unless replacing the values throws.
///
/// `operation` runs on the caller's actor. See the synchronous form for all else.
///
/// - Parameters:
///   - name: What messages and explanations call the scope.
///   - update: Replaces values. It sees the current scope's values and the changes it made so far.
///   - operation: What to run. Neither it nor its result need be `Sendable`.
///   - fileID: The file of the call, for messages. It comes by itself.
///   - line: The line of the call, for messages. It comes by itself.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@_disfavoredOverload
@inlinable
@discardableResult
nonisolated(nonsending)
  public func withInjected<Result, Failure: Error>(
    _ name: String? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    operation: nonisolated(nonsending) () async throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws(Failure) -> Result
{
  var values = InjectedValues.draft(fileID, line, name: name)
  try update(&values)
  return try await Scope.run(in: values.scope, operation)
}
