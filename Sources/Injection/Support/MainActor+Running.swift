extension MainActor {
  /// Whether this runs on the main actor.
  package static var isRunning: Bool {
    if isKnownToRun { return true }
    #if canImport(Darwin)
      return false
    #else
      // The cast does not know the blocks of Dispatch's main queue.
      if let isMainQueue = Platform.isMainQueue { return isMainQueue }
      // If not, that stops the process, with a message of the runtime's.
      MainActor.preconditionIsolated()
      return true
    #endif
  }

  /// Whether it is certain that this runs on the main actor.
  static var isKnownToRun: Bool {
    // A cast to a conformance that is isolated to an actor succeeds on that actor only (SE-0470).
    // The language has no other question that does not stop the process when the answer is no.
    (OnMainActor() as any Sendable) is any ConformsOnMainActor
  }
}

private protocol ConformsOnMainActor {}
private struct OnMainActor: Sendable {}
extension OnMainActor: @MainActor ConformsOnMainActor {}
