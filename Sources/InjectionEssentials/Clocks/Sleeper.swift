import Injection

/// A task that sleeps on a test clock.
///
/// It is the executor that runs the task until it is suspended, and again when it wakes: in place,
/// on the thread that resumes it. So the clock knows when the task is suspended, and a call that
/// wakes the task returns when it is suspended again or has ended. The executor claims to be the
/// pool, so that the task continues in place, on the same thread, when it leaves `sleep`.
final class Sleeper: TaskExecutor {
  let deadline: TestClock.Instant
  /// The order of the sleepers that have the same deadline.
  let number: UInt64

  private let clock: TestClock
  private let state = Lock(State())

  private struct State: Sendable {
    /// Whether the task is running here.
    var isRunning = false
    /// Resumes the task, which is being suspended.
    var continuation: CheckedContinuation<Void, any Error>?
    /// Whether the task continues in the pool.
    var leaves = false
    var isCancelled = false
  }

  init(until deadline: TestClock.Instant, number: UInt64, on clock: TestClock) {
    self.deadline = deadline
    self.number = number
    self.clock = clock
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func sleep() async throws {
    try await withTaskCancellationHandler {
      try await withTaskExecutorPreference(self) {
        try await withCheckedThrowingContinuation { suspend($0) }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      guard let continuation = clock.remove(self) else { return }
      leave(continuation, .failure(CancellationError()))
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    // Retained, since the task that holds it may end during the call. Safe: it is released once.
    let me = unsafe Unmanaged.passRetained(self)
    defer { unsafe me.release() }

    let isHere = state.withLock { state in
      state.isRunning = !state.leaves
      return state.isRunning
    }
    guard isHere else { return globalConcurrentExecutor.enqueue(job) }
    // Safe: the pool is never released.
    unsafe job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
    let continuation = state.withLock { state in
      state.isRunning = false
      return state.continuation.take()
    }
    if let continuation { fallAsleep(continuation) }
  }

  private func suspend(_ continuation: CheckedContinuation<Void, any Error>) {
    let isHere = state.withLock { state in
      if state.isRunning { state.continuation = continuation }
      return state.isRunning
    }
    if !isHere { fallAsleep(continuation) }
  }

  private func fallAsleep(_ continuation: CheckedContinuation<Void, any Error>) {
    switch clock.add(self, continuation) {
    case .asleep: break
    case .late: leave(continuation, .success(()))
    case .cancelled: leave(continuation, .failure(CancellationError()))
    }
  }

  /// Resumes the task in the pool, so that neither canceling nor resuming blocks the caller.
  private func leave(
    _ continuation: CheckedContinuation<Void, any Error>,
    _ result: Result<Void, any Error>
  ) {
    state.withLock { $0.leaves = true }
    continuation.resume(with: result)
  }
}
