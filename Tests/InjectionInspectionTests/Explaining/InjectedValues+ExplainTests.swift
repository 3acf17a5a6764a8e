import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

// The property that is explained, and its read, which is an ordinary one.
struct ExplainTests {
  @Test func `a property that reads several keys is explained by each`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      let keeper = "kept by scope \"outside\", InjectedValues+ExplainTests.swift:\(line)"
      #expect(
        "\(InjectedValues.current.explain(\.sum))" == """
          computed: Int (computed from what follows)
          ├─ number: Int (test default, \(keeper))
          └─ other: Int (test default, \(keeper))
          """
      )
    }
  }

  @Test func `a property that reads no key says so`() {
    #expect(
      "\(InjectedValues.current.explain { _ in 1 })" == """
        computed: Int (computed)
          no key was read from these values
        """
    )
  }

  @Test(.injected())
  func `a key without a property, a stored key path and a member are explained`() {
    let key = InjectedValues.current.explain { $0[BareKey.self] }
    #expect(key.key == "BareKey" && key.property == nil)
    #expect("\(key)".hasPrefix("BareKey: Int ("))
    let keyPath: KeyPath<InjectedValues, Int> = \.number
    #expect(InjectedValues.current.explain(keyPath).property == "number")
    #expect(InjectedValues.current.explain(\.number.description).property == "number")
  }

  @Test(.injected()) func `captured and changed values explain what they see`() {
    var values = InjectedValues.current
    values[InjectedValues.numberKey.self] = 7
    #expect("\(values.explain(\.number))" == "number: Int (overridden in changed values)")
    #expect(InjectedValues.current.explain(\.number).source == .builtDefault)
  }
}

// MARK: - A read as any other

extension ExplainTests {
  @Test(.injected()) func `what is explained is built once, and kept`() {
    #expect(InjectedValues.current.explain(\.buildCount).value == "Int")
    #expect(InjectedValues.current.explain(\.buildCount.description).source == .builtDefault)
    #expect(InjectedValues.current.buildCount == 1 && InjectedValues.current.builds.count == 1)
  }

  @Test(.injected()) func `asking inside of a build is a read of the build's`() {
    let reads = InjectedValues.current.explain(\.sourceOfNumber).reads
    #expect(reads.map(\.property) == ["number"])
    #expect(withInjected(\.number, 2) { InjectedValues.current.sourceOfNumber } == .override)
  }

  @Test(.injected()) @MainActor func `a getter that assumes the main actor runs on it`() {
    #expect(InjectedValues.current.explain(\.assuming).property == "number")
    #expect(Injected(\.assuming).explain().property == "number")
    #expect(InjectedValues.current.explain(\.isolated).value == "Int")
    #expect(Injected(\.isolated).explain().property == "isolated")
  }

  // The only test of the process's own container.
  @Test func `an unimplemented value fails the test also where it is only explained or recorded`() {
    withKnownIssue { _ = InjectedValues.current.explain(\.missing) }
    withKnownIssue { _ = InjectionGraph.recording { Injected(\.missing, line: 1_000)() } }
  }
}

// MARK: - Memory

extension ExplainTests {
  @Test func `an explanation keeps neither scopes nor values`() {
    weak var built: Service?
    weak var given: Service?
    withTestScope {
      withInjected(\.weakService, Service()) {
        (built, given) = (InjectedValues.current.service, InjectedValues.current.weakService)
        #expect(InjectedValues.current.explain(\.service).source == .builtDefault)
        #expect(InjectedValues.current.explain(\.weakService).source == .override)
        #expect(InjectedValues.current.explain(\.services).reads.count == 2)
        #expect(built != nil && given != nil)
      }
    }
    #expect(built == nil && given == nil)
  }
}

// MARK: - Fixtures

private enum BareKey: InjectionKey { static var defaultValue: Int { 2 } }

extension InjectedValues {
  @Injectable
  fileprivate var sourceOfNumber: InjectionExplanation.Source = InjectedValues.current.explain(
    \.number
  ).source
  @Injectable fileprivate var services: [Service] = [
    InjectedValues.current.service, InjectedValues.current.weakService,
  ]
  @MainActor @Injectable fileprivate var isolated = 1

  // Not keys of their own.
  fileprivate var sum: Int { number + other + number }
  fileprivate var assuming: Int { MainActor.assumeIsolated { number } }
}
