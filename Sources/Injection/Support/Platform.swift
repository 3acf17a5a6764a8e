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
  package static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      // Safe: the address is only compared, never followed.
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  /// Whether this is the main thread. Known on Apple systems only.
  static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      false
    #endif
  }

  /// Whether the main thread, once it runs an app, doesn't end before the process. On a Mac,
  /// `dispatchMain` ends it.
  static var mainThreadStays: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      true
    #else
      false
    #endif
  }

  /// The time in nanoseconds since some moment: what happens later has a greater one.
  package static var now: UInt64 {
    var time = timespec()
    // Safe: the pointer is used in the call only. It can't fail with this clock.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Lets the thread rest.
  static func sleep(microseconds: UInt32) { usleep(microseconds) }

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
