import InjectionMacros
import Testing

@testable import Injection

/// What there is to write where something is missing, in each surroundings. That the right ones are
/// taken: `FixtureRunTests`.
@Suite struct SurroundingsTests {
  @Test func `a value that is missing is provided where the program or its test sets values`() {
    let advice = [Surroundings.program, .test, .testScope, .outside, .verification].map {
      let message = Message.missing(
        "A fact.",
        Subject(.of(InjectedValues.notifierKey.self)),
        at: .unknown,
        declaration: .unknown,
        in: $0
      )
      return message.fixes
    }
    let last = "Or give the key a value for this context."
    #expect(
      advice == [
        [
          #"""
          Provide it at the start of the process: InjectedValues.bootstrap \#
          { $0.provide(InjectedValues.notifierKey.self) { … } }, or in a scope: \#
          withInjected(\.notifier, …) { … }.
          """#,
          last,
        ],
        [
          #"""
          Override it for the test: @Test(.injected(\.notifier, …)), or in a scope of the test: \#
          withInjected(\.notifier, …) { … }.
          """#,
          last,
        ],
        [
          #"""
          Override it for the test: values.notifier = … in inject(into:) or withTestScope, or in a \#
          scope of the test: withInjected(\.notifier, …) { … }.
          """#,
          last,
        ],
        [
          outside,
          #"""
          Override it for the test: @Test(.injected(\.notifier, …)), in XCTest values.notifier = … in \#
          inject(into:), or in a scope of the test: withInjected(\.notifier, …) { … }.
          """#,
          last,
        ],
        [
          """
          Provide it in the closure of verifyInjection, or in what it calls: \
          $0.provide(InjectedValues.notifierKey.self) { … }.
          """,
          last,
        ],
      ]
    )
  }

  @Test func `a key without a property is overridden by its type`() {
    let message = Message.missing(
      "A fact.",
      Subject(.of(UnnamedKey.self)),
      at: .unknown,
      declaration: .unknown,
      in: .testScope
    )
    #expect(
      message.fixes.first == """
        Override it for the test: values[UnnamedKey.self] = … in inject(into:) or withTestScope, or \
        in a scope of the test: withInjected { $0[UnnamedKey.self] = … } operation: { … }.
        """
    )
  }

  @Test func `a function that is missing is given where the program or its test sets values`() {
    let function = UnimplementedFunction(runningAt: SourcePlace("Shop/Mail.swift", 3), "Mail.send")
    let advice = [Surroundings.program, .test, .testScope, .outside, .verification].map {
      function.message(in: $0).fixes
    }
    #expect(
      advice == [
        [
          """
          Give the value this function at the start of the process: InjectedValues.bootstrap \
          { $0.….send = { … } }, or in a scope: withInjected { $0.….send = { … } } operation: { … }.
          """
        ],
        [
          """
          Give the value this function for the test: @Test(.injected { $0.….send = { … } }), or in a \
          scope of the test: withInjected { $0.….send = { … } } operation: { … }.
          """
        ],
        [
          """
          Give the value this function for the test: values.….send = { … } in inject(into:) or \
          withTestScope, or in a scope of the test: withInjected { $0.….send = { … } } operation: \
          { … }.
          """
        ],
        [
          outside,
          """
          Give the value this function for the test: @Test(.injected { $0.….send = { … } }), in \
          XCTest values.….send = { … } in inject(into:), or in a scope of the test: withInjected \
          { $0.….send = { … } } operation: { … }.
          """,
        ],
        [
          """
          Give the value this function in the closure of verifyInjection: { $0.….send = { … } }.
          """
        ],
      ]
    )
  }
}

// MARK: - Fixtures

private let outside =
  "If the test overrides it, this is outside of the test's scope, as callbacks, queues, threads "
  + "and detached tasks are: capture let values = InjectedValues.current in the test, and enter "
  + "withInjected(values) { … } here."

private enum UnnamedKey: InjectionKey { static var defaultValue: Int { 1 } }

extension InjectedValues {
  @Injectable fileprivate var notifier: Int
}
