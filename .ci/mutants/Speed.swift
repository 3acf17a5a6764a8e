import Foundation

/// The benchmarks, which see what is there for speed only.
struct Speed {
  private let program = copy.appendingPathComponent("Benchmarks/.build/release/Benchmarks").path
  /// The rows of one thread.
  private let filters = [
    "read-", "late-", "scope-", "async-", "ten-", "server-scopes", "resource", "decorators",
  ]
  /// The slowest measurements without a mutant.
  private var usual: [String: Double] = [:]

  init() {
    let build = ["swift", "build", "-c", "release", "--package-path", "Benchmarks"]
    if execute(build, log: "build-benchmarks") != nil {
      say("The benchmarks don't build: see \(work.path)/build-benchmarks")
      exit(1)
    }
    for _ in 0..<6 { usual.merge(measure(0), uniquingKeysWith: max) }
  }

  /// The time of each row, as a ratio to that of its baseline; empty if they don't end.
  private func measure(_ mutant: Int) -> [String: Double] {
    _ = execute(
      [program, "--quick"] + filters.flatMap { ["--filter", $0] },
      ["INJECTION_MUTANT": "\(mutant)"],
      log: "rows",
      limit: 30
    )
    var rows: [String: Double] = [:]
    for line in read("rows", in: work).split(separator: "\n").dropFirst() {
      let columns = line.split(separator: " ")
      // A baseline has no ratio.
      if columns.count > 6, let ratio = Double(columns[3]), Double(columns[4]) != nil {
        rows[String(columns[0])] = ratio
      }
    }
    return rows
  }

  /// The row that is slower by more than a twentieth each time, if there is one.
  func row(seeing mutant: Int) -> String? {
    var slower = usual.mapValues { _ in Double.infinity }
    for _ in 0..<4 {
      let rows = measure(mutant)
      if rows.isEmpty { return "the benchmarks don't end" }
      slower = slower.reduce(into: [:]) { rest, row in
        let factor = (rows[row.key] ?? 0) / usual[row.key]!
        if factor > 1.05 { rest[row.key] = min(row.value, factor) }
      }
      if slower.isEmpty { return nil }
    }
    return slower.max { $0.value < $1.value }.map { row, factor in
      "\(row): +\(Int((factor - 1) * 100)) %"
    }
  }
}
