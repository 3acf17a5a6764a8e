import Injection
import InjectionTesting
import TestSupport
import Testing

/// What is seen of one container in another, also by properties of objects that were made there
/// (R3).
struct Scope_View_ContainersTests {
  @Test func `a test scope inherits no override, and its update sees none`() {
    withInjected {
      $0.number = 5
      $0.text = "outer"
    } operation: {
      let result = withTestScope({ $0.number += 1 }) {
        #expect(InjectedValues.current.text == "default")
        return InjectedValues.current.number
      }
      #expect(result == 2)
      #expect(InjectedValues.current.number == 5)
    }
  }

  @Test func `a test scope inherits no default and builds its own`() {
    let outer = InjectedValues.current.service
    withTestScope {
      let service = InjectedValues.current.service
      #expect(service !== outer && service === InjectedValues.current.service)
      withTestScope { #expect(InjectedValues.current.service !== service) }
    }
    #expect(InjectedValues.current.service === outer)
  }

  @Test func `an object from a test is at home in that test, also in scopes beside its own`() {
    let (holder, values) = inTest(\.first, "test") {
      (withInjected(\.second, "home") { Holder() }, InjectedValues.current)
    }
    withInjected(values) {
      #expect(holder.both == "test home")
      withInjected(\.first, "sibling") { #expect(holder.both == "sibling home") }
    }
  }

  @Test func `an object kept in a static is at home in no other test's container`() async {
    inTest(\.first, "first test") {
      // Made here, when first used.
      #expect(Kept.holder.both == "first test -")
    }
    inTest(\.second, "second test") {
      #expect(Kept.holder.both == "- second test")
      withInjected(\.first, "inner") { #expect(Kept.holder.both == "inner second test") }
    }
    // Outside of test containers its home still counts, also with a scope of the process.
    #expect(Kept.holder.both == "first test -")
    #expect(await Task.detached { Kept.holder.both }.value == "first test -")
    withInjected(\.second, "process") { #expect(Kept.holder.both == "first test process") }
  }

  @Test func `an object made outside of tests does not bring its scope into one`() {
    let holder = withInjected(\.first, "process") { Holder() }
    inTest(\.second, "test") { #expect(holder.both == "- test") }
    #expect(holder.both == "process -")
  }

  @Test func `an object made in a default belongs to the test that built it`() {
    let note = inTest(\.first, "first test") { InjectedValues.current.note }
    #expect(note.late() == "first test")
    inTest(\.first, "second test") {
      #expect(note.late() == "second test")
      #expect(InjectedValues.current.note !== note)
    }
  }

  @Test func `what the process keeps of a key is not seen in a test, also from a scope beside it`()
    async
  {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.number = 2 }
      let (service, singleton) = withTestScope { (Injected(\.service), Injected(\.singleton)) }
      withInjected(\.text, "process") {
        let values = InjectedValues.current
        #expect(values.service.number == 2 && values.singleton.number == 2)
        #expect(service().number == 1 && singleton().number == 1)
      }
    }
  }

  @Test func `parallel tests and scopes share an object without seeing each other`() async {
    let holder = inTest(\.second, "home") { Holder() }
    await withTaskGroup { group in
      for index in 0..<500 {
        group.addTask {
          await withTestScope {
            $0.first = "\(index)"
          } operation: {
            await Task.yield()
            #expect(holder.both == "\(index) -")
          }
          await withInjected(\.first, "\(index)") {
            await Task.yield()
            #expect(holder.both == "\(index) home" && holder.note.text == "\(index)")
          }
        }
      }
    }
  }
}

// MARK: - Fixtures

/// Runs `operation` in the scope of a test that overrides one property.
private func inTest<Result>(
  _ property: WritableKeyPath<InjectedValues, String>,
  _ value: String,
  operation: () -> Result
) -> Result {
  withTestScope({ $0[keyPath: property] = value }, operation: operation)
}

private enum Kept {
  static let holder = Holder()
}
