/// Runs an operation in a scope.
@inlinable
package func enter<Result, Failure: Error>(
  _ scope: Scope?,
  _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  do {
    return try Scope.taskLocal.withValue(Current(scope)) { try operation() }
  } catch {
    // Cannot fail: only the operation throws.
    throw error as! Failure
  }
}

@inlinable
package func enter<Result, Failure: Error>(
  _ scope: Scope?,
  isolation: isolated (any Actor)?,
  _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
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

/// Runs the operation for which a scope was opened.
@inlinable
package func open<Result, Failure: Error>(
  _ scope: Scope?,
  _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  defer { scope?.didEnd() }
  return try enter(scope, operation)
}

@inlinable
package func open<Result, Failure: Error>(
  _ scope: Scope?,
  isolation: isolated (any Actor)?,
  _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  defer { scope?.didEnd() }
  return try await enter(scope, isolation: isolation, operation)
}
