import Foundation
import Injection
import InjectionTesting
import TestSupport
import Testing

struct InjectedValuesPreviewTests {
  @Test func `in a preview, a second bootstrap replaces what the first one set`() async {
    await #expect(processExitsWith: .success) {
      // Before anything asks for the context.
      unsafe setenv("INJECTION_CONTEXT", "preview", 1)
      InjectedValues.bootstrap { $0.number = 2 }
      let number = Injected(\.number)
      #expect(InjectedValues.current.service.number == 2 && number() == 2)
      // One whose default was read before, too.
      #expect(InjectedValues.current.first == "-")
      InjectedValues.bootstrap { values in
        values.number = 3
        // Not what the first one has set.
        withInjected(values) { #expect(InjectedValues.current.number == 3) }
        values.first = "set"
      }
      #expect(InjectedValues.current.first == "set")
      // Values that were built meanwhile are released.
      #expect(InjectedValues.current.service.number == 3 && number() == 3)
      #expect(InjectedValues.current.context == .preview)
      withTestScope { #expect(InjectedValues.current.context == .test) }
    }
  }
}
