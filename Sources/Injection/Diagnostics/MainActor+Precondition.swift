extension MainActor {
  /// Whether the caller runs on the main actor.
  //
  // Where casts tell nothing, the main thread stands for the actor.
  @inline(never) package static var isCurrent: Bool {
    castsTell ? grants(OnMainActor()) : Platform.isMainThread
  }

  /// Where code that may run here may always run: everywhere, which is `.max`, or on this thread,
  /// if it is the main one. Otherwise 0, since a thread that runs the main actor may run other code.
  //
  // If the main thread has ended, as in some servers and tests, `isCurrent` knows only tasks.
  static var knownThread: UInt {
    guard isCurrent else { return .max }
    return Platform.isMainThread || !isInTask ? Platform.currentThread : 0
  }

  /// Stops the process with a message, unless it runs on the main actor.
  package static func precondition(_ message: @autoclosure () -> Message) {
    if isCurrent { return }
    if isSurelyNotCurrent { message().stop() }
    preconditionIsolated()
  }

  /// Whether the caller certainly doesn't run there.
  @inline(never) private static var isSurelyNotCurrent: Bool {
    // If the main thread has ended, the cast doesn't recognize blocks on Dispatch's main queue,
    // which aren't tasks. Where casts tell nothing, tasks aren't recognized, either. The runtime
    // recognizes both, and has a message of its own.
    // A verification has its own thread, or one on which the actor is recognized.
    (castsTell ? isInTask : Platform.mainThreadStays) || Verification.current.get() != nil
  }

  // Safe: the task is only looked for.
  // A comparison with `nil` would take 400 bytes more.
  private static var isInTask: Bool {
    unsafe withUnsafeCurrentTask { if case .some = unsafe $0 { true } else { false } }
  }

  /// Whether a cast to an isolated conformance fails where it may not be used. Before macOS 26,
  /// iOS 26 and their like, the runtime grants each (SE-0470).
  private static let castsTell = !grants(OnNoActor())

  private static func grants(_ value: any Sendable) -> Bool { value is any Conforms }
}

private struct OnMainActor: Sendable, @MainActor Conforms {}

private struct OnNoActor: Sendable, @NoActor Conforms {}

/// An actor on which nothing runs.
@globalActor private actor NoActor { static let shared = NoActor() }
