import Foundation
import Testing

private let report = "/proc/self/smaps_rollup"

/// Whether a sanitizer makes all take longer.
public var isSanitized: Bool {
  unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}

/// Whether the system tells what memory is in use, and no sanitizer keeps what was freed.
public var canMeasureMemory: Bool {
  !isSanitized && FileManager.default.fileExists(atPath: report)
}

/// Expects that many rounds of work take no more memory than a few. For a process of its own, where
/// nothing else takes memory.
public func expectNoGrowth(_ rounds: Int, _ work: (_ round: Int) -> Void) throws {
  (0..<rounds / 5).forEach(work)
  _ = try kilobytes()
  let before = try kilobytes()
  (0..<rounds).forEach(work)
  let growth = try kilobytes() - before
  // Less than two words a round, and the pages that are taken at once.
  #expect(growth < 32 + rounds * 16 / 1024, "\(growth) KB")
}

/// The memory that this process has in use. Counted page by page: other reports are estimates.
private func kilobytes() throws -> Int {
  let text = try String(contentsOfFile: report, encoding: .utf8)
  return Int(try #require(text.firstMatch(of: /Anonymous: +(\d+) kB/)).1)!
}
