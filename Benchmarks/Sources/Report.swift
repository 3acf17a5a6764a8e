import Foundation

/// What is printed, as a table or as JSON.
struct Report: Codable {
  private var rows: [Line] = []
  private var targets: [Verdict] = []
  private var requestsPerSecond: Double?
  private var bytesPerScope: Int?

  private struct Line: Codable {
    var name: String
    var about: String
    var note: String?
    var phase: Phase
    var nanoseconds: Double?
    var spread: Double?
    var baseline: String?
    var ratio: Double?
  }

  private struct Verdict: Codable {
    var what: String
    var row: String
    var other: String
    /// `nil` if the machine left no round of use.
    var ratio: Double?
    var limit: Double
    var isMet: Bool
  }

  /// Whether there are targets among the rows, and all are met.
  var meetsTargets: Bool { !targets.isEmpty && targets.allSatisfy(\.isMet) }

  /// Adds what was measured, and returns it as lines of the table.
  mutating func add(_ measurements: Measurements) -> String {
    let phase = measurements.phase
    let lines = measurements.rows.indices.map { index in
      let row = measurements.rows[index]
      let samples = measurements.samples[index]
      return Line(
        name: row.name,
        about: row.about,
        note: measurements.notes[index],
        phase: phase,
        nanoseconds: samples.median.ifNumber,
        spread: samples.spread.ifNumber,
        baseline: row.baseline,
        ratio: row.baseline.flatMap { measurements.ratio(row.name, over: $0)?.ifNumber }
      )
    }
    rows += lines
    targets += Target.all.filter { $0.phase == phase }.compactMap { target in
      measurements.ratio(target.row, over: target.other).map {
        Verdict(
          what: target.what,
          row: target.row,
          other: target.other,
          ratio: $0.ifNumber,
          limit: target.limit,
          isMet: $0 <= target.limit
        )
      }
    }
    if let server = lines.first(where: { $0.name == "server" }) {
      requestsPerSecond = server.nanoseconds.map { 1e9 / $0 }
    }
    return lines.reduce(into: "\n\(phase.rawValue)\n" + Self.heading) { $0 += Self.table($1) }
  }

  mutating func add(bytesPerScope: Int?) {
    self.bytesPerScope = bytesPerScope
  }

  private static let heading = row("", "ns", "±", "ratio", "to", "what")

  private static func table(_ line: Line) -> String {
    row(
      line.name,
      line.nanoseconds.map { number($0, digits: $0 < 100 ? 1 : 0) } ?? "-",
      line.spread.map { number($0 * 100, digits: 0) + "%" } ?? "",
      line.ratio.map { number($0, digits: 2) } ?? "",
      line.baseline ?? "",
      line.about + (line.note.map { ": \($0)" } ?? "")
    )
  }

  /// What is not part of the table of a phase.
  var summary: String {
    var text = ""
    if let requestsPerSecond {
      text += "\nserver: \(Self.number(requestsPerSecond, digits: 0)) scopes per second"
      text += bytesPerScope.map { ", \($0) bytes each\n" } ?? "\n"
    }
    if targets.isEmpty { return text }
    text += "\ntargets\n" + Self.row("", "", "", "ratio", "at most", "")
    for target in targets {
      text += Self.row(
        target.row,
        "",
        target.isMet ? "" : "miss",
        target.ratio.map { Self.number($0, digits: 3) } ?? "-",
        Self.number(target.limit, digits: 3),
        "of \(target.other): \(target.what)"
      )
    }
    return text
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    // Cannot fail: all numbers are finite.
    return String(decoding: try! encoder.encode(self), as: UTF8.self)
  }

  private static func row(
    _ name: String,
    _ time: String,
    _ spread: String,
    _ ratio: String,
    _ other: String,
    _ about: String
  ) -> String {
    "  " + padded(name, after: 24) + padded(time, before: 9) + padded(spread, before: 6)
      + padded(ratio, before: 8) + "  " + padded(other, after: 22) + about + "\n"
  }

  private static func padded(_ text: String, after width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func padded(_ text: String, before width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  private static func number(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

extension Double {
  /// `nil` for NaN, which JSON does not know.
  fileprivate var ifNumber: Double? { isNaN ? nil : self }
}
