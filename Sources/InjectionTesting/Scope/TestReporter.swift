import Injection
import InjectionInspection

/// Passes the issues of a container to its test: at once where the test's own code runs, or else
/// when its scope ends.
final class TestReporter: ReporterInTests {
  let test: any RunningTest
  /// Where the test's scope was opened. Unknown if the library opened it.
  let source: SourceLine
  private let state: Lock<State>

  private struct State: Sendable {
    /// Gets the issues instead of the test.
    var handler: (@Sendable (InjectionIssue) -> Void)?
    /// Whether the scope's end will be known.
    var hasEnd: Bool
    /// How many issues were reported, by their texts.
    var counts: [String: Int] = [:]
    /// The issues that wait for the end of the scope, or `nil` after the end.
    var waiting: [(issue: InjectionIssue, note: String?)]? = []
    /// Where the code runs that sets the test's values. What that makes and the test's scope hold it.
    weak var home: Scope?
    /// Where the test's own scope got its overrides, if that is known.
    var sources = WeakKeyDictionary<Entry, SourceLine>()
    /// The files whose code describes the test.
    var files = SourceFiles()
    /// The threads that read exceptions of the test's checks.
    var omitting: Set<UInt> = []
  }

  init(
    _ test: any RunningTest,
    at source: SourceLine = .unknown,
    handler: (@Sendable (InjectionIssue) -> Void)? = nil,
    hasEnd: Bool = true
  ) {
    (self.test, self.source) = (test, source)
    state = Lock(State(handler: handler, hasEnd: hasEnd))
  }

  /// From now on, the scope's end will be known.
  func willEnd(handler: (@Sendable (InjectionIssue) -> Void)?) {
    state.withLock { ($0.handler, $0.hasEnd) = (handler, true) }
  }

  var surroundings: Surroundings { test.surroundings }
  var testName: String? { test.name }
  /// Whether there is a test to fail, or a handler that decides.
  var canFail: Bool { state.withLock { $0.handler != nil } || test.canFail }

  func report(_ kind: InjectionIssue.Kind, _ message: Message) {
    let thread = Platform.currentThread
    if kind == .unimplemented, state.withLock({ $0.omitting.contains(thread) }) { return }
    report(issue(kind, message))
  }

  /// Reads an exception, which is no read of the test: what it needs may be unimplemented.
  func omitUnimplemented(_ read: () -> Void) {
    let thread = Platform.currentThread
    state.withLock { _ = $0.omitting.insert(thread) }
    read()
    state.withLock { _ = $0.omitting.remove(thread) }
  }

  /// An issue with the message. If its line is unknown, it has that of the test's scope.
  func issue(_ kind: InjectionIssue.Kind, _ message: Message) -> InjectionIssue {
    if !message.source.isKnown { message.locate("Test scope at", source) }
    return InjectionIssue(kind, message)
  }

  /// Reports an issue. Every issue is reported, since a known one must not hide the next. After the
  /// first ten of the same text, each is reported in one line.
  func report(_ issue: InjectionIssue) {
    let (count, handler, hasEnd) = state.withLock { state in
      state.counts[issue.description, default: 0] += 1
      return (state.counts[issue.description]!, state.handler, state.hasEnd)
    }
    let issue = count <= 10 ? issue : issue.repeated(count)
    if let handler { return handler(issue) }
    // A warning, which was written to standard error. XCTest has none.
    if issue.kind == .waitingRead, LinkedFrameworks.isInMethod { return }
    let isCurrent = test.isCurrent
    if isCurrent && test.isRunning { return record(issue, note: nil) }
    let code = "In code that \(testName ?? "a test") started, "
    let note = code + "on another task or thread."
    if !hasEnd { return record(issue, note: note) }
    // An asynchronous method of XCTest is in the scope, but not on the main thread.
    let isInScope = (Scope.current?.ownContainer?.reporter as? TestReporter) === self
    let isOver = state.withLock { state in
      state.waiting?.append((issue, isCurrent || isInScope ? nil : note))
      return state.waiting == nil
    }
    if isOver { record(issue, note: code + "after it had ended.") }
  }

  /// The scope's operation has ended. Called in the task or on the thread that opened the scope.
  func scopeEnded() {
    for (issue, note) in state.withLock({ $0.waiting.take() ?? [] }) {
      record(issue, note: note)
    }
  }

  private func record(_ issue: InjectionIssue, note: String?) {
    test.record(issue, path: state.withLock { $0.files.path(of: issue.source) }, note: note)
  }

  // MARK: The values

  /// The code that sets the test's values begins.
  func willSetValues(in home: Scope) { state.withLock { $0.home = home } }

  /// Notes where the test's own scope got its overrides since the last call.
  func didUpdate(_ overrides: Overrides, at source: SourceLine) {
    state.withLock { state in
      for entry in overrides.all where state.sources[entry] == nil {
        state.sources[entry] = source
      }
    }
  }

  /// Code in a file describes the test.
  func add(_ file: SourceFile) { state.withLock { $0.files.add(file) } }

  /// The lines of overrides that differ from their scope's.
  var sources: WeakKeyDictionary<Entry, SourceLine> { state.withLock { $0.sources } }

  func nearMisses(of request: Request, in layer: Layer) -> [String] {
    let hints = layer.nearMisses(of: request, sources: sources)
    guard state.withLock({ $0.home })?.usedLayer() === layer.root else { return hints }
    let subject = request.subject
    let value = "$0" + (subject.property.map { ".\($0)" } ?? "[\(subject.keyInCode).self]")
    return hints + [
      "code that sets the test's values, and what it makes, doesn't see them here: pass it "
        + "\(value), or provide the object that reads it: $0.provide(…) { … }"
    ]
  }
}

extension Scope {
  /// The root of a new container for a test's code in no scope, which says what the process's says.
  ///
  /// - Parameter observer: The observer, if the test has traits, which see nothing of the process.
  static func ofTest(
    _ reporter: TestReporter,
    _ observer: TestObserver? = nil,
    named name: String? = nil
  ) -> Scope {
    let container = Container(Container.process.context, reporter: reporter, observer: observer)
    var values = InjectedValues(Scope(in: nil, rootOf: container, at: .unknown, named: name))
    if observer != nil { return values.finished()! }
    for override in InjectedValues(nil).overrides.all { values.add(override) }
    return values.finished()!
  }
}
