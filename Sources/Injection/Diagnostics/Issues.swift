/// Fails a test for issues.
package protocol IssueReporter: Sendable {
  /// The test's name, or `nil` if it is unknown.
  var testName: String? { get }

  /// Reports an issue, on any thread, even after the test has ended.
  func report(_ issue: InjectionIssue)

  /// The lines that say how to set in the test what is missing.
  ///
  /// - Parameters:
  ///   - action: What to do, or `nil` to set a value.
  ///   - code: The code that does it where values are set.
  ///   - arguments: The same code, after `.injected`: `(\.user, …)`.
  ///   - member: The same code, after the values: `.user = …`.
  ///   - scope: The code that does it in a scope.
  func fixes(
    _ action: String?,
    code: String,
    _ arguments: String,
    _ member: String,
    scope: String
  ) -> String
}

/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the only implementation. This module imports neither that nor a test
/// framework, but looks for the class by name when there is an issue to report.
package protocol TestFramework: AnyObject, SendableMetatype {
  /// Reports the issues of the process's container.
  static var reporter: any IssueReporter { get }
}

/// Reports unimplemented values and functions, also in a scope without an observer.
@usableFromInline
package enum Issues {
  /// The issues that were written to standard error, each once for a place.
  private static let written = Lock<[String]>([])

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
    let message = Message.missing(
      "A value was read that has no implementation here.",
      request,
      in: scope
    )
    if scope.container.reporter != nil {
      message.add("Near miss", scope.nearMisses(of: request))
    }
    report(message, in: scope)
  }

  /// Reports a call of a function without an implementation.
  static func report(_ function: UnimplementedFunction) {
    let scope = InjectedValues.current.scope
    report(function.message(in: scope), in: scope)
  }

  /// Who reports to the test that runs in a scope.
  static func reporter(of scope: Scope) -> (any IssueReporter)? {
    scope.container.reporter ?? (scope.container.context == .test ? framework?.reporter : nil)
  }

  /// Reports that a test enters values of another one.
  @usableFromInline
  static func reportIfForeign(_ values: InjectedValues) {
    guard Container.process.context == .test, let place = Place.current else { return }
    let (current, scope) = (place.scope.container, values.scope)
    guard current !== scope.container, let reporter = current.reporter else { return }
    if scope.container.reporter == nil { return }
    let message = Message(
      "A test entered values that were captured in another test.",
      place: place.scope.root.place,
      fixes: """
        - Capture the values in this test: a static variable keeps those of the test that comes first.
        """
    )
    message.add("Values", "of " + scope.title)
    reporter.report(InjectionIssue(.foreignValues, message))
  }

  /// Reports an error of closing that no caller can catch.
  static func report(unclosed error: any Error, at place: SourcePlace) {
    let message = Message(
      "Closing threw an error that no caller can catch.",
      place: place,
      fixes: "- Handle the error where it is thrown, in the closure after closing:."
    )
    message.kind = .unclosed
    message.add("Error", "\(error)")
    report(message, in: InjectedValues.current.scope)
  }

  /// Reports to the test, or else to the test framework, to the handler of a live process, which
  /// stops without one, or to standard error.
  private static func report(_ message: Message, in scope: Scope) {
    let kind = message.kind ?? .unimplemented
    // If the place of the read is unknown, that of its test is known.
    if scope.container.reporter != nil, !message.place.isKnown {
      message.place = scope.root.place
    }
    if let reporter = reporter(of: scope) { return reporter.report(InjectionIssue(kind, message)) }
    let issue = InjectionIssue(kind, message)
    if scope.container.context == .live {
      if let handler = handlerOfProcess { return handler(issue) }
      if kind == .unimplemented {
        message.fixes += """

          - Or handle the issue and continue with the placeholder: \
          InjectedValues.bootstrap(onIssue: { issue in … }) { … }.
          """
        message.stop()
      }
    }
    let cause = (issue.key ?? "") + " " + issue.place.id
    let isNew = written.withLock { written in
      defer { written.append(cause) }
      return !written.contains(cause)
    }
    if isNew { Platform.writeToStandardError(issue.description + "\n") }
  }
}

extension Message {
  /// The lines that say how to set in a scope what is missing there; see `IssueReporter`.
  static func fixes(
    in scope: Scope,
    _ action: String? = nil,
    code: String,
    _ arguments: String,
    _ member: String,
    inner: String
  ) -> String {
    if let reporter = Issues.reporter(of: scope) {
      return reporter.fixes(action, code: code, arguments, member, scope: inner)
    }
    return "- " + (action ?? "Provide it")
      + " at the start of the process: InjectedValues.bootstrap { " + code
      + " }, or in a scope: " + inner
  }

  /// The message about a read of a value that must be provided or overridden.
  static func missing(_ fact: String, _ request: Request, in scope: Scope) -> Message {
    let subject = request.subject
    let operation = subject.property == nil ? " operation:" : ""
    let fixes = fixes(
      in: scope,
      code: "$0.provide(" + subject.keyInCode + ".self) { … }",
      subject.override,
      subject.change,
      inner: "withInjected" + subject.override + operation + " { … }."
    )
    let last =
      Issues.reporter(of: scope) == nil
      ? "\n- Or give the key a value for this context."
      : "\n- Or give the key a value for tests, unless there can be none: " + subject.testValue
        + "."
    return Message(fact, request, fixes: fixes + last)
  }
}
