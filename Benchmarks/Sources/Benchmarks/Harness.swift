/// Measures rows in rounds: each row once a round, for a short time.
///
/// A machine's speed drifts. Rows that are measured a few milliseconds apart drift together, so the
/// result is the median of the ratios of a row and its baseline in each round.
struct Harness {
  let rounds: Int
  /// The time after which no round begins, so that a busy machine gets a result, too.
  let seconds = 60.0
  /// The time for a row in a round.
  let nanoseconds = 500_000.0

  func run(_ rows: [Row]) -> [Measurement] {
    var counts: [Int] = []
    for row in rows { counts.append(calibrate(row)) }

    var samples = rows.map { _ in [Double]() }
    let start = Clock.wall.now
    for round in 0..<rounds where Clock.wall.now - start < seconds * 1e9 {
      for position in rows.indices {
        // Each round starts with another row, so that no row always runs first.
        let index = (position + round) % rows.count
        let batch = Batch(count: counts[index])
        rows[index].run(batch)
        samples[index].append(batch.nanoseconds)
      }
    }

    var results: [Measurement] = []
    for (row, times) in zip(rows, samples) {
      let other = row.target.map { target in
        guard let index = rows.firstIndex(where: { $0.name == target.other }) else {
          fail("'\(row.name)' has no baseline '\(target.other)'")
        }
        return index
      }
      results.append(
        Measurement(
          row: row,
          nanoseconds: times.median,
          spread: times.spread,
          ratio: other.map { zip(times, samples[$0]).map { $0 / $1 }.median },
          bytes: bytes(of: row)
        )
      )
    }
    return results
  }

  /// The repetitions of a row that take this time. It also warms the row up.
  private func calibrate(_ row: Row) -> Int {
    var count = 8
    while true {
      let batch = Batch(count: count)
      row.run(batch)
      if batch.nanoseconds * Double(count) >= nanoseconds / 4 {
        return max(8, Int(nanoseconds / batch.nanoseconds))
      }
      count *= 4
    }
  }

  /// The bytes that stay after 1,000 repetitions: the least of some measurements, since a thread
  /// allocates for other purposes, too.
  private func bytes(of row: Row) -> Int? {
    (0..<5).compactMap { _ in
      let batch = Batch(count: 1000)
      row.run(batch)
      return batch.bytes
    }.min()
  }
}

/// The measurement of a row.
struct Measurement {
  /// The share of noise that may exceed a limit.
  static let margin = 1.25

  let row: Row
  let nanoseconds: Double
  let spread: Double
  /// `nil` for a baseline.
  let ratio: Double?
  /// The bytes that stay after 1,000 repetitions, or `nil` if they can't be counted.
  let bytes: Int?

  var isOver: Bool {
    if let target = row.target, let ratio, ratio > target.limit * Self.margin { return true }
    return row.target != nil && (bytes ?? 0) > 0
  }
}

extension [Double] {
  var median: Double { quantile(0.5) }

  /// Half the distance between the quartiles, as a part of the median.
  var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 / median }

  private func quantile(_ part: Double) -> Double {
    sorted()[Int((Double(count - 1) * part).rounded())]
  }
}
