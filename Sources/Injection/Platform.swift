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

enum Platform {
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

  /// Runs `body` on a thread of its own, until it returns or calls `endThread()`.
  static func runOnThread(_ body: @escaping () -> Void) {
    // A closure is no object; the thread takes this one over.
    final class Work {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
    }
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Safe: the thread gets the one reference that was retained for it.
    let error = unsafe pthread_create(
      &thread,
      nil,
      { work in
        let work: UnsafeMutableRawPointer? = unsafe work
        unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      },
      work
    )
    precondition(error == 0, "a thread must be available (error \(error))")
    // Safe: this is the only one that waits for the thread.
    #if canImport(Darwin)
      _ = unsafe pthread_join(thread!, nil)
    #else
      _ = pthread_join(thread, nil)
    #endif
  }

  /// Ends the running thread. What its functions hold is never released.
  static func endThread() -> Never {
    // Safe: only called on threads of `runOnThread`, and with no lock held.
    pthread_exit(nil)
  }

  /// Writes `text` to standard error at once, so that lines of two threads do not mix.
  static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // Safe: the buffer is valid for the call. What cannot be written is lost: there is no
      // place left to report it to.
      _ = unsafe write(2, bytes.baseAddress, bytes.count)
    }
  }
}
