// Recognizes a test or a preview. No other file looks at the process.

extension InjectionContext {
  /// The context of this process's own container.
  static let ofThisProcess = recognized(Platform.environment, CommandLine.arguments)

  /// Whether this process runs tests, whatever `INJECTION_CONTEXT` says.
  package static let isOfTests = unnamed(Platform.environment, CommandLine.arguments) == .test

  /// The context of a process with these arguments and this environment.
  ///
  /// `INJECTION_CONTEXT` decides if it's set and not empty. Otherwise a variable of Xcode marks a
  /// preview, and a test is recognized by other variables of Xcode or by its executable. The rules
  /// for Xcode and macOS haven't been tried: the tests run on Linux.
  static func recognized(_ environment: (String) -> String?, _ arguments: [String]) -> Self {
    guard let name = environment("INJECTION_CONTEXT"), !name.isEmpty else {
      return unnamed(environment, arguments)
    }
    if let context = InjectionContext(rawValue: name) { return context }
    Platform.stop(
      """
      The environment variable INJECTION_CONTEXT must name a context (was "\(name)").

      To fix this:
      - Set it to one of: live, test, preview.
      - Or do not set it: tests and previews are recognized without it.
      """
    )
  }

  /// The same without a name in `INJECTION_CONTEXT`.
  @inline(never)
  private static func unnamed(_ environment: (String) -> String?, _ arguments: [String]) -> Self {
    if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return .preview }

    let testVariable =
      environment("XCTestConfigurationFilePath") ?? environment("XCTestBundlePath")
      ?? environment("XCTestSessionIdentifier")
    return testVariable != nil || isTestRunner(arguments) ? .test : .live
  }

  /// Whether the executable runs tests and is no app that hosts them: on Linux a test bundle, or
  /// the runner that Swift Build makes for it; on macOS `xctest`, or the package manager's helper.
  static func isTestRunner(_ arguments: [String]) -> Bool {
    let executable = "/" + (arguments.first ?? "")
    let names = [".xctest", "-test-runner", "/xctest", "/swiftpm-testing-helper"]
    return names.contains { executable.hasSuffix($0) } || arguments.contains("--testing-library")
  }
}
