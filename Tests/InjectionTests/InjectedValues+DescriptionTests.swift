import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

struct InjectedValues_DescriptionTests {
  @Test func `the process prints what bootstrap set, and where`() async {
    await #expect(processExitsWith: .success) {
      expectPrinted("the process; test")
      let update: (inout InjectedValues) -> Void = {
        $0.number = 2
        $0.provide(LonelyKey.self) { "provided" }
      }
      InjectedValues.bootstrap(update, line: 1_000)
      expectPrinted(
        "the process, set at \(file):1000; test; overrides \\.number; provides LonelyKey"
      )
    }
  }

  @Test func `a scope prints its name, its place and its own overrides`() {
    inProcess {
      scope(named: "check\"out") {
        $0.text = "a"
        $0.number = 2
      } operation: {
        expectPrinted(
          #"scope "check\"out", \#(file):2000; in the process, test; overrides \.text, \.number"#
        )
        let inner = withInjected(\.number, 3, operation: { InjectedValues.current }, line: 3_000)
        let text = "scope at \(file):3000; in the process, test; overrides \\.number"
        expectPrinted(text, by: inner)
        expectPrinted(text, by: withInjected(inner) { Injected(\.number) }.projectedValue)
      }
    }
  }

  @Test func `a scope whose closure has read prints all that it has set`() {
    inProcess {
      scope(named: "parts") {
        $0.text = "a"
        $0.number = $0.valuesInBuild.count
      } operation: {
        expectPrinted(
          #"scope "parts", \#(file):2000; in the process, test; overrides \.text, \.number"#
        )
        #expect(
          Mirror(reflecting: InjectedValues.current).children.map(\.label) == [
            "\\.text", "\\.number",
          ]
        )
      }
    }
  }

  /// A debugger prints, too. What is set after a use goes to a part of its own.
  @Test func `to print values while they are set is no use of them`() {
    withInjected {
      $0.number = 2
      var text = "\($0)"
      dump($0, to: &text)
      $0.text = text
      #expect($0.layer().parts.count == 1)
    } operation: {
    }
  }

  @Test func `a test's scope prints its name and place, and so does one in it`() {
    testScope(named: "total") {
      $0.number = 2
    } operation: {
      let test = "test scope \"total\", \(file):1000"
      expectPrinted("\(test); test; overrides \\.number")
      scope({ $0.provide(LonelyKey.self) { "" } }) {
        expectPrinted("scope at \(file):2000; in \(test), test; provides LonelyKey")
      }
    }
  }

  @Test func `a scope that overrides nothing prints that, and so does a default's build`() {
    testScope { _ in
    } operation: {
      expectPrinted("test scope at \(file):1000; test")
      let context = TestScopeOptions.context(.preview)
      withTestScope(
        options: context,
        operation: { expectPrinted("test scope at \(file):3000; preview") },
        line: 3_000
      )
      #expect(
        InjectedValues.current.valuesInBuild
          == "InjectedValues(the build of \\.valuesInBuild; in test scope at \(file):1000, test)"
      )
    }
  }

  @Test func `debuggers and dump show the scope's own overrides, with values`() {
    testScope {
      $0.number = 2
      $0.provide(LonelyKey.self) { "" }
    } operation: {
      let values = InjectedValues.current
      var dumped = ""
      dump(values, to: &dumped)
      #expect(
        dumped == """
          ▿ \(values)
            - \\.number: 2
            - LonelyKey: "provided code"

          """
      )
      #expect(String(reflecting: values) == "\(values)")
      #expect(Mirror(reflecting: values).children.map(\.label) == ["\\.number", "LonelyKey"])
    }
  }
}

// MARK: - Fixtures

private let file = "InjectedValues+DescriptionTests.swift"

private func expectPrinted(
  _ text: String,
  by values: InjectedValues = .current,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect("\(values)" == "InjectedValues(\(text))", sourceLocation: sourceLocation)
}

/// Opens the scope of a test in line 1000.
private func testScope(
  named name: String? = nil,
  _ update: (inout InjectedValues) -> Void,
  operation: () -> Void
) {
  withTestScope(named: name, update, operation: operation, line: 1_000)
}

/// Opens a scope in line 2000.
private func scope(
  named name: String? = nil,
  _ update: (inout InjectedValues) -> Void,
  operation: () -> Void
) {
  withInjected(named: name, update, operation: operation, line: 2_000)
}

/// A key without a property, and so without another name.
private enum LonelyKey: InjectionKey { static var defaultValue: String { "text" } }

extension InjectedValues {
  @Injectable fileprivate var valuesInBuild: String = "\(InjectedValues.current)"
}
