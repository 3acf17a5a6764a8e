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
  /// - Parameters:
  ///   - report: Is called if a read was told twice or not at all.
  ///   - others: How often other threads have read, maybe through what was captured in the
  ///     recording.
  static func record<Result>(
    _ report: (String) -> Void,
    _ others: () -> Int,
    _ body: () -> Result
  ) -> Result {
    let recorder = ProgramRecorder()
    let before = others()
    let result = $current.withValue(recorder) {
      enter(Scope.recorded(by: recorder, in: Scope.current), body)
    }
    // First: what is told was counted before.
    let told = recorder.told.load(ordering: .sequentiallyConsistent)
    let sure = recorder.sure.load(ordering: .relaxed)
    let unsure = recorder.unsure.load(ordering: .sequentiallyConsistent) + others() - before
    if told < sure || told > sure + unsure {
      report("A recording was told of \(told) reads of \(sure), and maybe \(unsure).")
    }
    return result
  }
}
