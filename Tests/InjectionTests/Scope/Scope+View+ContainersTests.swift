import Injection
import InjectionTesting
import TestSupport
import Testing

/// What a property sees where its object was made in another container than the current scope's
/// (R3).
@Suite struct Scope_View_ContainersTests {
  @Test func `an object from one test does not carry its overrides into another`() {
    let holder = withTestScope {
      $0.first = "first test"
      $0.second = "first test"
    } operation: {
      Holder()
    }
    withTestScope {
      $0.first = "second test"
    } operation: {
      #expect(holder.first == "second test")
      #expect(holder.second == "-")
      #expect(holder.both == "second test -")
      withInjected(\.second, "inner") { #expect(holder.both == "second test inner") }
    }
  }

  @Test func `an object from a test is at home in that test, also in scopes beside its own`() {
    let (holder, values) = withTestScope {
      $0.first = "test"
    } operation: {
      (withInjected(\.second, "home") { Holder() }, InjectedValues.current)
    }
    withInjected(values) {
      #expect(holder.both == "test home")
      withInjected(\.first, "sibling") { #expect(holder.both == "sibling home") }
    }
  }

  @Test func `an object kept in a static is at home in no other test's container`() async {
    withTestScope {
      $0.first = "first test"
    } operation: {
      // Made here, when first used.
      #expect(Kept.holder.both == "first test -")
    }
    withTestScope {
      $0.second = "second test"
    } operation: {
      #expect(Kept.holder.both == "- second test")
    }
    // Outside of test containers its home still counts, also with a scope of the process.
    #expect(Kept.holder.both == "first test -")
    #expect(await Task.detached { Kept.holder.both }.value == "first test -")
    withInjected(\.second, "process") { #expect(Kept.holder.both == "first test process") }
  }

  @Test func `an object made outside of tests does not bring its scope into one`() {
    let holder = withInjected(\.first, "process") { Holder() }
    withTestScope {
      $0.second = "test"
    } operation: {
      #expect(holder.both == "- test")
    }
    #expect(holder.both == "process -")
  }

  @Test func `an object made in a default belongs to the test that built it`() {
    let note = withTestScope {
      $0.first = "first test"
    } operation: {
      InjectedValues.current.note
    }
    #expect(note.late() == "first test")
    withTestScope {
      $0.first = "second test"
    } operation: {
      #expect(note.late() == "second test")
      #expect(InjectedValues.current.note !== note)
    }
  }

  @Test func `what the process keeps of a key is not seen in a test, also from a scope beside it`()
    async
  {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.number = 2 }
      let holder = withTestScope { ServiceHolder() }
      withInjected(\.text, "process") {
        #expect(InjectedValues.current.service.number == 2)
        #expect(InjectedValues.current.singleton.number == 2)
        #expect(holder.service.number == 1)
        #expect(holder.singleton.number == 1)
      }
    }
  }

  @Test func `parallel tests share an object without seeing each other`() async {
    let holder = withTestScope {
      $0.first = "home"
    } operation: {
      Holder()
    }
    await expectInParallel { index in
      await withTestScope {
        $0.first = "\(index)"
      } operation: {
        await Task.yield()
        return holder.both == "\(index) -"
      }
    }
  }

  @Test func `parallel scopes read through one home`() async {
    let holder = withInjected(\.second, "home") { Holder() }
    await expectInParallel { index in
      await withInjected(\.first, "\(index)") {
        await Task.yield()
        return holder.both == "\(index) home" && holder.note.text == "\(index)"
      }
    }
  }

  /// Expects that something is so in each of 500 tasks.
  private func expectInParallel(_ isSo: @escaping @Sendable (Int) async -> Bool) async {
    await withTaskGroup { group in
      for index in 0..<500 {
        group.addTask { #expect(await isSo(index), "task \(index)") }
      }
    }
  }
}

// MARK: - Fixtures

private enum Kept {
  static let holder = Holder()
}

private struct ServiceHolder: Sendable {
  @Injected(\.service) var service
  @Injected(\.singleton) var singleton
}
