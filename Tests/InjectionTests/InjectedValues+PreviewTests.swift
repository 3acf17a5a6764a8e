import Foundation
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

struct InjectedValuesPreviewTests {
  // R25
  @Test func `in a preview, a second bootstrap replaces what the first one set`() async {
    await #expect(processExitsWith: .success) {
      // Before anything asks for the context.
      unsafe setenv("INJECTION_CONTEXT", "preview", 1)
      InjectedValues.bootstrap { $0.number = 2 }
      let number = Injected(\.number)
      #expect(InjectedValues.current.service.number == 2 && number() == 2)
      InjectedValues.bootstrap { $0.number = 3 }
      // What was built meanwhile goes.
      #expect(InjectedValues.current.service.number == 3 && number() == 3)
      #expect(InjectedValues.current.context == .preview)
      withTestScope { #expect(InjectedValues.current.context == .test) }
    }
  }

  // R16
  @Test func `a default that is being built cannot be set for the process`() async {
    await #expect(processExitsWith: .failure) {
      Thread { _ = InjectedValues.current.slow }.start()
      Slow.begun.wait()
      InjectedValues.bootstrap { $0.slow = 1 }
    }
  }
}

// MARK: - Fixtures

private enum Slow {
  static let begun = DispatchSemaphore(value: 0)

  /// Never ends.
  static func build() -> Int {
    begun.signal()
    while true { Thread.sleep(forTimeInterval: 1) }
  }
}

extension InjectedValues {
  @Injectable fileprivate var slow: Int = Slow.build()
}
