public import Injection

/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// The container inherits no override, default or singleton from the process or another test, and
/// nothing in it is visible elsewhere. Its context is `InjectionContext.test`.
///
/// In a test with a trait, it doesn't see the trait's overrides. Set everything again in it; or use
/// `withInjected`, which adds to the trait.
///
/// `update` runs in the container, so what it makes belongs to that. Until it returns, only its
/// parameter has the values that it sets: pass an object what its initializer reads, as in
/// `$0.checkout = Checkout($0.repository)`, or provide the object with code.
///
/// ```swift
/// @Test func total() async {
///   await withTestScope { $0.repository = MockRepository() } operation: {
///     #expect(await checkout() == 42)
///   }
/// }
/// ```
///
/// If `update` throws, the scope isn't entered. In a program that runs no tests, such as a tool,
/// issues are written to standard error.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - options: Which reads and overrides fail the test, and where issues go.
///   - update: A closure that replaces values. It sees its own earlier changes.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
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
  let source = SourceLine(fileID, line)
  var scope = TestScope(name, options: options, at: source)
  try scope.update(at: source, update)
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// `update` may suspend; it and `operation` run on the caller's actor. The scope stays current
/// across suspensions and changes of thread. Otherwise this is the same as the synchronous form.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - options: Which reads and overrides fail the test, and where issues go.
///   - update: A closure that replaces values. It sees its own earlier changes.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
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
  let source = SourceLine(fileID, line)
  var scope = TestScope(name, options: options, at: source)
  try await scope.update(at: source, isolation: isolation, update)
  return try await scope.run(isolation: isolation, operation)
}

// Separate forms, since a default value for `update` crashes the compiler of Swift 6.3.

/// Runs `operation` in a container of its own, in which nothing is replaced.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - options: Which reads and overrides fail the test, and where issues go.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
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
  var scope = TestScope(name, options: options, at: SourceLine(fileID, line))
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own, in which nothing is replaced.
///
/// `operation` runs on the caller's actor. The scope stays current across suspensions and changes
/// of thread.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - options: Which reads and overrides fail the test, and where issues go.
///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
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
  var scope = TestScope(name, options: options, at: SourceLine(fileID, line))
  return try await scope.run(isolation: isolation, operation)
}
