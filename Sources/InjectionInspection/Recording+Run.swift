import Injection
import Synchronization

extension Recording {
  /// Runs an operation whose reads an observer watches.
  static func run<Result, Failure: Error>(
    _ observer: any ReadObserver,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    Attention.recordings.add(1, ordering: .relaxed)
    defer { Attention.recordings.subtract(1, ordering: .relaxed) }
    return try taskLocal.bind(observers + [observer], operation)
  }

  static func run<Result, Failure: Error>(
    _ observer: any ReadObserver,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    Attention.recordings.add(1, ordering: .relaxed)
    defer { Attention.recordings.subtract(1, ordering: .relaxed) }
    return try await taskLocal.bind(observers + [observer], isolation: isolation, operation)
  }
}
