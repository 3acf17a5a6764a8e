/// Fails a test for issues.
package protocol IssueReporter: Sendable {
  /// The kind of code that runs in the test's container.
  var surroundings: Surroundings { get }

  /// The test's name, or `nil` if it is unknown.
  var testName: String? { get }

  /// Reports an issue, on any thread, even after the test has ended.
  func report(_ issue: InjectionIssue)
}

/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the only implementation. This module imports neither that nor a test
/// framework, but looks for the class by name when there is an issue to report.
package protocol TestFramework: AnyObject, SendableMetatype {
  /// The name of the test that the running task belongs to, or `nil` if it is unknown.
  static var testName: String? { get }

  /// Reports an issue of the process's container.
  static func report(_ issue: InjectionIssue)
}

/// Reports unimplemented values and functions, also in a scope without an observer.
@usableFromInline
package enum Issues {
  /// The issues that were written to standard error, each once for a place.
  private static let written = Lock<Set<String>>([])

  /// The test framework, if it is linked. It needs no registration, and is looked up when first
  /// needed.
  private static let framework: (any TestFramework.Type)? =
    _typeByName("InjectionTesting.LinkedFrameworks") as? any TestFramework.Type

  /// The handler of a live process, from `InjectedValues.bootstrap`.
  private static let handler = Lock<(@Sendable (InjectionIssue) -> Void)?>(nil)

  static func setHandler(_ new: (@Sendable (InjectionIssue) -> Void)?) {
    // The old handler is released after the lock.
    var other = new
    handler.withLock { swap(&$0, &other) }
  }

  /// The handler of a live process, if it was given one.
  static var handlerOfProcess: (@Sendable (InjectionIssue) -> Void)? { handler.withLock { $0 } }

  /// Reports a read of an unimplemented value.
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

  /// Reports a call of a function without an implementation.
  static func report(_ function: UnimplementedFunction) {
    let scope = InjectedValues.current.scope
    report(function.message(in: surroundings(of: scope)), in: scope)
  }

  /// The kind of code that runs in a scope.
  static func surroundings(of scope: Scope) -> Surroundings {
    if let reporter = scope.container.reporter { return reporter.surroundings }
    if scope.container.context != .test { return .program }
    return framework?.testName != nil ? .test : .outside
  }

  /// The name of the running test.
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

  /// Reports an error of closing that no caller can catch.
  static func report(unclosed error: any Error, at place: SourcePlace) {
    var message = Message(
      "Closing threw an error that no caller can catch.",
      place: place,
      fixes: ["Handle the error where it is thrown, in the closure after closing:."]
    )
    message.kind = .unclosed
    message.details = [("Error", "\(error)")]
    report(message, in: InjectedValues.current.scope)
  }

  /// Reports to the test, or else to the test framework, to the handler of a live process, which
  /// stops without one, or to standard error.
  private static func report(_ message: Message, in scope: Scope) {
    var message = message
    let kind = message.kind ?? .unimplemented
    if let reporter = scope.container.reporter {
      // If the place of the read is unknown, that of its test is known.
      if !message.place.isKnown { message.place = scope.root.place }
      return reporter.report(InjectionIssue(kind, message))
    }
    let issue = InjectionIssue(kind, message)
    switch scope.container.context {
    case .live:
      if let handler = handlerOfProcess { return handler(issue) }
      if kind != .unimplemented { break }
      message.fixes.append(
        "Or handle the issue and continue with the placeholder: "
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
  /// The message about a read of a value that must be provided or overridden.
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
