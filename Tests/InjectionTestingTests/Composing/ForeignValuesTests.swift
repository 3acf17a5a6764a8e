import Injection
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

/// Values that a static variable carries from one test into the next.
struct ForeignValuesTests {
  @Test func `entering values that another test has captured fails the test`() {
    enum Kept { static let values = InjectedValues.current }
    var issues = inProcess {
      InjectionTestingTests.issues {
        withInjected(named: "request", { $0.label = "Ada" }) { _ = Kept.values }
        withInjected(Kept.values) {}
      }
    }
    #expect(issues.all.isEmpty)
    let line = #line + 2
    issues = inProcess {
      InjectionTestingTests.issues {
        withInjected(\.label, "Alan") {
          withInjected(Kept.values) { #expect(InjectedValues[\.label] == "Ada") }
        }
        withInjected({ $0 = Kept.values }) { #expect(InjectedValues[\.label] == "Ada") }
      }
    }
    #expect(issues.all.map(\.kind) == [.foreignValues, .foreignValues])
    #expect(issues.lines == [line, line])
    #expect(
      issues.messages.allSatisfy {
        $0.hasPrefix("A test entered values that were captured in another test.")
          && $0.contains("Captured in: scope \"request\", ForeignValuesTests.swift:\(line - 7)")
      }
    )
  }

  @Test func `so does a static collection of scopes, and their asynchronous form`() async throws {
    enum Tenants {
      static let kept = InjectedScopes<Int>(limit: .max) { $0.number = $1 }
      static let opened = AsyncInjectedScopes<Int>(limit: .max) { $0.number = $1 }
    }
    func run() async throws -> [InjectionIssue.Kind] {
      let issues = Issues()
      try await withTestScope(options: issues.option) {
        withInjected(Tenants.kept.values(for: 1)) { #expect(InjectedValues[\.number] == 1) }
        try await Tenants.opened.withInjected(2) { #expect(InjectedValues[\.number] == 2) }
      }
      return issues.all.map(\.kind)
    }
    #expect(try await inProcess(run) == [])
    #expect(try await inProcess(run) == [.foreignValues, .foreignValues])
  }

  @Test(.injected()) func `a test's own values may be entered anywhere`() async {
    let values = withInjected(\.label, "mine") { InjectedValues.current }
    await Task.detached {
      withInjected(values) { #expect(InjectedValues[\.label] == "mine") }
    }.value
    withInjected(\.label, "other") {
      withInjected(values) { #expect(InjectedValues[\.label] == "mine") }
      withInjected(.root) { withTestScope { #expect(InjectedValues[\.label] == "test") } }
    }
  }
}
