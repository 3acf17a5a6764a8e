import Injection
import Synchronization

/// Watches reads, and knows how many there are.
final class ProgramRecorder: ReadObserver {
  @TaskLocal static var current: ProgramRecorder?

  /// Reads that must be told; those that may be told; and what was told.
  private let sure = Atomic(0), unsure = Atomic(0), told = Atomic(0)
  private let outer = ProgramRecorder.current
  /// Whether values are read here that were captured elsewhere, which isn't told.
  private let isElsewhere: Bool

  private init(isElsewhere: Bool = false) { self.isElsewhere = isElsewhere }

  func didRead(_: Request, _: Found, in _: Layer, by _: Build?) { told.add(1, ordering: .relaxed) }

  /// Notes a read, which recordings around must be told of.
  static func willRead() {
    var (next, isSure) = (current, true)
    while let recorder = next {
      if recorder.isElsewhere { isSure = false }
      if isSure {
        recorder.sure.add(1, ordering: .relaxed)
      } else {
        recorder.unsure.add(1, ordering: .relaxed)
      }
      next = recorder.outer
    }
  }

  /// Reads values that were captured elsewhere, maybe by a build's code that still runs, or reads on
  /// another thread.
  static func elsewhere<Result>(_ body: () -> Result) -> Result {
    if current == nil { return body() }
    return $current.withValue(ProgramRecorder(isElsewhere: true)) {
      willRead()
      return body()
    }
  }

  /// Records what is read.
  ///
  /// - Parameter report: Is told how many reads were told, how many must be, and how many more may
  ///   be.
  static func record<Result>(
    _ body: () -> Result,
    report: (_ told: Int, _ sure: Int, _ unsure: Int) -> Void
  ) -> Result {
    let recorder = ProgramRecorder()
    let result = $current.withValue(recorder) {
      enter(Scope.recorded(by: recorder, in: Scope.current), body)
    }
    let (sure, unsure) = (
      recorder.sure.load(ordering: .relaxed), recorder.unsure.load(ordering: .relaxed)
    )
    report(recorder.told.load(ordering: .relaxed), sure, unsure)
    return result
  }
}
