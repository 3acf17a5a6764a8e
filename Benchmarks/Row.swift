/// One line of the table.
struct Row {
  let name: String
  let about: String
  let phases: [Phase]
  /// The name of the row that this one is a multiple of.
  let baseline: String?
  /// Prepares, measures once and cleans up.
  let run: (Batch) async -> Void

  init(
    _ name: String,
    _ about: String,
    in phases: Phase...,
    over baseline: String? = nil,
    run: @escaping (Batch) async -> Void
  ) {
    self.name = name
    self.about = about
    self.phases = phases
    self.baseline = baseline
    self.run = run
  }
}

/// The two parts of a run.
///
/// The library remembers for ever that a scope was opened somewhere in the process, because from then
/// on any task may be in one. So what a program without scopes pays is measured first, beside its own
/// baselines, and the first scope is opened afterwards.
enum Phase: String, CaseIterable {
  case noScope = "no scope was ever opened"
  case scopes = "scopes were opened"
}

/// One measurement: a number of repetitions, and the time they took.
final class Batch {
  let count: Int
  private(set) var nanosecondsEach = 0.0

  init(count: Int) {
    self.count = count
  }

  /// Repeats what is measured. Inlined, so that the body is in the loop itself.
  @inline(__always)
  func measure(_ body: () -> Void) {
    let start = Clock.process.now
    for _ in 0..<count { body() }
    nanosecondsEach = (Clock.process.now - start) / Double(count)
  }

  @inline(__always)
  func measure(_ body: () async -> Void) async {
    let start = Clock.process.now
    for _ in 0..<count { await body() }
    nanosecondsEach = (Clock.process.now - start) / Double(count)
  }

  /// For a row that measures in a way of its own.
  func record(nanosecondsEach: Double) {
    self.nanosecondsEach = nanosecondsEach
  }
}
