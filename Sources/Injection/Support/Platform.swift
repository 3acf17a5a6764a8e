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
  @inline(never) static func environment(_ name: String) -> String? {
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

  /// Whether a mutex that is left is given to the thread that has waited longest.
  static var handsMutexOver: Bool {
    #if os(Linux) || os(Android)
      true
    #else
      false
    #endif
  }

  #if canImport(Darwin)
    /// Lends a thread the priority of the running one, until the lending is ended. The thread must
    /// exist.
    static func lendPriority(to thread: UInt) -> UInt {
      // Safe: the caller knows that the thread exists, and the override is ended once. It may be
      // null, though its type says otherwise: a thread with a fixed priority has no class to lend.
      let thread = unsafe pthread_t(bitPattern: thread)!
      let lent = unsafe pthread_override_qos_class_start_np(thread, qos_class_self(), 0)
      return UInt(bitPattern: lent)
    }
    /// Ends what `lendPriority(to:)` has returned.
    static func endLending(_ lent: UInt) {
      guard let lent = unsafe pthread_override_t(bitPattern: lent) else { return }
      _ = unsafe pthread_override_qos_class_end_np(lent)
    }
  #else
    /// The system can't lend a thread the priority of another one.
    static func lendPriority(to thread: UInt) -> UInt { 0 }
    static func endLending(_ lent: UInt) {}
  #endif

  /// Stops the process with a message that names no line.
  @inline(never) static func stop(_ message: String) -> Never {
    writeToStandardError("Fatal error: " + message + "\n")
    abort()
  }

  /// Writes `text` to standard error in one call, so that the lines of two threads don't mix.
  @inline(never) package static func writeToStandardError(_ text: String) {
    // Safe: the bytes are valid for the call. An error is ignored, since it can't be reported.
    #if os(Windows)
      _ = unsafe _write(2, text, UInt32(text.utf8.count))
    #else
      _ = unsafe write(2, text, text.utf8.count)
    #endif
  }
}

#if os(Windows) || os(WASI)
  final class Signal: Sendable {
    var number: Int { 0 }
    func give() {}
    func lock() {}
    func unlock() {}
    /// Looks again soon: Swift can't call what wakes a thread.
    func wait(after number: Int, milliseconds: Int) {
      #if os(Windows)
        Sleep(1)
      #else
        usleep(1_000)
      #endif
    }
  }
#else
  /// Lets threads sleep until another one wakes them, or unlocks this.
  @safe
  final class Signal: @unchecked Sendable {
    // Unchecked: both are made for several threads, and the mutex guards the number. They must not
    // move.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// How often this was given.
    private var storedNumber = 0

    // Safe here and below: the pointers are this object's or used in the call only, and no call
    // can fail.
    init() {
      _ = unsafe pthread_mutex_init(mutex, nil)
      #if canImport(Darwin)
        _ = unsafe pthread_cond_init(condition, nil)
      #else
        // The other clock may be set back.
        var attributes = pthread_condattr_t()
        _ = unsafe pthread_condattr_init(&attributes)
        _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        _ = unsafe pthread_cond_init(condition, &attributes)
        _ = unsafe pthread_condattr_destroy(&attributes)
      #endif
    }

    deinit {
      _ = unsafe (pthread_cond_destroy(condition), pthread_mutex_destroy(mutex))
      unsafe mutex.deallocate()
      unsafe condition.deallocate()
    }

    func lock() { _ = unsafe pthread_mutex_lock(mutex) }
    func unlock() { _ = unsafe pthread_mutex_unlock(mutex) }

    private func withMutex<Result>(_ body: () -> Result) -> Result {
      lock()
      defer { unlock() }
      return body()
    }

    var number: Int { withMutex { storedNumber } }

    /// Wakes the threads that wait.
    func give() {
      withMutex {
        storedNumber += 1
        unsafe pthread_cond_broadcast(condition)
      }
    }

    /// Sleeps for some milliseconds at most, unless this was given since its number was looked at.
    @inline(never) func wait(after number: Int, milliseconds: Int) {
      #if canImport(Darwin)
        var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
        let sleep = unsafe pthread_cond_timedwait_relative_np
      #else
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        time.tv_nsec += milliseconds * 1_000_000
        (time.tv_sec, time.tv_nsec) = (
          time.tv_sec + time.tv_nsec / 1_000_000_000, time.tv_nsec % 1_000_000_000
        )
        let sleep = unsafe pthread_cond_timedwait
      #endif
      withMutex { if storedNumber == number { _ = unsafe sleep(condition, mutex, &time) } }
    }
  }
#endif
