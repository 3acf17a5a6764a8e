/// The kind of code that misses a value, which decides the fix that a message suggests.
package enum Surroundings: Sendable {
  /// A live process, or a preview.
  case program

  /// A test of Swift Testing.
  case test

  /// The container of a test without traits: of XCTest, or of an unknown framework.
  case testScope

  /// The process of tests, outside of any test's container.
  case outside

  /// A property that `verifyInjection` builds.
  case verification
}

extension Surroundings {
  /// The code that overrides a value where a test's values are set.
  ///
  /// - Parameters:
  ///   - arguments: The code after `.injected`: `(\.user, …)`.
  ///   - member: The code after the values: `.user = …`.
  package func codeToOverride(_ arguments: String, _ member: String) -> String {
    let ofSwiftTesting = "@Test(.injected\(arguments))"
    return switch self {
    case .testScope: "values\(member) in inject(into:) or withTestScope"
    case .outside: "\(ofSwiftTesting), in XCTest values\(member) in inject(into:)"
    case .program, .test, .verification: ofSwiftTesting
    }
  }

  /// The first fix to try outside of a test's scope.
  var hints: [String] {
    guard self == .outside else { return [] }
    return [
      "If the test overrides it, this is outside of the test's scope, as callbacks, queues, threads "
        + "and detached tasks are: capture let values = InjectedValues.current in the test, and "
        + "enter withInjected(values) { … } here."
    ]
  }
}
