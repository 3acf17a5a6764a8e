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

  /// Waits for a build to end. Returns `false`, without waiting, if that build in turn waits for this
  /// thread. Stops the process if it is this thread's own.
  ///
  /// Threads that wait for each other need not have met a circle: what two keys read may depend on
  /// overrides, and then each may need the other in a scope of its own. The caller builds for itself;
  /// if there is a circle, it comes back to a build of its own thread.
  static func wait(for build: Build) -> Bool {
    let thread = Platform.currentThread
    enum Finding {
      case noCircle, otherThreads
      case circle([Build])
    }
    let finding = threads.withLock { threads -> Finding in
      if let own = threads[thread]?.builds, let start = own.firstIndex(where: { $0 === build }) {
        return .circle(own[start...] + [build])
      }
      if doesWait(build, for: thread, in: threads) { return .otherThreads }
      // A thread that builds nothing can't be waited for: nobody needs to know.
      threads[thread]?.waitsFor = build
      return .noCircle
    }
    switch finding {
    case .circle(let builds): InjectionFailure.stop(.circle(builds.map(\.name)))
    case .otherThreads: return false
    case .noCircle: break
    }
    build.gate.withLock { _ in }
    threads.withLock { $0[thread]?.waitsFor = nil }
    return true
  }

  /// Follows who waits for whom: a build for what its thread waits for, and so on.
  private static func doesWait(
    _ build: Build,
    for thread: UInt,
    in threads: [UInt: Thread]
  ) -> Bool {
    var next: Build? = build
    while let build = next {
      guard let (id, other) = threads.first(where: { $0.value.builds.contains { $0 === build } })
      else { return false }
      if id == thread { return true }
      next = other.waitsFor
    }
    return false
  }
}
