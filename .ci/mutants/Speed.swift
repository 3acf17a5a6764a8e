import Foundation

/// The benchmarks, which see what is there for speed only: by the instructions that they take, as
/// valgrind counts them, however busy the machine is.
struct Speed {
  private let program = work.appendingPathComponent("benchmarks").path
  private let counts = work.appendingPathComponent("counts")
  private let rows: [String]
  /// The most instructions without a mutant.
  private var usual: [String: Double] = [:]

  init() {
    let folder = copy.appendingPathComponent("Benchmarks").path
    let build = ["swift", "build", "-c", "release", "--package-path", folder]
    // valgrind doesn't know the newer format of what debuggers use.
    let strip = ["objcopy", "--strip-debug", folder + "/.build/release/Benchmarks", program]
    for command in [build, strip, [program, "--names"]] {
      if execute(command, log: "speed") == nil { continue }
      say("The benchmarks don't build: see \(work.path)/speed")
      exit(1)
    }
    // Requests by hand take long, and so do those that are mostly JSON.
    rows = read("speed", in: work).split(separator: "\n").map(String.init).filter {
      !$0.hasSuffix("by-hand") && $0 != "server"
    }
    for _ in 0..<3 { usual.merge(measure(0), uniquingKeysWith: max) }
  }

  /// The instructions of each row; empty if they don't end.
  private func measure(_ mutant: Int) -> [String: Double] {
    try? FileManager.default.removeItem(at: counts)
    try! FileManager.default.createDirectory(at: counts, withIntermediateDirectories: true)
    let tool = ["valgrind", "--tool=callgrind", "--dump-after=row_has_ended"]
    let file = "--callgrind-out-file=\(counts.path)/row"
    let loops = rows.flatMap { ["--instructions", $0, count(of: $0)] }
    // Of one width, since what lies on the stack costs more or less.
    let name = String(format: "%04d", mutant)
    let environment = ["INJECTION_MUTANT": name, "SWIFT_DETERMINISTIC_HASHING": "1"]
    let failure = execute(tool + [file, program] + loops, environment, log: "run", limit: 300)
    if failure != nil { return [:] }
    var result: [String: Double] = [:]
    for (number, row) in rows.enumerated() {
      let text = read("row.\(number + 1)", in: counts)
      result[row] = text.firstMatch(of: /(?m)^(?:summary|totals): (\d+)/).flatMap { Double($0.1) }
    }
    return result
  }

  /// Few of rows that take long.
  private func count(of row: String) -> String {
    if row.hasPrefix("ten-") { return "8" }
    return row.hasPrefix("server-") ? "15" : row.hasPrefix("first-read") ? "50" : "150"
  }

  /// The row that takes more by a fiftieth at least, if there is one.
  func row(seeing mutant: Int) -> String? {
    let counts = measure(mutant)
    if counts.isEmpty { return "the benchmarks don't end" }
    let factors = usual.map { row, usual in (row, (counts[row] ?? 0) / usual) }
    guard let (row, factor) = factors.max(by: { $0.1 < $1.1 }), factor > 1.02 else { return nil }
    return "\(row): +\(Int((factor - 1) * 100)) %"
  }
}
