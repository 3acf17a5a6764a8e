/// Fails a test for issues.
package protocol IssueReporter: Sendable {
  /// What runs in the test's container.
  var surroundings: Surroundings { get }

  /// The test's name; `nil` where it is unknown.
  var testName: String? { get }

  /// Reports an issue. Called on any thread, also after the test has ended.
  func report(_ issue: InjectionIssue)
}

/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the one implementation. The core does not import it, nor a test
/// framework: it looks for the class when there is something to report.
package protocol TestFramework: AnyObject, SendableMetatype {
  /// The name of the test whose task this is, or one that it started; `nil` where that is unknown.
  static var testName: String? { get }

  /// Reports an issue of the process's own container.
  static func report(_ issue: InjectionIssue)
}

/// What must be told even where nothing watches: that something is unimplemented.
@usableFromInline
package enum Issues {
  /// What was written to standard error: each issue once for a place.
  private static let written = Lock<Set<String>>([])

  /// The test framework, if it is linked. Nothing has to be registered, and nothing runs before it
  /// is needed.
  private static let framework: (any TestFramework.Type)? =
    _typeByName("InjectionTesting.LinkedFrameworks") as? any TestFramework.Type

  /// What `InjectedValues.bootstrap` was given for the issues of a live process.
  private static let handler = Lock<(@Sendable (InjectionIssue) -> Void)?>(nil)

  static func setHandler(_ new: (@Sendable (InjectionIssue) -> Void)?) {
    // The old one goes after the lock.
    var other = new
    handler.withLock { swap(&$0, &other) }
  }

  /// Tells the handler of a live process. Returns whether there is one.
  @discardableResult
  static func tellHandler(_ issue: InjectionIssue) -> Bool {
    guard let handler = handler.withLock({ $0 }) else { return false }
    handler(issue)
    return true
  }

  /// Reports that an unimplemented value was read.
  static func report(unimplemented request: Request, in scope: Scope) {
    var message = Message.missing(
      "A value was read that has no implementation here.",
      request,
      surroundings(of: scope)
    )
    if scope.container.reporter != nil {
      message.details += scope.nearMisses(of: request).map { ("Near miss", $0) }
    }
    report(message, in: scope)
  }

  /// Reports that a function was called that has no implementation.
  static func report(_ function: UnimplementedFunction) {
    let scope = InjectedValues.current.scope
    report(function.message(in: surroundings(of: scope)), in: scope)
  }

  /// What is known of what runs in a scope.
  static func surroundings(of scope: Scope) -> Surroundings {
    if let reporter = scope.container.reporter { return reporter.surroundings }
    if scope.container.context != .test { return .program }
    return framework?.testName != nil ? .test : .outside
  }

  /// The name of the test that runs here.
  static var testName: String? {
    InjectedValues.current.scope.container.reporter?.testName ?? framework?.testName
  }

  /// Reports that a test enters values of another one.
  @usableFromInline
  static func reportIfForeign(_ values: InjectedValues) {
    guard Container.process.context == .test, let place = Place.current else { return }
    let (current, scope) = (place.scope.container, values.scope)
    guard current !== scope.container, let reporter = current.reporter else { return }
    if scope.container.reporter == nil { return }
    var message = Message(
      "A test entered values that were captured in another test.",
      place: place.scope.root.place,
      fixes: [
        "Capture the values in this test: a static variable keeps those of the test that comes first."
      ]
    )
    message.details = [
      ("Values", (scope.name.map { "of \"\($0)\", " } ?? "") + "opened at \(scope.place)")
    ]
    reporter.report(InjectionIssue(.foreignValues, message))
  }

  /// Reports that closing threw an error that is thrown to no caller.
  static func report(unclosed error: any Error, at place: SourcePlace) {
    var message = Message(
      "Closing threw an error, and no caller is thrown it.",
      place: place,
      fixes: ["Handle the error where it is thrown, in the closure after closing:."]
    )
    message.kind = .unclosed
    message.details = [("Error", "\(error)")]
    report(message, in: InjectedValues.current.scope)
  }

  /// Tells the test; or else the test framework; or the program, which stops if it does not want to
  /// be told; or standard error.
  private static func report(_ message: Message, in scope: Scope) {
    var message = message
    let kind = message.kind ?? .unimplemented
    if let reporter = scope.container.reporter {
      // Where the read is unknown, its test is at least.
      if !message.place.isKnown { message.place = scope.root.place }
      return reporter.report(InjectionIssue(kind, message))
    }
    let issue = InjectionIssue(kind, message)
    switch scope.container.context {
    case .live:
      if tellHandler(issue) { return }
      if kind != .unimplemented { break }
      message.fixes.append(
        "Or decide yourself what such an issue means, and go on with the placeholder: "
          + "InjectedValues.bootstrap(onIssue: { issue in … }) { … }."
      )
      message.stop()
    case .test:
      if let framework { return framework.report(issue) }
    case .preview: break
    }
    let cause = "\(issue.key ?? "") \(issue.place.fileID):\(issue.place.line)"
    guard written.withLock({ $0.insert(cause).inserted }) else { return }
    Platform.writeToStandardError("\(issue)\n")
  }
}

extension Message {
  /// What is said of a read of a value that must be provided or overridden.
  package static func missing(
    _ fact: String,
    _ request: Request,
    _ surroundings: Surroundings
  ) -> Message {
    let subject = request.subject
    let provide = "$0.provide(\(subject.keyInCode).self) { … }"
    let scope =
      "withInjected\(subject.override)\(subject.property == nil ? " operation:" : "") { … }."
    let fix =
      switch surroundings {
      case .program:
        "Provide it at the start of the process: InjectedValues.bootstrap { \(provide) }, or in a "
          + "scope: \(scope)"
      case .verification:
        "Provide it in the closure of verifyInjection, or in what it calls: \(provide)."
      case .test, .testScope, .outside:
        "Override it for the test: \(surroundings.codeToOverride(subject.override, subject.change)), or in a "
          + "scope of the test: \(scope)"
      }
    let last =
      surroundings == .program
      ? "Or give the key a value for this context."
      : "Or give the key a value for tests, unless there can be none: \(subject.testValue)."
    return Message(fact, request, fixes: surroundings.hints + [fix, last])
  }
}
