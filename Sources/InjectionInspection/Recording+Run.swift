import Injection

extension Recording {
  /// Runs an operation whose reads an observer watches.
  static func run<Result, Failure: Error>(
    _ observer: any ReadObserver,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    change(by: 1)
    defer { change(by: -1) }
    return try taskLocal.bind(observers + [observer], operation)
  }

  static func run<Result, Failure: Error>(
    _ observer: any ReadObserver,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    change(by: 1)
    defer { change(by: -1) }
    return try await taskLocal.bind(observers + [observer], isolation: isolation, operation)
  }
}
