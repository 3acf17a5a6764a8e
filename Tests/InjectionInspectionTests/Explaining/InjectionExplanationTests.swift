import Foundation
import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

// The whole text of an explanation.
struct InjectionExplanationTests {
  // The example of the documentation.
  @Test func `an explanation says what overrides, who keeps, and because of which reads`() {
    let line = #line + 1
    withTestScope(named: "CheckoutTests.total()") {
      withInjected(named: "checkout", { $0.repository = MockRepository() }) {
        #expect(
          explanation(of: \.userService) == """
            userService: LiveUserService (test default, kept by scope "checkout", \(place(line + 1)))
            ├─ repository: MockRepository (overridden by scope "checkout", \(place(line + 1)))
            └─ logger: ConsoleLogger (test default, kept by scope "CheckoutTests.total()", \(place(line)))
                 \(sharedRemark)
            """
        )
      }
    }
  }

  @Test
  func `in an explanation, scopes without a name go by their place, and the process by its own`() {
    let line = #line + 2
    inProcess {
      withInjected(\.repository, MockRepository()) {
        #expect(
          explanation(of: \.userService) == """
            userService: LiveUserService (test default, kept by the scope at \(place(line)))
            ├─ repository: MockRepository (overridden at \(place(line)))
            └─ logger: ConsoleLogger (test default, kept by the process)
                 \(sharedRemark)
            """
        )
      }
    }
  }

  @Test func `provided code is told, with the scope that provides it`() {
    let line = #line + 1
    withTestScope {
      $0.provide(InjectedValues.numberKey.self) { InjectedValues.current.other }
    } operation: {
      let scope = "the scope at \(place(line))"
      #expect(
        explanation(of: \.number) == """
          number: Int (provided at \(place(line)), kept by \(scope))
          └─ other: Int (test default, kept by \(scope))
          """
      )
      #expect(InjectedValues.current.explain(\.number).provider?.line == line)
    }
  }

  @Test func `what a key is scoped by is told, built or not`() {
    // From here on, the name of the property is known.
    _ = InjectedValues.current.user
    func history(keptAt line: Int, user: String) -> String {
      """
      history: History (test default, scoped(by: userKey), kept by the scope at \(place(line)))
      └─ user: String (\(user))
      """
    }
    let line = #line + 1
    withTestScope {
      #expect(explanation(of: \.history) == history(keptAt: line, user: "not overridden"))
      withInjected(\.user, "Ada") {
        let user = "overridden at \(place(line + 2))"
        #expect(explanation(of: \.history) == history(keptAt: line + 2, user: user))
      }
      withInjected({ $0.provide(InjectedValues.userKey.self) { fatalError("is not built") } }) {
        let user = "provided at \(place(line + 6))"
        #expect(explanation(of: \.history) == history(keptAt: line + 6, user: user))
      }
    }
  }

  @Test func `a key that a default is scoped by, and reads too, is told once`() {
    withTestScope {
      let reads = InjectedValues.current.explain(\.greeting).reads
      #expect(reads.map(\.key) == ["userKey"] && reads.map(\.source) == [.builtDefault])
    }
  }

  @Test func `lifetimes are shown where they are not the usual one, and what a singleton read`() {
    let line = #line + 1
    withTestScope(named: "root") {
      withInjected(\.number, 2) {
        let number = "number: Int (overridden at \(place(line + 1)))"
        let root = "kept by scope \"root\", \(place(line))"
        #expect(
          explanation(of: \.singleton) == """
            singleton: Service (test default, singleton, \(root))
              \(sharedRemark)
            └─ number: Int (test default, \(root))
            """
        )
        #expect(
          explanation(of: \.weakService) == """
            weakService: Service (test default, weak, kept by the scope at \(place(line + 1)))
            └─ \(number)
            """
        )
        #expect(
          explanation(of: \.transient) == """
            transient: Service (test default, transient, built at every read)
            └─ \(number)
            """
        )
      }
    }
  }

  // No scope keeps a transient value: its reads are reads of the code that asked for it.
  @Test func `a transient value that another was built from is told, and what it read`() {
    let line = #line + 1
    withTestScope {
      let keeper = "kept by the scope at \(place(line))"
      #expect(
        explanation(of: \.overTransient) == """
          overTransient: LiveUserService (test default, \(keeper))
          ├─ repository: FileRepository (test default, \(keeper))
          ├─ logger: ConsoleLogger (test default, \(keeper))
          └─ transientService: any UserService (test default, transient, built at every read)
          """
      )
    }
  }

  @Test(.injected()) func `what two others read is explained once`() {
    let explanation = InjectedValues.current.explain(\.doubleAndQuadruple)
    #expect(explanation.reads.map(\.property) == ["double", "quadruple"])
    let again = explanation.reads[1].reads[0]
    #expect(again.property == "double" && again.reads.isEmpty)
    #expect("\(again)".hasSuffix(", see above)"))
    #expect("\(explanation)".components(separatedBy: ", see above)").count == 2)
  }

  @Test(.injected()) func `an optional is named by what is in it`() {
    #expect(InjectedValues.current.explain(\.maybe).value == "String")
    #expect(InjectedValues.current.explain(\.maybe).valueType == "Optional<String>")
    withInjected(\.maybe, nil) { #expect(InjectedValues.current.explain(\.maybe).value == "nil") }
    let values: [Int??] = [1, .some(nil), nil]
    let names = values.map {
      withInjected(\.nested, $0) { InjectedValues.current.explain(\.nested).value }
    }
    #expect(names == ["Int", "nil", "nil"])
  }

  @Test(.injected()) func `a value is named by its type, whatever it shows of itself`() {
    #expect(InjectedValues.current.explain(\.mirrored).value == "Mirrored")
  }

  @Test func `an explanation has the same in parts`() throws {
    let line = #line + 1
    try withTestScope(named: "outside") {
      let explanation = InjectedValues.current.explain(\.userService)
      #expect(explanation.property == "userService" && explanation.key == "userServiceKey")
      #expect(explanation.valueType == "any UserService" && explanation.value == "LiveUserService")
      #expect(explanation.source == .builtDefault && explanation.provider == nil)
      #expect(explanation.lifetime == "scoped" && explanation.context == .test)
      #expect(explanation.reads.map(\.property) == ["repository", "logger"])
      let scope = try #require(explanation.scope)
      #expect(scope.kind == .test && scope.name == "outside")
      #expect(scope.fileID == #fileID && scope.line == line)
    }
  }
}

// MARK: - Fixtures

private let sharedRemark =
  "built without what inner scopes override; what it reads later is not known here"

private func place(_ line: Int) -> String { "InjectionExplanationTests.swift:\(line)" }

private func explanation<Value>(of property: (InjectedValues) -> Value) -> String {
  "\(InjectedValues.current.explain(property))"
}

/// Shows itself as an optional.
private struct Mirrored: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [], displayStyle: .optional) }
}

extension InjectedValues {
  @Injectable fileprivate var mirrored: Mirrored = Mirrored()
  @Injectable fileprivate var nested: Int?? = 1
  @Injectable fileprivate var doubleAndQuadruple: [Int] = [
    InjectedValues.current.double, InjectedValues.current.quadruple,
  ]
}
