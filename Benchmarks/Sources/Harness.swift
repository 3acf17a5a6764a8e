/// Measures rows in rounds: each row once a round, for a short time.
///
/// A machine's speed drifts. Rows that are measured a few milliseconds apart drift together, so a
/// row is divided by its baseline round by round, and the median of these ratios is what counts.
struct Harness {
  let rounds: Int
  /// When no other round is begun, so that a busy machine gets an answer, too.
  let seconds: Double
  /// How long one row is measured in one round.
  let nanoseconds: Double

  init(for phase: Phase, isQuick: Bool) {
    rounds =
      switch (phase, isQuick) {
      case (.long, true): 1
      case (.long, false): 3
      case (_, true): 20
      case (_, false): 100
      }
    seconds = isQuick ? 10 : 30
    nanoseconds = 500_000
  }

  func run(_ rows: [Row], in phase: Phase) async -> Measurements {
    let rows = rows.filter { $0.phases.contains(phase) }
    var counts: [Int] = []
    for row in rows { counts.append(phase == .long ? 1 : await calibrate(row)) }

    var samples = rows.map { _ in [Double]() }
    var notes = rows.map { _ in String?.none }
    let start = Clock.wall.now
    for round in 0..<rounds where Clock.wall.now - start < seconds * 1e9 {
      for position in rows.indices {
        // Each round starts with another row, so that no row always runs first.
        let index = (position + round) % rows.count
        let batch = Batch(count: counts[index])
        await rows[index].run(batch)
        samples[index].append(batch.isValid ? batch.nanosecondsEach : .nan)
        notes[index] = batch.note
      }
    }
    return Measurements(phase: phase, rows: rows, samples: samples, notes: notes)
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

/// What was measured in one phase.
struct Measurements {
  let phase: Phase
  let rows: [Row]
  /// For each row the nanoseconds in each round; NaN where a round was of no use.
  let samples: [[Double]]
  /// For each row what was seen besides in the last round.
  let notes: [String?]

  func samples(of name: String) -> [Double]? {
    rows.firstIndex { $0.name == name }.map { samples[$0] }
  }

  /// The median, over all rounds, of the time of one row divided by that of another; NaN if none
  /// was of use, and `nil` if they were not measured in this phase.
  func ratio(_ name: String, over other: String) -> Double? {
    guard let samples = samples(of: name), let others = self.samples(of: other) else { return nil }
    return zip(samples, others).map { $0 / $1 }.median
  }
}

extension [Double] {
  var median: Double { quantile(0.5) }

  /// Half the distance between the quartiles, as a part of the median.
  var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 / median }

  /// NaN if there is nothing but that.
  private func quantile(_ part: Double) -> Double {
    let numbers = filter { !$0.isNaN }.sorted()
    if numbers.isEmpty { return .nan }
    return numbers[Int((Double(numbers.count - 1) * part).rounded())]
  }
}
