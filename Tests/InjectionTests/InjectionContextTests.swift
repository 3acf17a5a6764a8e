import Foundation
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

/// R13, R14: what a process is for, and what that makes of defaults.
@Suite struct InjectionContextTests {
  private func context(
    _ environment: [String: String] = [:],
    _ arguments: String...
  ) -> InjectionContext {
    .recognized(environment: { environment[$0] }, arguments: arguments)
  }

  @Test func `a process is live unless something says otherwise`() {
    #expect(context() == .live)
    #expect(context([:], "/usr/bin/shop", "--verbose") == .live)
    #expect(context(["XCODE_RUNNING_FOR_PREVIEWS": "0"], "shop") == .live)
    #expect(context([:], "/tmp/a.xctest/shop") == .live)
  }

  @Test(arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"])
  func `a variable of XCTest makes a process a test`(variable: String) {
    #expect(context([variable: "x"], "/usr/bin/shop") == .test)
  }

  @Test(arguments: [
    ["/b/shopPackageTests.xctest"], ["/usr/bin/xctest"], ["/x/swiftpm-testing-helper"],
    ["shop", "--testing-library", "swift-testing"],
  ])
  func `an executable of a test or Swift Testing's argument makes a process a test`(
    arguments: [String]
  ) {
    #expect(InjectionContext.recognized(environment: { _ in nil }, arguments: arguments) == .test)
  }

  @Test func `Xcode's variable makes a process a preview, in a test too`() {
    #expect(context(["XCODE_RUNNING_FOR_PREVIEWS": "1"], "shop") == .preview)
    #expect(context(["XCODE_RUNNING_FOR_PREVIEWS": "1"], "/usr/bin/xctest") == .preview)
  }

  @Test(arguments: InjectionContext.allCases)
  func `INJECTION_CONTEXT decides over all else`(expected: InjectionContext) {
    let environment = [
      "INJECTION_CONTEXT": expected.rawValue, "XCODE_RUNNING_FOR_PREVIEWS": "1",
      "XCTestBundlePath": "x",
    ]
    #expect(context(environment, "/usr/bin/xctest") == expected)
  }

  @Test func `a process that runs tests is a test, in a scope too`() {
    #expect(InjectedValues.current.context == .test)
    withInjected(\.number, 2) { #expect(InjectedValues.current.context == .test) }
  }

  @Test func `an unknown INJECTION_CONTEXT stops with the list of the known ones`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = unsafe setenv("INJECTION_CONTEXT", "staging", 1)
      _ = InjectedValues.current.context
    }
    let fact = "INJECTION_CONTEXT must name a context (was \"staging\")"
    #expect(result.message.contains(fact))
    #expect(result.message.contains("live, test, preview"))
  }

  @Test func `INJECTION_CONTEXT chooses the defaults of the process, not of a test scope`() async {
    await #expect(processExitsWith: .success) {
      _ = unsafe setenv("INJECTION_CONTEXT", "preview", 1)
      #expect(InjectedValues.current.context == .preview)
      #expect(InjectedValues.current.contextual == 3)
      withTestScope {
        #expect(InjectedValues.current.context == .test)
        #expect(InjectedValues.current.contextual == 2)
      }
    }
  }

  @Test(arguments: [(InjectionContext.live, 1), (.test, 2), (.preview, 3)])
  func `the context chooses the default of a key, and of those it is built from`(
    context: InjectionContext,
    expected: Int
  ) {
    let root = InjectedValues.container(for: context, at: .unknown, observer: nil)
    withInjected(root.entered) {
      #expect(InjectedValues.current.context == context)
      #expect(InjectedValues.current.contextual == expected)
      #expect(InjectedValues.current.contextualDouble == expected * 2)
      // A key that says nothing has one default for all.
      #expect(InjectedValues.current.text == "default")
    }
  }
}

// MARK: - Fixtures

extension InjectedValues {
  @Injectable(test: 2, preview: 3) fileprivate var contextual: Int = 1
  @Injectable fileprivate var contextualDouble: Int = InjectedValues.current.contextual * 2
}
