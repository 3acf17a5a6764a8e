// How a process is recognized as a test or a preview. Nothing else in the library asks.

extension InjectionContext {
  /// The context of this process's own container.
  static let ofThisProcess = recognized(
    environment: Platform.environment,
    arguments: CommandLine.arguments
  )

  /// The context of a process with these arguments and this environment.
  ///
  /// `INJECTION_CONTEXT` decides where it is set and not empty. Otherwise Xcode's previews set a
  /// variable of theirs, and a test is known by the variables that Xcode sets, or by its
  /// executable: a test bundle run directly (Linux), `xctest`, or the helper of the package manager
  /// (macOS). What Xcode and macOS set is unchecked: the tests run on Linux.
  static func recognized(
    environment: (String) -> String?,
    arguments: [String]
  ) -> InjectionContext {
    if let name = environment("INJECTION_CONTEXT"), !name.isEmpty {
      guard let context = InjectionContext(rawValue: name) else {
        Message.unknownContext(name).stop()
      }
      return context
    }
    if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return .preview }

    let testVariables = [
      "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier",
    ]
    if testVariables.contains(where: { environment($0) != nil }) { return .test }

    let executable = lastComponent(of: arguments.first ?? "")
    if executable.hasSuffix(".xctest") || executable == "xctest"
      || executable == "swiftpm-testing-helper"
    {
      return .test
    }
    if arguments.contains("--testing-library") { return .test }
    return .live
  }
}
