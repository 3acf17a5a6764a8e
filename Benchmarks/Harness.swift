/// Measures rows in rounds: each row once a round, for a short time.
///
/// A machine's speed drifts. Rows that are measured a few milliseconds apart drift together, so a row is
/// divided by its baseline round by round, and the median of these ratios is what counts.
struct Harness {
  let rounds: Int
  /// How long one row is measured in one round.
  let nanoseconds: Double

  func run(_ rows: [Row], in phase: Phase) async -> [Result] {
    let rows = rows.filter { $0.phases.contains(phase) }
    var counts: [Int] = []
    for row in rows { counts.append(await calibrate(row)) }

    var samples = rows.map { _ in [Double]() }
    for round in 0..<rounds {
      // Each round starts elsewhere, so that no row always runs after the same other one's start.
      for position in rows.indices {
        let index = (position + round * 7) % rows.count
        let batch = Batch(count: counts[index])
        await rows[index].run(batch)
        samples[index].append(batch.nanosecondsEach)
      }
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(rows.map(\.name), rows.indices))
    return rows.indices.map { index in
      let ratios = rows[index].baseline.flatMap { indices[$0] }.map { baseline in
        zip(samples[index], samples[baseline]).map { $0 / $1 }
      }
      return Result(row: rows[index], phase: phase, samples: samples[index], ratios: ratios)
    }
  }

  /// How often a row must be repeated to take the time; warms it up, too.
  private func calibrate(_ row: Row) async -> Int {
    var count = 8
    while true {
      let batch = Batch(count: count)
      await row.run(batch)
      if batch.nanosecondsEach * Double(count) >= nanoseconds / 4 {
        return max(8, Int(nanoseconds / batch.nanosecondsEach))
      }
      count *= 4
    }
  }
}

/// What was measured of one row in one phase.
struct Result {
  let row: Row
  let phase: Phase
  /// Nanoseconds, one a round.
  let samples: [Double]
  /// To the baseline of the same round.
  let ratios: [Double]?
}

extension [Double] {
  var median: Double { quantile(0.5) }

  /// Half the distance between the quartiles, relative to the median.
  var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 / median }

  private func quantile(_ part: Double) -> Double {
    let sorted = self.sorted()
    return sorted[Int((Double(sorted.count - 1) * part).rounded())]
  }
}
