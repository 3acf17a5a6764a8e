/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the one implementation. The core does not import it, nor a test
/// framework: it looks for the type when there is something to report.
package protocol TestFramework: SendableMetatype {
  /// Whether this is known to be the task of a test, or one that it started.
  static var isInTest: Bool { get }

  /// Reports an issue of the process's own container.
  static func report(_ issue: InjectionIssue)
}

/// An observer that fails a test for issues which the library finds without it.
package protocol IssueObserver {
  /// What this observes.
  var surroundings: Surroundings { get }

  /// Reports an issue of a scope that this observes.
  func report(_ issue: InjectionIssue)
}

/// What must be told although nobody observes the scope: that something is unimplemented.
package enum UnobservedIssues {
  /// What was written to standard error: each issue once for a place.
  private static let written = Lock<Set<String>>([])

  /// The test framework, if it is linked. The name is that of `InjectionTesting.LinkedFrameworks`,
  /// an enum, as the runtime knows it. Nothing has to be registered, and nothing runs before it is
  /// needed.
  private static let framework =
    _typeByName("16InjectionTesting16LinkedFrameworksO") as? any TestFramework.Type

  /// What `InjectedValues.bootstrap` was given for the issues of a live process.
  private static let handler = Lock<(@Sendable (InjectionIssue) -> Void)?>(nil)

  static func setHandler(_ new: (@Sendable (InjectionIssue) -> Void)?) {
    // The old one goes after the lock.
    var other = new
    handler.withLock { swap(&$0, &other) }
  }

  package static func report(unimplemented request: Request, in context: InjectionContext) {
    // Setting a member is no read of the value.
    if request.isPreparation { return }
    let surroundings = surroundings(in: context)
    report(.unimplemented(request, at: request.place, in: surroundings), in: context)
  }

  /// Reports that a function was called, to the observers of the current scope, if there are any.
  static func report(_ function: UnimplementedFunction) {
    let observers = observers
    // It fails a test, whatever the scope's context.
    for observer in observers {
      observer.report(InjectionIssue(.unimplemented, function.message(in: observer.surroundings)))
    }
    if !observers.isEmpty { return }
    let context = InjectedValues(Viewpoint.current).context
    report(function.message(in: surroundings(in: context)), in: context)
  }

  /// What is known of what runs here.
  static func surroundings(in context: InjectionContext) -> Surroundings {
    if context != .test { return .program }
    return observers.first?.surroundings ?? (framework?.isInTest == true ? .test : .outside)
  }

  /// Those of the current scope, from the inside out.
  private static var observers: [any IssueObserver] {
    var observers: [any IssueObserver] = []
    (Viewpoint.current ?? Scope.process).observation?.tell { observer in
      if let observer = observer as? any IssueObserver { observers.append(observer) }
    }
    return observers
  }

  /// Tells the test framework; or the program, which stops if it does not want to be told; or
  /// whoever reads standard error.
  private static func report(_ message: Message, in context: InjectionContext) {
    let issue = InjectionIssue(.unimplemented, message)
    switch context {
    case .live:
      if let handler = handler.withLock({ $0 }) { return handler(issue) }
      var message = message
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
  /// What is said of a read of an unimplemented value.
  package static func unimplemented(
    _ request: Request,
    at place: SourcePlace,
    in surroundings: Surroundings
  ) -> Message {
    missing(
      "A value was read that has no implementation here.",
      request.subject,
      at: place,
      declaration: request.declaration,
      in: surroundings
    )
  }

  /// What is said of a read of a value that somebody had to provide.
  static func missing(
    _ fact: String,
    _ subject: Subject,
    at place: SourcePlace,
    declaration: SourcePlace,
    in surroundings: Surroundings
  ) -> Message {
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
    return Message(
      fact,
      subject,
      place: place,
      declaration: declaration,
      fixes: surroundings.hints + [fix, "Or give the key a value for this context."]
    )
  }
}
