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
  /// The time after which a long row, which is measured in ten rounds, isn't measured again.
  let longSeconds = 3.0

  func run(_ rows: [Row]) -> [Measurement] {
    let counts = rows.map { $0.isLong ? 1 : calibrate($0) }
    // For each row, its times by round.
    var samples = rows.map { _ in [Int: Double]() }
    var problems: [String?] = rows.map { _ in nil }
    var spent = rows.map { _ in 0.0 }
    let start = Clock.wall.now
    for round in 0..<rounds where Clock.wall.now - start < seconds * 1e9 {
      for position in rows.indices {
        // Each round starts with another row, so that no row always runs first.
        let index = (position + round) % rows.count
        if rows[index].isLong, round % (rounds / 10) != 0 || spent[index] > longSeconds * 1e9 {
          continue
        }
        let begin = Clock.wall.now
        let batch = Batch(count: counts[index])
        rows[index].run(batch)
        spent[index] += Clock.wall.now - begin
        samples[index][round] = batch.nanoseconds
        problems[index] = problems[index] ?? batch.problem
      }
    }

    return rows.indices.map { index in
      let row = rows[index]
      let other = row.target.map { target in
        guard let index = rows.firstIndex(where: { $0.name == target.other }) else {
          fail("'\(row.name)' has no baseline '\(target.other)'")
        }
        return samples[index]
      }
      let times = Array(samples[index].values)
      return Measurement(
        row: row,
        nanoseconds: times.median,
        spread: times.spread,
        ratio: other.map { other in
          samples[index].compactMap { round, time in other[round].map { time / $0 } }.median
        },
        bytes: row.isLong ? nil : bytes(of: row),
        problem: problems[index]
      )
    }
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
  let row: Row
  let nanoseconds: Double
  let spread: Double
  /// `nil` for a baseline.
  let ratio: Double?
  /// The bytes that stay after 1,000 repetitions, or `nil` if they can't be counted.
  let bytes: Int?
  /// What went wrong, apart from time.
  let problem: String?

  var isOver: Bool {
    if problem != nil { return true }
    if let target = row.target, let ratio, ratio > target.limitWithNoise { return true }
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
