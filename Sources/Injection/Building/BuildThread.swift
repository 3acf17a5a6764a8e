import Synchronization

/// What the threads that build right now are doing, to see a circle before a thread runs into it or
/// waits in it (R10).
///
/// Touched at the beginning and end of a build only. It goes by threads and not by tasks: a build does
/// not suspend, and a task that a build started is not part of it.
enum BuildThread {
  /// A build, and the thread that runs it or waits for it.
  fileprivate struct Activity {
    let thread: UInt
    let build: Build
  }

  /// Of all threads: builds nest a few levels deep, so there are few.
  fileprivate struct Activities {
    /// For each thread from the outermost build to the one that runs.
    var running: [Activity] = []
    /// The builds, on other threads, for whose end threads wait that build themselves.
    var waiting: [Activity] = []
  }

  private static let activities = Lock(Activities())

  /// The code of a build is about to run on this thread. Stops the process if the thread is building the
  /// key.
  static func begin(_ build: Build) {
    let thread = Platform.currentThread
    let circle = activities.withLock { activities -> [KeyName]? in
      if activities.running.contains(where: { $0.thread == thread && $0.build.id == build.id }) {
        return activities.circle(on: thread, closedBy: build)
      }
      activities.running.append(Activity(thread: thread, build: build))
      return nil
    }
    if let circle { InjectionFailure.stop(.circle(circle)) }
  }

  /// The code of a build has run.
  static func end(_ build: Build) {
    activities.withLock { activities in
      let index = activities.running.lastIndex { $0.build === build }
      _ = activities.running.remove(at: index!)
    }
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
      case circle([KeyName])
    }
    let finding = activities.withLock { activities -> Finding in
      if activities.running.contains(where: { $0.thread == thread && $0.build === build }) {
        return .circle(activities.circle(on: thread, closedBy: build))
      }
      if activities.doesWait(build, for: thread) { return .otherThreads }
      // A thread that builds nothing can't be waited for: nobody needs to know.
      if activities.running.contains(where: { $0.thread == thread }) {
        activities.waiting.append(Activity(thread: thread, build: build))
      }
      return .noCircle
    }
    switch finding {
    case .circle(let names): InjectionFailure.stop(.circle(names))
    case .otherThreads: return false
    case .noCircle: break
    }
    build.gate.withLock { _ in }
    activities.withLock { $0.waiting.removeAll { $0.thread == thread } }
    return true
  }
}

extension BuildThread.Activities {
  /// What a thread builds from the key of `build` on, and that key once more.
  fileprivate func circle(on thread: UInt, closedBy build: Build) -> [KeyName] {
    var names: [KeyName] = []
    for activity in running where activity.thread == thread {
      if !names.isEmpty || activity.build.id == build.id { names.append(activity.build.name) }
    }
    return names + [build.name]
  }

  /// Follows who waits for whom: a build for what its thread waits for, and so on.
  fileprivate func doesWait(_ build: Build, for thread: UInt) -> Bool {
    var next: Build? = build
    while let build = next {
      guard let other = running.first(where: { $0.build === build })?.thread else { return false }
      if other == thread { return true }
      next = waiting.first { $0.thread == other }?.build
    }
    return false
  }
}
