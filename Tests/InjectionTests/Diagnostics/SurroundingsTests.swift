import InjectionMacros
import Testing

@testable import Injection

/// The code that messages suggest for a missing value, by surroundings.
///
/// `UnprovidedTests` has values in a program, `UnimplementedTests` values in a test and functions
/// in a program. `FixtureRunTests` tests which surroundings apply.
struct SurroundingsTests {
  @Test(arguments: valueAdvice)
  func `a value that is missing is provided where the program or its test sets values`(
    surroundings: Surroundings,
    advice: String
  ) {
    let fixes = fixes(for: InjectedValues.notifierKey.self, in: surroundings)
    let last =
      surroundings == .program
      ? "Or give the key a value for this context."
      : "Or give the key a value for tests, unless there can be none: @Injectable(test: …)."
    #expect(fixes == hints(in: surroundings) + [advice, last])
  }

  @Test func `a key without a property is overridden by its type`() {
    #expect(
      fixes(for: UnnamedKey.self, in: .testScope) == [
        """
        Override it for the test: values[UnnamedKey.self] = … in inject(into:) or withTestScope, or \
        in a scope of the test: withInjected { $0[UnnamedKey.self] = … } operation: { … }.
        """,
        "Or give the key a value for tests, unless there can be none: static var testValue.",
      ]
    )
  }

  @Test(arguments: functionAdvice)
  func `a function that is missing is given where the program or its test sets values`(
    surroundings: Surroundings,
    advice: String
  ) {
    let function = UnimplementedFunction(runningAt: SourcePlace("Shop/Mail.swift", 3), "Mail.send")
    let fixes = function.message(in: surroundings).fixes
    #expect(fixes == hints(in: surroundings) + ["Give the value this function \(advice)"])
  }

  private func fixes(for key: any InjectionKey.Type, in surroundings: Surroundings) -> [String] {
    let request = Request(
      key: .of(key),
      property: nil,
      place: .unknown,
      declaration: .unknown,
      isUpdate: false
    )
    return Message.missing("", request, surroundings).fixes
  }

  private func hints(in surroundings: Surroundings) -> [String] {
    guard case .outside = surroundings else { return [] }
    return [
      """
      If the test overrides it, this is outside of the test's scope, as callbacks, queues, threads \
      and detached tasks are: capture let values = InjectedValues.current in the test, and enter \
      withInjected(values) { … } here.
      """
    ]
  }
}

// MARK: - Fixtures

private let valueAdvice: [(Surroundings, String)] = [
  (
    .testScope,
    #"""
    Override it for the test: values.notifier = … in inject(into:) or withTestScope, or in a \#
    scope of the test: withInjected(\.notifier, …) { … }.
    """#
  ),
  (
    .outside,
    #"""
    Override it for the test: @Test(.injected(\.notifier, …)), in XCTest values.notifier = … in \#
    inject(into:), or in a scope of the test: withInjected(\.notifier, …) { … }.
    """#
  ),
  (
    .verification,
    """
    Provide it in the closure of verifyInjection, or in what it calls: \
    $0.provide(InjectedValues.notifierKey.self) { … }.
    """
  ),
]

private let functionAdvice: [(Surroundings, String)] = [
  (
    .test,
    """
    for the test: @Test(.injected { $0.….send = { … } }), or in a scope of the test: \
    withInjected { $0.….send = { … } } operation: { … }.
    """
  ),
  (
    .testScope,
    """
    for the test: values.….send = { … } in inject(into:) or withTestScope, or in a scope of the \
    test: withInjected { $0.….send = { … } } operation: { … }.
    """
  ),
  (
    .outside,
    """
    for the test: @Test(.injected { $0.….send = { … } }), in XCTest values.….send = { … } in \
    inject(into:), or in a scope of the test: withInjected { $0.….send = { … } } operation: { … }.
    """
  ),
  (.verification, "in the closure of verifyInjection: { $0.….send = { … } }."),
]

private enum UnnamedKey: InjectionKey { static var defaultValue: Int { 1 } }

extension InjectedValues {
  @Injectable fileprivate var notifier: Int
}
