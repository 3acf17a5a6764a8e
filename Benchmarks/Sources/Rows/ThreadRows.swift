import Injection

// Two threads that read at once. The time is that of one read of both together, so half of the time
// on one thread is the best there can be.

extension Row {
  static var threads: [Row] {
    [
      Row("one-thread", "@Injected, no scope, one thread", in: .noScope) { batch in
        batch.record(threads: 1) { _, batch in useNth(0, batch) }
      },
      Row(
        "two-threads",
        "two threads, different values",
        in: .noScope,
        over: "one-thread"
      ) { batch in
        batch.record(threads: 2) { number, batch in useNth(number, batch) }
      },
      Row(
        "two-threads-same",
        "two threads, the same value",
        in: .noScope,
        over: "one-thread"
      ) { batch in
        batch.record(threads: 2) { _, batch in useNth(0, batch) }
      },

      Row("one-thread-scope", "@Injected, override, one thread", in: .scopes) { batch in
        batch.record(threads: 1) { _, batch in
          withInjected(\.left, LargeRepository()) { useNth(0, batch) }
        }
      },
      Row(
        "two-threads-scopes",
        "two threads, a scope each",
        in: .scopes,
        over: "one-thread-scope"
      ) { batch in
        batch.record(threads: 2) { _, batch in
          withInjected(\.left, LargeRepository()) { useNth(0, batch) }
        }
      },
      Row(
        "two-threads-scope",
        "two threads in one scope, different values",
        in: .scopes,
        over: "one-thread-scope"
      ) { batch in
        let values = withInjected {
          $0.left = LargeRepository()
          $0.right = LargeRepository()
        } operation: {
          InjectedValues.current
        }
        batch.record(threads: 2) { number, batch in
          withInjected(values) { useNth(number, batch) }
        }
      },

      Row("one-thread-task-local", "bare task-local, one thread", in: .scopes) { batch in
        batch.record(threads: 1) { _, batch in useTaskLocal(LargeRepository(), batch) }
      },
      Row(
        "two-threads-task-locals",
        "bare task-local, two threads, a value each",
        in: .scopes,
        over: "one-thread-task-local"
      ) { batch in
        batch.record(threads: 2) { _, batch in useTaskLocal(LargeRepository(), batch) }
      },
      Row(
        "two-threads-task-local",
        "bare task-local, two threads, the same value",
        in: .scopes,
        over: "one-thread-task-local"
      ) { batch in
        let repository = LargeRepository()
        batch.record(threads: 2) { _, batch in useTaskLocal(repository, batch) }
      },
    ]
  }

  /// Reads one of two keys.
  private static func useNth(_ number: Int, _ batch: Batch) {
    if number == 0 {
      let client = opaque(LeftClient())
      batch.measure { client.use() }
    } else {
      let client = opaque(RightClient())
      batch.measure { client.use() }
    }
  }

  private static func useTaskLocal(_ repository: any Repository, _ batch: Batch) {
    let client = opaque(TaskLocalClient())
    TaskLocalClient.$repository.withValue(repository) {
      batch.measure { client.use() }
    }
  }
}

// MARK: - Values

/// Larger than a cache line. Two small objects may share one, and then two threads that count
/// references to one each wait for each other, whatever the library does.
private final class LargeRepository: Repository {
  let number = 3
  private let content = InlineArray<32, Int>(repeating: 0)
}

extension InjectedValues {
  private enum LeftKey: InjectionKey {
    static var defaultValue: any Repository { LargeRepository() }
  }
  fileprivate var left: any Repository {
    get { self[LeftKey.self] }
    set { self[LeftKey.self] = newValue }
  }

  private enum RightKey: InjectionKey {
    static var defaultValue: any Repository { LargeRepository() }
  }
  fileprivate var right: any Repository {
    get { self[RightKey.self] }
    set { self[RightKey.self] = newValue }
  }
}

// For what `use()` returns here, see `Clients.swift`.

private final class LeftClient {
  @Injected(\.left) var repository

  @inline(never) @discardableResult
  func use() -> Bool {
    sink(repository)
    return true
  }
}

private final class RightClient {
  @Injected(\.right) var repository

  @inline(never) @discardableResult
  func use() -> Double {
    sink(repository)
    return 1
  }
}
