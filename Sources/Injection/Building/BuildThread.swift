import Synchronization

/// What the threads that build right now are doing, to see a circle before a thread runs into it or
/// waits in it (R10).
///
/// Touched at the beginning and end of a build only. It goes by threads and not by tasks: a build does
/// not suspend, and a task that a build started is not part of it.
enum BuildThread {
  private struct Thread {
    /// From the outermost build to the one that runs.
    var builds: [Build] = []
    /// The build, on another thread, whose end this thread waits for.
    var waitsFor: Build?
  }

  private static let threads = Lock<[UInt: Thread]>([:])

  /// Runs the code of a build on this thread. Stops the process if the thread is building the key.
  static func run<Value>(_ build: Build, _ body: () -> Value) -> Value {
    let thread = Platform.currentThread
    let circle = threads.withLock { threads -> [Build]? in
      let builds = threads[thread, default: Thread()].builds
      if let start = builds.firstIndex(where: { $0.id == build.id }) {
        return builds[start...] + [build]
      }
      threads[thread, default: Thread()].builds.append(build)
      return nil
    }
    if let circle { InjectionFailure.stop(.circle(circle.map(\.name))) }
    defer {
      threads.withLock { threads in
        threads[thread]?.builds.removeLast()
        if threads[thread]?.builds.isEmpty == true { threads[thread] = nil }
      }
    }
    return body()
  }

  /// Waits for a build to end. Stops the process if that build, in turn, waits for this thread.
  static func wait(for build: Build) {
    let thread = Platform.currentThread
    let circle = threads.withLock { threads -> [Build]? in
      if let found = path(from: build, backTo: thread, in: threads) { return found }
      // A thread that builds nothing can't be waited for: nobody needs to know.
      threads[thread]?.waitsFor = build
      return nil
    }
    if let circle { InjectionFailure.stop(.circle(circle.map(\.name))) }
    build.gate.withLock { _ in }
    threads.withLock { $0[thread]?.waitsFor = nil }
  }

  /// Follows who waits for whom. Each build of a thread needs the next one, the last one needs what
  /// the thread waits for; if that leads back to `thread`, these are the builds on the way.
  private static func path(
    from build: Build,
    backTo thread: UInt,
    in threads: [UInt: Thread]
  ) -> [Build]? {
    var path: [Build] = []
    var next = build
    while true {
      guard
        let (id, other) = threads.first(where: { $0.value.builds.contains { $0 === next } }),
        let start = other.builds.firstIndex(where: { $0 === next })
      else { return nil }
      path += other.builds[start...]
      if id == thread { return path + [build] }
      guard let waitsFor = other.waitsFor else { return nil }
      next = waitsFor
    }
  }
}
