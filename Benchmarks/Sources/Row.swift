import Injection

/// One line of the table.
struct Row {
  let name: String
  let about: String
  let phases: [Phase]
  /// The name of the row that this one is a multiple of.
  let baseline: String?
  /// Prepares, measures one batch and cleans up.
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

  static var all: [Row] {
    baselines + designs + reads + homes + growth + scopes + graphs + objects + threads + server
      + chains + waits
  }

  /// The rows whose name contains `filter`, and those that they are compared with.
  static func matching(_ filter: String?) -> [Row] {
    guard let filter else { return all }
    let matching = all.filter { $0.name.contains(filter) }.map(\.name)
    let others =
      all.filter { matching.contains($0.name) }.compactMap(\.baseline)
      + Target.all.filter { matching.contains($0.row) }.map(\.other)
    return all.filter { matching.contains($0.name) || others.contains($0.name) }
  }
}

/// The parts of a run. Rows are compared within a part only.
///
/// The library remembers for ever that a scope was opened somewhere in the process, because from
/// then on any task may be in one. So what a program without scopes pays is measured first, beside
/// its own baselines, and the first scope is opened afterwards. A key that was read is known for
/// ever, too.
enum Phase: String, CaseIterable, Codable {
  case noScope = "no scope was ever opened"
  case manyKeys = "no scope was ever opened; 10,000 keys were read"
  case scopes = "scopes were opened"
  case long = "what takes long"

  /// Does what the phase is about.
  func prepare() {
    if self == .manyKeys { InjectedValues.current.readTenThousandOthers() }
  }
}
