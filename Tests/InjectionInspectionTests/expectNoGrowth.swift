import Foundation
import Testing

/// Whether a sanitizer watches, which keeps memory that was freed.
var isSanitized: Bool {
  unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}

/// Expects that ten thousand rounds of work take no more memory than a few.
func expectNoGrowth(_ work: (_ round: Int) -> Void) throws {
  (0..<100).forEach(work)
  let before = try residentBytes()
  (0..<10_000).forEach(work)
  let growth = try residentBytes() - before
  #expect(growth < 1 << 20)
}

/// The memory that this process has in use.
private func residentBytes() throws -> Int {
  #if os(Linux)
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " "
    )
    return Int(pages[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
  #else
    return 0
  #endif
}
