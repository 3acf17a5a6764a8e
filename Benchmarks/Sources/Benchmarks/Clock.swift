#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A clock that counts nanoseconds.
///
/// Rows are measured in processor time, which excludes other work of the machine.
enum Clock {
  case process
  case thread
  case wall

  var now: Double {
    let id =
      switch self {
      case .process: CLOCK_PROCESS_CPUTIME_ID
      case .thread: CLOCK_THREAD_CPUTIME_ID
      case .wall: CLOCK_MONOTONIC
      }
    var time = timespec()
    // Safe: the call fills a local variable.
    unsafe clock_gettime(id, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
