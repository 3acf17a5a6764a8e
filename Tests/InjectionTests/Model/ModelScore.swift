/// What came of programs.
struct ModelScore: Sendable {
  var programs = 0
  /// Reads that were compared with the oracle's, or are second reads of what was.
  var reads = 0
  /// Programs that were cut short, since the oracle had too much to build.
  var exhausted = 0
  /// Programs with values that differ, and may: see `ModelOracle.isMixed`.
  var differMixed = 0
  /// The same: see `ModelOracle.isUnsaid`.
  var differUnsaid = 0
  /// Defaults that were built again for a second read, and may be: those that stand on what several
  /// homes lead to whose scopes have ended are not kept.
  var builtAgain = 0
  var failures: [String] = []

  mutating func add(_ other: ModelScore) {
    programs += other.programs
    reads += other.reads
    exhausted += other.exhausted
    differMixed += other.differMixed
    differUnsaid += other.differUnsaid
    builtAgain += other.builtAgain
    failures += other.failures
  }

  /// Whether a shorter program still shows the same kind of failure.
  func fails(like other: ModelScore) -> Bool {
    guard let own = failures.first, let failure = other.failures.first else { return false }
    return [Self.alive, Self.again, Self.twice, Self.differs].contains {
      own.contains($0) && failure.contains($0)
    }
  }

  // What failures say.
  static let alive = "alive after the program"
  static let again = "is built again for a second read"
  static let twice = "is built twice"
  static let differs = "the value is"
}
