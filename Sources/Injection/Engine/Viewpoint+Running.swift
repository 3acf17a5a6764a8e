public import Synchronization

// The asynchronous form of entering a scope. On the caller's actor, by a parameter, as `withValue`
// of the standard library: that means the same whatever settings a client is compiled with.

extension Viewpoint {
  /// Runs `operation` where `viewpoint` is current; `nil` is the process's root.
  @inlinable
  static func run<Result, Failure: Error>(
    in viewpoint: Viewpoint?,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // Acquiring: see the synchronous form.
    if !isOpened.load(ordering: .acquiring) { markAsOpened() }
    do {
      return try await taskLocal.withValue(
        Current(viewpoint),
        operation: operation,
        isolation: isolation
      )
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }
}
