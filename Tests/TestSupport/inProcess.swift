import Injection

/// Runs code where the process's values are seen, as in a process that runs no tests. What opens a
/// container there is a test of its own.
package func inProcess<Result>(_ body: () throws -> Result) rethrows -> Result {
  try withInjected(InjectedValues(nil), operation: body)
}

package func inProcess<Result>(
  _ body: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  try await withInjected(InjectedValues(nil), operation: body, isolation: isolation)
}
