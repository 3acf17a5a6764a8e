import Injection
import InjectionInspection

/// Reports the issues of a test's container.
final class ScopeReporter: ReporterInTests {
  let reporter: any TestReporter
  /// Where the test's scope was opened. Unknown if the library opened it.
  let source: SourceLine
  /// How many issues were reported, by cause.
  private let reported = Lock<[String: Int]>([:])
  /// Where the code runs that sets the test's values, as long as it runs.
  private let home = Lock<Home?>(nil)

  init(_ reporter: any TestReporter, at source: SourceLine) {
    self.reporter = reporter
    self.source = source
  }

  var surroundings: Surroundings { reporter.surroundings }
  var testName: String? { reporter.testName }
  var canFail: Bool { reporter.canFail }

  /// The code that sets the test's values begins, or has returned if there is no home.
  func setValues(in home: Home?) { self.home.withLock { $0 = home } }

  func nearMisses(of request: Request, in layer: Layer) -> [String] {
    nearMisses(of: request, in: layer, sources: [:])
  }

  /// - Parameter sources: The lines of overrides that differ from their scope's.
  func nearMisses(
    of request: Request,
    in layer: Layer,
    sources: [ObjectIdentifier: SourceLine]
  ) -> [String] {
    let hints = layer.nearMisses(of: request, sources: sources)
    guard home.withLock({ $0 })?.layer() === layer.root else { return hints }
    let subject = request.subject
    let value = "$0" + (subject.property.map { ".\($0)" } ?? "[\(subject.keyInCode).self]")
    return hints + [
      "code that sets the test's values, and what it makes, doesn't see them yet: pass it "
        + "\(value), or provide the object that reads it: $0.provide(…) { … }"
    ]
  }

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

  func report(_ kind: InjectionIssue.Kind, _ message: Message) { report(issue(kind, message)) }

  /// An issue with the message. If its line is unknown, it has that of the test's scope.
  func issue(_ kind: InjectionIssue.Kind, _ message: Message) -> InjectionIssue {
    if !message.source.isKnown { message.locate("Test scope at", source) }
    return InjectionIssue(kind, message)
  }
}
