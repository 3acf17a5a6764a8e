extension TaskLocal {
  /// Runs an operation with a value, and throws its error with its type.
  @inlinable
  package func bind<Result, Failure: Error>(
    _ value: consuming Value,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      return try withValue(value) { try operation() }
    } catch {
      // Cannot fail: only the operation throws.
      throw error as! Failure
    }
  }

  @inlinable
  package func bind<Result, Failure: Error>(
    _ value: consuming Value,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await withValue(value, operation: { try await operation() }, isolation: isolation)
    } catch {
      // Cannot fail, as above.
      throw error as! Failure
    }
  }
}
