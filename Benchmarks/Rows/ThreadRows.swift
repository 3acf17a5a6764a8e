import Injection

// Two threads that read at once. The time is that of one read of both together, so half of the time on
// one thread is the best there can be.

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
          withInjected(\.repository, MockRepository()) { useNth(0, batch) }
        }
      },
      Row(
        "two-threads-scopes",
        "two threads, a scope each",
        in: .scopes,
        over: "one-thread-scope"
      ) { batch in
        batch.record(threads: 2) { _, batch in
          withInjected(\.repository, MockRepository()) { useNth(0, batch) }
        }
      },
      Row(
        "two-threads-scope",
        "two threads in one scope, different values",
        in: .scopes,
        over: "one-thread-scope"
      ) { batch in
        let values = withInjected {
          $0.repository = MockRepository()
          $0.archive = MockRepository()
        } operation: {
          InjectedValues.current
        }
        batch.record(threads: 2) { number, batch in
          withInjected(values) { useNth(number, batch) }
        }
      },

      Row("one-thread-task-local", "bare task-local, one thread", in: .scopes) { batch in
        batch.record(threads: 1) { _, batch in useTaskLocal(MockRepository(), batch) }
      },
      Row(
        "two-threads-task-locals",
        "bare task-local, two threads, a value each",
        in: .scopes,
        over: "one-thread-task-local"
      ) { batch in
        batch.record(threads: 2) { _, batch in useTaskLocal(MockRepository(), batch) }
      },
      Row(
        "two-threads-task-local",
        "bare task-local, two threads, the same value",
        in: .scopes,
        over: "one-thread-task-local"
      ) { batch in
        let repository = MockRepository()
        batch.record(threads: 2) { _, batch in useTaskLocal(repository, batch) }
      },
    ]
  }

  /// Reads another key on each thread.
  private static func useNth(_ number: Int, _ batch: Batch) {
    if number == 0 {
      let client = opaque(Client())
      batch.measure { client.use() }
    } else {
      let client = opaque(ArchiveClient())
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

extension Batch {
  fileprivate func record(
    threads: Int,
    _ body: @escaping @Sendable (_ thread: Int, Batch) -> Void
  ) {
    // Longer than other rows, since threads take a moment to start.
    let nanoseconds = Benchmarks.measure(threads: threads, count: count * 4, body)
    record(nanosecondsEach: nanoseconds / Double(threads))
  }
}
