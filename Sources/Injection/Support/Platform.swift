// Functions that the standard library doesn't have. The only file that imports the C library. Only
// Linux with Glibc is tested.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

package enum Platform {
  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    // Safe: this package doesn't change the environment, and the bytes are copied at once.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// An identifier of the running thread, unique while the thread lives.
  static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      // Safe: the address is only compared, never followed.
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  /// The time in nanoseconds since some moment: what happens later has a greater one.
  static var now: UInt64 {
    var time = timespec()
    // Safe: the pointer is used in the call only. It can't fail with this clock.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Stops the process with a message that names no line.
  static func stop(_ message: String) -> Never {
    writeToStandardError("Fatal error: " + message + "\n")
    abort()
  }

  /// Writes `text` to standard error in one call, so that the lines of two threads don't mix.
  package static func writeToStandardError(_ text: String) {
    // Safe: the bytes are valid for the call. An error is ignored, since it can't be reported.
    _ = unsafe write(2, text, text.utf8.count)
  }
}

extension MainActor {
  /// Whether the caller runs on the main actor.
  //
  // A cast to a conformance that is isolated to an actor succeeds only on that actor (SE-0470).
  package static var isCurrent: Bool { (OnMainActor() as any Sendable) is any ConformsOnMainActor }

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

private protocol ConformsOnMainActor {}
private struct OnMainActor: Sendable {}
extension OnMainActor: @MainActor ConformsOnMainActor {}
