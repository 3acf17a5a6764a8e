extension MainActor {
  /// Whether the caller runs on the main actor.
  package static var isCurrent: Bool { (OnMainActor() as any Sendable) is any Conforms }

  /// Stops the process with a message, unless it runs on the main actor.
  package static func precondition(_ message: @autoclosure () -> Message) {
    if isCurrent { return }
    // If the main thread has ended, as in some servers and tests, the cast doesn't recognize blocks
    // on Dispatch's main queue, which aren't tasks. The runtime does, with a message of its own.
    // A verification has its own thread, or one on which the cast recognizes the actor.
    // Safe: the task is only looked for.
    let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
    if isInTask || Verification.current.get() != nil { message().stop() }
    preconditionIsolated()
  }
}

private struct OnMainActor: Sendable, @MainActor Conforms {}
