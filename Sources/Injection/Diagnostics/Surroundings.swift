/// What runs where something is missing: it decides what there is to write.
package enum Surroundings: Sendable {
  /// A live process, or a preview.
  case program

  /// A test of Swift Testing.
  case test

  /// The container of a test that takes no traits: of XCTest, or of an unknown framework.
  case testScope

  /// The process of tests, where a test may have a container that does not reach to here.
  case outside

  /// A property that `verifyInjection` builds.
  case verification
}

extension Surroundings {
  /// What to write where a test's values are set, in order to override one.
  ///
  /// - Parameters:
  ///   - arguments: What to write after `.injected`: `(\.user, …)`.
  ///   - member: What to write after the values: `.user = …`.
  package func codeToOverride(_ arguments: String, _ member: String) -> String {
    let ofSwiftTesting = "@Test(.injected\(arguments))"
    return switch self {
    case .testScope: "values\(member) in inject(into:) or withTestScope"
    case .outside: "\(ofSwiftTesting), in XCTest values\(member) in inject(into:)"
    case .program, .test, .verification: ofSwiftTesting
    }
  }

  /// What to do first where the scope of a test does not reach.
  var hints: [String] {
    guard self == .outside else { return [] }
    return [
      "If the test overrides it, this is outside of the test's scope, as callbacks, queues, threads "
        + "and detached tasks are: capture let values = InjectedValues.current in the test, and "
        + "enter withInjected(values) { … } here."
    ]
  }
}
