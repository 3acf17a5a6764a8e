// The few things that the standard library does not have. The only file that imports the C library.
// Of these systems, only Linux with Glibc is checked.

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
    // Safe: nothing here changes the environment, and the bytes are copied at once.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Identifies the running thread among all that are alive.
  static var currentThread: UInt {
    #if canImport(Darwin)
      // Safe: the address is only compared, never followed.
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Writes `text` to standard error at once, so that lines of two threads do not mix.
  package static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // Safe: the buffer is valid for the call. What cannot be written is lost: there is no
      // place left to report it to.
      _ = unsafe write(2, bytes.baseAddress, bytes.count)
    }
  }
}

extension MainActor {
  /// Stops the process with a message, unless this runs on the main actor.
  package static func precondition(_ message: @autoclosure () -> Message) {
    // A cast to a conformance that is isolated to an actor succeeds on that actor only (SE-0470).
    if (OnMainActor() as any Sendable) is any ConformsOnMainActor { return }
    // Where the main thread has ended, as in some servers and tests, that doesn't know the blocks of
    // Dispatch's main queue, which are no tasks. The runtime knows, and has a message of its own.
    // A verification runs on a thread of its own, or where the cast above knows the actor.
    // Safe: the task is only looked for.
    if Verification.current == nil, unsafe withUnsafeCurrentTask(body: { unsafe $0 == nil }) {
      preconditionIsolated()
    } else {
      message().stop()
    }
  }
}

private protocol ConformsOnMainActor {}
private struct OnMainActor: Sendable {}
extension OnMainActor: @MainActor ConformsOnMainActor {}
