// Functions that the standard library doesn't have. The only file that imports the C library. Only
// Linux with Glibc is tested. Of the others, `.ci/run apple` checks the types.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif os(Windows)
  import WinSDK
  import ucrt
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
    #elseif canImport(Android)
      UInt(bitPattern: pthread_self())
    #elseif os(Windows)
      UInt(GetCurrentThreadId())
    #elseif os(WASI)
      // The only one.
      1
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
    #if os(Windows) || os(WASI)
      let time = start.duration(to: .now).components
      return 1 + UInt64(time.seconds) &* 1_000_000_000 &+ UInt64(time.attoseconds / 1_000_000_000)
    #else
      var time = timespec()
      // Safe: the pointer is used in the call only. It can't fail with this clock.
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  #if os(Windows) || os(WASI)
    /// These have no other clock that Swift can call.
    private static let start = ContinuousClock.now
  #endif

  /// Lets the thread rest.
  static func sleep(microseconds: UInt32) {
    #if os(Windows)
      Sleep(max(1, microseconds / 1_000))
    #else
      usleep(microseconds)
    #endif
  }

  /// Stops the process with a message that names no line.
  static func stop(_ message: String) -> Never {
    writeToStandardError("Fatal error: " + message + "\n")
    abort()
  }

  /// Writes `text` to standard error in one call, so that the lines of two threads don't mix.
  package static func writeToStandardError(_ text: String) {
    // Safe: the bytes are valid for the call. An error is ignored, since it can't be reported.
    #if os(Windows)
      _ = unsafe _write(2, text, UInt32(text.utf8.count))
    #else
      _ = unsafe write(2, text, text.utf8.count)
    #endif
  }
}
