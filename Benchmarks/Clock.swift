#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Processor time, in nanoseconds.
///
/// Not the time on the wall: on a machine with other work to do, that has their work in it.
enum Clock {
  case process
  case thread

  var now: Double {
    var time = timespec()
    let id = self == .process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID
    // Safe: the call fills a variable of ours.
    unsafe clock_gettime(id, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
