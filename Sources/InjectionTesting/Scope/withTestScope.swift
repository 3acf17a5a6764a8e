public import Injection

/// Runs `operation` in a container of its own: a fresh, isolated scope for a test.
///
/// The container inherits no override, default or singleton from the process or another test, and
/// nothing in it is visible elsewhere. Its context is `InjectionContext.test`, unless the options
/// have another one.
///
/// In a test with a trait, it doesn't see the trait's overrides. Set everything again in it; or use
/// `withInjected`, which adds to the trait.
///
/// `update` runs in the container, outside of the overrides: until it returns, only its parameter
/// has the values that it sets. Pass an object what its initializer reads, as in
/// `$0.checkout = Checkout($0.repository)`. Later, `operation` sees the values through that object,
/// but a queue or a detached task doesn't, and builds defaults of its own there, also singletons.
/// Provide the object with code, or create it in `operation`, if these use it.
///
/// ```swift
/// @Test func total() async {
///   await withTestScope { $0.repository = MockRepository() } operation: {
///     #expect(await checkout() == 42)
///   }
/// }
/// ```
///
/// Without `update`, nothing is replaced. If it throws, the scope isn't entered. In a program that
/// runs no tests, such as a tool, issues are written to standard error.
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
  _ update: (inout InjectedValues) -> Void = { _ in },
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) throws(Failure) -> Result {
  let source = SourceLine(fileID, line)
  let file = SourceFile(fileID: fileID, path: filePath)
  var scope = TestScope(name, options: options, at: source, in: file)
  scope.update(at: source, update)
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
  _ update: (inout InjectedValues) async -> Void = { _ in },
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) async throws(Failure) -> Result {
  let source = SourceLine(fileID, line)
  let file = SourceFile(fileID: fileID, path: filePath)
  var scope = TestScope(name, options: options, at: source, in: file)
  await scope.update(at: source, isolation: isolation, update)
  return try await scope.run(isolation: isolation, operation)
}

/// Runs `operation` in a container of its own, whose `update` may throw.
///
/// Otherwise this is the same as the form whose `update` doesn't throw. That one exists
/// because the compiler of Swift 6.3 takes no closure without errors for one with typed errors.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - options: Which reads and overrides fail the test, and where issues go.
///   - update: A closure that replaces values.
///   - operation: The code to run, which throws errors of the same type.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@discardableResult @_disfavoredOverload
public func withTestScope<Result, Failure: Error>(
  named name: String? = nil,
  options: TestScopeOptions = [],
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) throws(Failure) -> Result {
  let source = SourceLine(fileID, line)
  let file = SourceFile(fileID: fileID, path: filePath)
  var scope = TestScope(name, options: options, at: source, in: file)
  try scope.update(at: source, update)
  return try scope.run(operation)
}

/// Runs `operation` in a container of its own, whose `update` may throw.
///
/// Otherwise this is the same as the form whose `update` doesn't throw.
///
/// - Parameters:
///   - name: The scope's name in messages and explanations.
///   - options: Which reads and overrides fail the test, and where issues go.
///   - update: A closure that replaces values.
///   - operation: The code to run, which throws errors of the same type.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws, with its type.
/// - Complexity: O(overrides).
@discardableResult @_disfavoredOverload
public func withTestScope<Result, Failure: Error>(
  named name: String? = nil,
  options: TestScopeOptions = [],
  _ update: (inout InjectedValues) async throws(Failure) -> Void,
  operation: () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) async throws(Failure) -> Result {
  let source = SourceLine(fileID, line)
  let file = SourceFile(fileID: fileID, path: filePath)
  var scope = TestScope(name, options: options, at: source, in: file)
  try await scope.update(at: source, isolation: isolation, update)
  return try await scope.run(isolation: isolation, operation)
}

/// Unavailable: nothing runs in the scope.
///
/// - Parameter update: A closure that replaces values.
@available(*, unavailable, message: "add the code that runs in the scope: operation: { … }")
@_disfavoredOverload
public func withTestScope(_ update: (inout InjectedValues) async throws -> Void) {}
