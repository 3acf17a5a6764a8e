import Foundation

/// Whether a sanitizer watches, which keeps memory that was freed.
var isSanitized: Bool {
  unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}

/// The memory that this process has in use.
func residentBytes() throws -> Int {
  #if os(Linux)
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " "
    )
    return Int(pages[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
  #else
    return 0
  #endif
}
