/// Fails a test for issues.
package protocol IssueReporter: Sendable {
  /// The test's name, or `nil` if it is unknown.
  var testName: String? { get }

  /// Reports an issue, on any thread, even after the test has ended.
  ///
  /// Without the line of a read, the issue has that of the test.
  func report(_ kind: InjectionIssue.Kind, _ message: Message)

  /// Reports that the test calls `bootstrap`.
  func report(bootstrapAt source: SourceLine)

  /// Reports that the test enters values of a scope of another test.
  func report(foreign layer: Layer)

  /// The lines that say how to set in the test what is missing.
  ///
  /// - Parameters:
  ///   - action: What to do, or `nil` to set a value.
  ///   - code: The code that does it where values are set.
  ///   - arguments: The code after `.injected`: `(\.user, …)`.
  ///   - member: The code after the values: `.user = …`.
  ///   - scope: The code that does it in a scope.
  func fixes(
    _ action: String?,
    code: String,
    _ arguments: String,
    _ member: String,
    scope: String
  ) -> String

  /// Likely mix-ups: overrides of other keys that may have been meant for a read that found none.
  func nearMisses(of request: Request, in layer: Layer) -> [String]
}
