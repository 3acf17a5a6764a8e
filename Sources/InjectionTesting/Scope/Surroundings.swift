import Injection
import InjectionInspection

/// The kind of test code in which a value is missing. It decides which fix a message suggests.
enum Surroundings: Sendable {
  /// A test of Swift Testing.
  case test

  /// The container of a test without traits: of XCTest, or of an unknown framework.
  case testScope

  /// The process of tests, outside of any test's container.
  case outside

  /// The body of an exit test, which is another process.
  case exitTest

  /// A program without tests that opens test scopes.
  case program

  /// A property that `verifyInjection` builds.
  case verification
}

extension Surroundings {
  /// The code that overrides a value where a test's values are set.
  ///
  /// - Parameters:
  ///   - arguments: The code after `.injected`: `(\.user, …)`.
  ///   - member: The code after the values: `.user = …`.
  func codeToOverride(_ arguments: String, _ member: String) -> String {
    let ofSwiftTesting = "@Test(.injected" + arguments + ")"
    let ofXCTest = "values" + member + " in inject(into:)"
    let ofScope = "withTestScope { $0" + member + " } operation: { … }"
    return switch self {
    case .testScope: ofXCTest + " or withTestScope"
    case .outside: ofSwiftTesting + ", in XCTest " + ofXCTest + " of an InjectedTestCase"
    case .exitTest, .program: ofScope
    case .test, .verification: ofSwiftTesting
    }
  }

  /// The first fix to try outside of a test's scope.
  fileprivate var hint: String {
    if self != .outside { return "" }
    return """
      - If the test overrides it, this code runs outside of the test's scope, such as in a \
      callback, on a queue, or in a detached task: capture let values = InjectedValues.current in \
      the test, and enter them here: withInjected(values) { … }.

      """
  }
}

/// Reports the issues of code in tests.
protocol ReporterInTests: IssueReporter {
  var surroundings: Surroundings { get }
}

extension ReporterInTests {
  func fixes(
    _ action: String?,
    code: String,
    _ arguments: String,
    _ member: String,
    scope: String
  ) -> String {
    let action = action ?? (surroundings == .verification ? "Provide it" : "Override it")
    let own = surroundings.codeToOverride(arguments, member)
    return switch surroundings {
    case .verification:
      "- \(action) in the closure of verifyInjection, or in a function that it calls: \(code)."
    case .exitTest:
      "- \(action) in the body of the exit test, which runs in another process without the test's "
        + "values: \(own)."
    default:
      surroundings.hint + "- \(action) for the test: \(own), or in a scope of the test: \(scope)"
        + " Objects that were created outside of that scope do not see it."
    }
  }

  func nearMisses(of request: Request, in layer: Layer) -> [String] {
    layer.nearMisses(of: request)
  }

  func report(bootstrapAt source: SourceLine) {
    let message = Message(
      "A test called bootstrap, which has set nothing: the process's values are those of all tests.",
      source: source,
      fixes: """
        - Set the app's values for the test, in a function that both call: \
        @Test(.injected { App.values(&$0) }), in XCTest App.values(&values) in inject(into:), or \
        withTestScope { App.values(&$0) } operation: { … }.
        """
    )
    report(.bootstrappedInTest, message)
  }

  func report(foreign layer: Layer) {
    let message = Message(
      "A test entered values that were captured in another test.",
      fixes: """
        - Capture the values in this test: a static variable keeps those of the first test.
        - Or, for a static InjectedScopes, make it the default of a key, so that each test has one: \
        @Injectable(lifetime: .singleton) var tenants = InjectedScopes….
        """
    )
    message.add("Captured in", layer.title)
    report(.foreignValues, message)
  }
}
