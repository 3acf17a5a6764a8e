import Foundation
import Testing

private let report = "/proc/self/smaps_rollup"

/// Whether the system tells what memory is in use, and no sanitizer keeps what was freed.
var canMeasureMemory: Bool {
  let isSanitized = unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
  return !isSanitized && FileManager.default.fileExists(atPath: report)
}

/// Expects that ten thousand rounds of work take no more memory than a few.
func expectNoGrowth(_ work: (_ round: Int) -> Void) throws {
  (0..<2_000).forEach(work)
  _ = try kilobytes()
  let before = try kilobytes()
  (0..<10_000).forEach(work)
  let growth = try kilobytes() - before
  // Not one small allocation in ten rounds.
  #expect(growth < 64, "\(growth) KB")
}

/// The memory that this process has in use. Counted page by page: other reports are estimates.
private func kilobytes() throws -> Int {
  let text = try String(contentsOfFile: report, encoding: .utf8)
  return Int(try #require(text.firstMatch(of: /Anonymous: +(\d+) kB/)).1)!
}
