import Testing

@testable import Injection

/// How a process is recognised (R13).
@Suite struct InjectionContext_ProcessTests {
  @Test func `a program is live`() {
    #expect(recognised([:], ["/usr/local/bin/shop"]) == .live)
    #expect(recognised([:], []) == .live)
    #expect(recognised(["PATH": "/usr/bin"], ["shop", "--testing"]) == .live)
  }

  @Test(arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"])
  func `a process with Xcode's variables is a test`(_ variable: String) {
    #expect(recognised([variable: "/tmp/session"], ["/Applications/Shop"]) == .test)
  }

  @Test(
    arguments: [
      ["/build/debug/shopPackageTests.xctest"],
      ["/usr/bin/xctest"],
      ["/toolchain/libexec/swiftpm-testing-helper"],
      ["/build/debug/runner", "--testing-library", "swift-testing"],
    ]
  )
  func `a process that runs tests is a test`(_ arguments: [String]) {
    #expect(recognised([:], arguments) == .test)
  }

  @Test func `a process with the previews' variable is a preview`() {
    #expect(recognised(["XCODE_RUNNING_FOR_PREVIEWS": "1"], ["shop"]) == .preview)
    #expect(recognised(["XCODE_RUNNING_FOR_PREVIEWS": "0"], ["shop"]) == .live)
  }

  @Test(arguments: InjectionContext.allCases)
  func `INJECTION_CONTEXT decides over all else`(_ context: InjectionContext) {
    let variables = ["INJECTION_CONTEXT": context.rawValue, "XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(recognised(variables, ["shopPackageTests.xctest"]) == context)
  }

  @Test func `a name that is no context stops, with the names that are`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = InjectionContext.recognised(environment: { _ in "prod" }, arguments: [])
      }
    )
    #expect(result.message.contains("INJECTION_CONTEXT must name a context (was \"prod\")"))
    #expect(result.message.contains("live, test, preview"))
  }

  @Test func `this process is a test`() {
    #expect(InjectionContext.ofThisProcess == .test)
    #expect(Container.process.context == .test)
  }

  @Test func `a default is the one for the context`() {  // R14
    #expect(EachKey.makeDefault(in: .live) == "live")
    #expect(EachKey.makeDefault(in: .test) == "test")
    #expect(EachKey.makeDefault(in: .preview) == "preview")
    #expect(PlainKey.makeDefault(in: .test) == "default")
    #expect(PlainKey.makeDefault(in: .preview) == "default")
  }

  private func recognised(
    _ variables: [String: String],
    _ arguments: [String]
  ) -> InjectionContext {
    .recognised(environment: { variables[$0] }, arguments: arguments)
  }
}

// MARK: - Fixtures

private enum EachKey: InjectionKey {
  static var defaultValue: String { "live" }
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
}

private enum PlainKey: InjectionKey { static var defaultValue: String { "default" } }
