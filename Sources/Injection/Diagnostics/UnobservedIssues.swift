/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the one implementation. The core does not import it, nor a test
/// framework: it looks for the type when there is something to report.
package protocol TestFramework: SendableMetatype {
  /// The test that runs here, as people know it; `nil` where that is unknown.
  static var runningTest: String? { get }

  /// Reports an issue of the process's own container.
  static func report(_ issue: InjectionIssue)
}

/// What must be told although nobody observes the scope: that a value is unimplemented.
package enum UnobservedIssues {
  /// What was told: each issue once for a place, and in a container that many tests share once for
  /// each test.
  private static let told = Lock<Set<String>>([])

  /// The test framework, if it is linked. The name is that of `InjectionTesting.LinkedFrameworks`,
  /// an enum, as the runtime knows it. Nothing has to be registered, and nothing runs before it is
  /// needed.
  private static let framework =
    _typeByName("16InjectionTesting16LinkedFrameworksO") as? any TestFramework.Type

  package static func report(unimplemented request: Request, in context: InjectionContext) {
    report(
      InjectionIssue(
        .unimplemented,
        request.subject,
        place: request.place,
        description: Message.unimplemented(request, at: request.place, in: context).description
      ),
      in: context
    )
  }

  static func report(misplacedUnimplemented place: SourcePlace, in context: InjectionContext) {
    let message = Message(
      "unimplemented was called outside of a key's default.",
      place: place,
      fixes: [
        "Make the key's value a computed property: static var testValue: … { unimplemented(…) }. A "
          + "stored one is evaluated once in the process, for no test in particular.",
        "Or call it in the closure that is given to provide.",
      ]
    )
    report(
      InjectionIssue(.unimplemented, nil, place: place, description: message.description),
      in: context
    )
  }

  private static func report(_ issue: InjectionIssue, in context: InjectionContext) {
    let framework = context == .test ? framework : nil
    let cause =
      "\(issue.key ?? "") \(issue.place.fileID):\(issue.place.line) \(framework?.runningTest ?? "")"
    guard told.withLock({ $0.insert(cause).inserted }) else { return }
    if let framework { return framework.report(issue) }
    Platform.writeToStandardError("\(issue)\n")
  }
}

extension Message {
  /// What is said of a read of an unimplemented value.
  package static func unimplemented(
    _ request: Request,
    at place: SourcePlace,
    in context: InjectionContext = .test
  ) -> Message {
    let subject = request.subject
    let isInTest = context == .test
    let scope =
      "withInjected\(subject.override)\(subject.property == nil ? " operation:" : "") { … }."
    return Message(
      "A value was read that has no implementation here.",
      subject,
      place: place,
      declaration: request.declaration,
      fixes: [
        isInTest
          ? "Override it for the test: @Test(.injected\(subject.override)), "
            + "or in a scope of the test: \(scope)"
          : "Provide it at the start of the process: InjectedValues.bootstrap "
            + "{ $0.provide(\(subject.key.type).self) { … } }, or in a scope: \(scope)",
        "Or give the key a value for this context.",
      ]
    )
  }
}
