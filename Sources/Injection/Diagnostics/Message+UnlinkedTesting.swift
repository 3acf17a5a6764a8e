extension Message {
  /// Says once that the running tests don't link `InjectionTesting`.
  ///
  /// An app that hosts tests reads values before the tests are loaded, so nothing is said there.
  static let unlinkedTesting: Void = {
    let isOff = Platform.environment("INJECTION_WITHOUT_TESTING") == "1"
    if isOff || !InjectionContext.isTestRunner(CommandLine.arguments) { return }
    let message = Message(
      "Tests read injected values without InjectionTesting: unimplemented values pass, tests share "
        + "what defaults build, and bootstrap in one test changes the others.",
      fixes: """
        - Add the product to the test target in Package.swift: \
        .product(name: "InjectionTesting", package: "swift-injection").
        - Or, to test without it, set the environment variable INJECTION_WITHOUT_TESTING=1.
        """
    )
    Platform.writeToStandardError(message.description + "\n")
  }()
}
