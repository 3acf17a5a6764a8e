import Foundation
import Testing

/// Whether the system tells what memory is in use, and no sanitizer keeps what was freed.
var canMeasureMemory: Bool {
  let isSanitized = unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
  return !isSanitized && FileManager.default.fileExists(atPath: "/proc/self/statm")
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
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return Int(pages[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
}
