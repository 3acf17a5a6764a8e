import Foundation
import Injection

// Defaults that wait while they are built, each for a scope of its own. None may wait for another.
//
// The times are on the wall, and those of one build: threads and tasks that wait need no core.

extension Row {
  static var waits: [Row] {
    [
      Row("wait-thread", "20 builds of 10 ms on one thread", in: .long) { batch in
        await batch.recordBuilds(threads: 1)
      },
      Row("parallel-builds", "the same on each of 8 threads", in: .long, over: "wait-thread") {
        batch in
        await batch.recordBuilds(threads: 8)
      },

      // 20 for each thread of the pool say what its width allows.
      Row("wait-tasks", "tasks that wait for 10 ms, without a library", in: .long) { batch in
        await batch.recordTasks(20 * ProcessInfo.processInfo.activeProcessorCount) { _ in
          waitForTenMilliseconds()
        }
      },
      Row(
        "parallel-builds-tasks",
        "1,000 tasks, a build of 10 ms each",
        in: .long,
        over: "wait-tasks"
      ) { batch in
        await batch.recordTasks(1000, build)
      },
    ]
  }

  /// Builds the default for a scope of its own.
  fileprivate static func build(_ number: Int) {
    withInjected(\.request, number) {
      let session = InjectedValues.current.slow
      precondition(session.request == number, "A scope must have a session of its own.")
    }
  }
}

private func waitForTenMilliseconds() { usleep(10_000) }

extension Batch {
  /// Measures so many threads that each build 20 times.
  fileprivate func recordBuilds(threads: Int) async {
    // Until the key was built for the first time, nobody knows what it reads.
    Row.build(-1)
    let time = await Clock.wall.time {
      onThreads(threads) { thread in
        for turn in 0..<20 { Row.build(thread * 20 + turn) }
      }
    }
    record(nanosecondsEach: time / 20)
  }

  /// Measures so many tasks at once, beside one that has nothing to do with them.
  fileprivate func recordTasks(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    Row.build(-1)
    // More urgent, since it would wait behind all the others for a thread, whatever a library does.
    let unrelated = Task(priority: .high) { await buildOthers() }
    let start = Clock.wall.now
    await withDiscardingTaskGroup { group in
      for number in 0..<count { group.addTask { body(number) } }
    }
    let end = Clock.wall.now
    unrelated.cancel()
    // In the first 10 ms nobody may have built yet, and in the last ones all may have.
    let turns = await unrelated.value.count { start + 1e7 < $0 && $0 < end - 1e7 }
    record(
      nanosecondsEach: (end - start) / Double(count),
      // Ten a second. Where it waits for the builds, a few may still slip through.
      isValid: Double(turns) > (end - start) / 1e8,
      note: "\(turns) turns of an unrelated task"
    )
  }
}

/// Builds another default, again and again until the task is cancelled, and returns when that was
/// done without waiting for a slow build.
private func buildOthers() async -> [Double] {
  var ends: [Double] = []
  while !Task.isCancelled {
    let time = await Clock.wall.time {
      withInjected(\.request, ends.count) { sink(InjectedValues.current.session) }
    }
    if time < 5e6 { ends.append(Clock.wall.now) }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return ends
}

// MARK: - Values

extension InjectedValues {
  private enum SlowKey: InjectionKey {
    static var defaultValue: Session {
      let request = InjectedValues.current.request
      waitForTenMilliseconds()
      return Session(request: request)
    }
  }
  fileprivate var slow: Session { self[SlowKey.self] }
}
