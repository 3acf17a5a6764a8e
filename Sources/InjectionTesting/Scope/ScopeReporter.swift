import Injection

/// Reports the issues of a test's container.
final class ScopeReporter: ReporterInTests {
  let reporter: any TestReporter
  /// Where the test's scope was opened. Unknown if the library opened it.
  let source: SourceLine
  /// How many issues were reported, by cause.
  private let reported = Lock<[String: Int]>([:])

  init(_ reporter: any TestReporter, at source: SourceLine) {
    self.reporter = reporter
    self.source = source
  }

  var surroundings: Surroundings { reporter.surroundings }
  var testName: String? { reporter.testName }
  var canFail: Bool { reporter.canFail }

  /// Reports an issue. Every issue is reported, since a known one must not hide the next. After the
  /// first ten from the same line, each is reported in one line.
  func report(_ issue: InjectionIssue) {
    let cause = "\(issue.kind) \(issue.key ?? "") \(issue.source.id)"
    let count = reported.withLock { reported in
      reported[cause, default: 0] += 1
      return reported[cause]!
    }
    reporter.report(count <= 10 ? issue : issue.repeated(count))
  }

  /// Reports an issue. If its line is unknown, it has that of the test's scope.
  func report(_ kind: InjectionIssue.Kind, _ message: Message) {
    if !message.source.isKnown { message.locate("Test scope at", source) }
    report(InjectionIssue(kind, message))
  }
}
