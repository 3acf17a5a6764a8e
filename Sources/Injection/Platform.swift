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

// MARK: - Threads

extension Platform {
  /// Something to do on a thread of its own.
  class Work {
    func run() {}
  }

  /// Does `work` on a new thread and waits until that thread ends.
  static func runOnThread(_ work: Work) {
    // Safe: this thread holds `work` and waits, so the new thread may use it unretained.
    let context = unsafe Unmanaged.passUnretained(work).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = unsafe pthread_create(&thread, nil, { unsafe Platform.run($0) }, context)
      guard error == 0, let thread = unsafe thread else {
        InjectionFailure.stop(.noThread(error))
      }
      _ = unsafe pthread_join(thread, nil)
    #else
      var thread = pthread_t()
      let error = unsafe pthread_create(&thread, nil, { unsafe Platform.run($0!) }, context)
      guard error == 0 else { InjectionFailure.stop(.noThread(error)) }
      pthread_join(thread, nil)
    #endif
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // Guaranteed, not retained: a thread that ends in the middle would never release it.
    unsafe Unmanaged<Work>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.run() }
    return nil
  }

  /// Ends the running thread here and now; what its callers hold is not released.
  static func endThread() -> Never {
    pthread_exit(nil)
  }
}
