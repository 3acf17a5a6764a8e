import Foundation
import InjectionMacros
import TestSupport
import Testing

@testable import Injection

/// The context of a process, and its effect on defaults.
struct InjectionContextTests {
  @Test(arguments: [
    ([:], [], InjectionContext.live),
    ([:], ["/usr/bin/shop", "--verbose"], .live),
    ([:], ["/tmp/a.xctest/shop"], .live),
    (["XCODE_RUNNING_FOR_PREVIEWS": "0"], ["shop"], .live),
    (["XCTestConfigurationFilePath": "x"], ["shop"], .test),
    (["XCTestBundlePath": "x"], ["shop"], .test),
    (["XCTestSessionIdentifier": "x"], ["shop"], .test),
    ([:], ["/b/shopPackageTests.xctest"], .test),
    ([:], ["/b/shopTests-test-runner"], .test),
    ([:], ["/b/shop-test-runner/shop"], .live),
    ([:], ["/usr/bin/xctest"], .test),
    ([:], ["/x/swiftpm-testing-helper"], .test),
    ([:], ["shop", "--testing-library", "swift-testing"], .test),
    (["XCODE_RUNNING_FOR_PREVIEWS": "1"], ["shop"], .preview),
    (["XCODE_RUNNING_FOR_PREVIEWS": "1"], ["/usr/bin/xctest"], .preview),
    (["INJECTION_CONTEXT": "live", "XCODE_RUNNING_FOR_PREVIEWS": "1"], ["xctest"], .live),
    (["INJECTION_CONTEXT": "test", "XCODE_RUNNING_FOR_PREVIEWS": "1"], ["xctest"], .test),
    (["INJECTION_CONTEXT": "preview", "XCTestBundlePath": "x"], ["xctest"], .preview),
  ])
  func `the context follows from the environment, or else from the arguments`(
    environment: [String: String],
    arguments: [String],
    expected: InjectionContext
  ) {
    #expect(InjectionContext.recognized({ environment[$0] }, arguments) == expected)
  }

  @Test func `an unknown INJECTION_CONTEXT stops with the list of the known ones`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = unsafe setenv("INJECTION_CONTEXT", "staging", 1)
      _ = InjectedValues.current.context
    }
    // Without a place, since there is none.
    result.expectMessage(
      """
      Fatal error: The environment variable INJECTION_CONTEXT must name a context (was "staging").

      To fix this:
      - Set it to one of: live, test, preview.
      - Or do not set it: tests and previews are recognized without it.

      """
    )
    #expect(!result.message.contains(".swift:"))
  }

  @Test(arguments: [(InjectionContext.live, 1), (.test, 2), (.preview, 3)])
  func `the context chooses defaults, and what they are built from`(
    context: InjectionContext,
    expected: Int
  ) {
    let root = InjectedValues(Scope(in: nil, rootOf: Container(context), at: .unknown))
    withInjected(root.finished) {
      let values = InjectedValues.current
      #expect(values.context == context && values.contextual == expected)
      #expect(values.contextualDouble == expected * 2)
      // A key without test and preview values has one default for all contexts.
      #expect(InjectedValues.current.text == "default")
    }
  }
}

// MARK: - Fixtures

extension InjectedValues {
  @Injectable(test: 2, preview: 3) fileprivate var contextual: Int = 1
  @Injectable fileprivate var contextualDouble: Int = InjectedValues.current.contextual * 2
}
