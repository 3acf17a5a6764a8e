import Injection

/// A result that several tasks wait for. One that is canceled stops waiting at once.
//
// Waiting for a task can't be ended: `Task.value` ignores the cancellation of the one that waits.
final class SharedResult<Value: Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<Value, any Error>

  private struct State: Sendable {
    var result: Result<Value, any Error>?
    var waiting: [Int: Waiting] = [:]
    /// The number of the last one that waited.
    var last = 0
  }

  private let state = Lock(State())

  /// Ends the wait, once.
  func set(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      state.result = result
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(with: result) }
  }

  /// The value; or a `CancellationError` if the running task is canceled before that is known.
  func value(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    let (known, number) = state.withLock { state in
      state.last += 1
      return (state.result, state.last)
    }
    if let known { return try known.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(continuation, number)
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }

  private func add(_ continuation: Waiting, _ number: Int) {
    let known: Result<Value, any Error>? = state.withLock { state in
      if let result = state.result { return result }
      // Asked under the lock: a cancellation from now on finds the continuation.
      if Task.isCancelled { return .failure(CancellationError()) }
      state.waiting[number] = continuation
      return nil
    }
    if let known { continuation.resume(with: known) }
  }
}
