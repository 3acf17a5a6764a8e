import Foundation

/// The printed table.
enum Table {
  static let heading = line("", "ns", "±", "ratio", "target", "bytes", "")

  static func line(_ result: Measurement) -> String {
    let target = result.row.target
    return line(
      result.row.name,
      number(result.nanoseconds, digits: result.nanoseconds < 100 ? 1 : 0),
      number(result.spread * 100, digits: 0) + "%",
      result.ratio.map { number($0, digits: 2) } ?? "",
      target.map { number($0.limit, digits: 2) } ?? "",
      result.bytes.map { "\($0)" } ?? "-",
      (result.isOver ? "OVER " : "") + (result.problem.map { $0 + "; " } ?? "")
        + (target.map { "of \($0.other): " } ?? "") + result.row.about
    )
  }

  private static func line(_ name: String, _ columns: String...) -> String {
    columns.dropLast().reduce(padded(name, to: -26)) { $0 + padded($1, to: 9) } + "  "
      + columns.last!
  }

  /// Pads before the text, or after it if `width` is negative.
  private static func padded(_ text: String, to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(1, abs(width) - text.count))
    return width < 0 ? text + spaces : spaces + text
  }

  private static func number(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
