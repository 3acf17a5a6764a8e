// The few things that the standard library does not have: the only file that imports the C library.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if !canImport(Darwin)
  /// The number of the running thread. The C library's headers hide it from Swift.
  @_silgen_name("gettid")
  private func threadNumber() -> pid_t
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

  /// Whether this is the thread that the process began with.
  ///
  /// A task that is on the main actor need not be on it: on Linux, an asynchronous `main` that has suspended
  /// goes on in a thread of the pool.
  static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      // The first thread has the number of the process.
      threadNumber() == getpid()
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
