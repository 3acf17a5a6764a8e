/// Runs an operation in a scope.
///
/// - Parameter ends: Whether the scope was opened for the operation.
@export(implementation)
package func enter<Result, Failure: Error>(
  _ scope: Scope?,
  ends: Bool = false,
  _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  defer { if ends { scope?.didEnd() } }
  do {
    return try Scope.taskLocal.withValue(Current(scope)) { try operation() }
  } catch {
    // Cannot fail: only the operation throws.
    throw error as! Failure
  }
}

@export(implementation)
package func enter<Result, Failure: Error>(
  _ scope: Scope?,
  ends: Bool = false,
  isolation: isolated (any Actor)?,
  _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  defer { if ends { scope?.didEnd() } }
  do {
    return try await Scope.taskLocal.withValue(
      Current(scope),
      operation: { try await operation() },
      isolation: isolation
    )
  } catch {
    // Cannot fail, as above.
    throw error as! Failure
  }
}
