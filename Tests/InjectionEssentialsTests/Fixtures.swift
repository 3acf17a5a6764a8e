import Injection
import Testing

/// Keeps the thread busy.
func compute(for duration: Duration) {
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end {}
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Lock<Value>

  init(_ value: Value) { mutex = Lock(value) }

  var value: Value {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }

  func update(_ change: @Sendable (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}

/// The results of a thousand tasks.
func gathered<T: Hashable & Sendable>(_ make: @escaping @Sendable () -> T) async -> Set<T> {
  await withTaskGroup { group in
    for _ in 0..<1_000 { group.addTask { make() } }
    return await group.reduce(into: []) { $0.insert($1) }
  }
}

/// Runs code in a task that was canceled before it began.
func inCancelledTask(_ operation: @escaping @Sendable () async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.cancelAll()
    group.addTask { try await operation() }
    try await group.waitForAll()
  }
}
