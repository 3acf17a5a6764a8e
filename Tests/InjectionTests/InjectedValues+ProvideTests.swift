import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Code that replaces a key's own. `TestIssueTests` has tests with options.
struct InjectedValues_ProvideTests {
  @Test func `provided code runs when the value is first read, once for all who share it`() async {
    let builds = BuildCounter()
    await withTestScope {
      $0.provide(InjectedValues.serviceKey.self) { Service(number: builds.next()) }
    } operation: {
      #expect(builds.count == 0)
      let service = InjectedValues.current.service
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            withInjected(\.other, 1) { #expect(InjectedValues.current.service === service) }
          }
        }
      }
      #expect(builds.count == 1)
    }
  }

  @Test func `what is provided together sees each other, in any order`() {
    withTestScope {
      $0.provide(InjectedValues.reportKey.self) { "on \(InjectedValues.current.service.number)" }
      $0.provideTenfold()
      $0.number = 2
    } operation: {
      #expect(InjectedValues.current.report == "on 20")
    }
  }

  @Test func `the last of provided code and a value wins`() {
    withTestScope {
      $0.provide(InjectedValues.textKey.self) { "code" }
      $0.text = "value"
    } operation: {
      #expect(InjectedValues.current.text == "value")
      withInjected({ $0.provide(InjectedValues.textKey.self) { "inner code" } }) {
        #expect(InjectedValues.current.text == "inner code")
      }
    }
    withTestScope {
      $0.text = "value"
      $0.provide(InjectedValues.textKey.self) { "first code" }
      $0.provide(InjectedValues.textKey.self) { "code" }
    } operation: {
      #expect(InjectedValues.current.text == "code")
      withInjected(\.text, "inner value") { #expect(InjectedValues.current.text == "inner value") }
    }
  }

  // MARK: Lifetimes

  @Test(arguments: [false, true])
  func `provided code may read what it replaces, built or not`(isBuilt: Bool) {
    withTestScope {
      $0.provide(InjectedValues.serviceKey.self) { Service(number: 10) }
    } operation: {
      func increment(_ number: Int, times depth: Int) {
        let outer = InjectedValues.current
        if isBuilt { #expect(outer.service.number == number && outer.weakService.number == 1) }
        withInjected {
          let next: @Sendable (Service) -> Service = { Service(number: $0.number + 1) }
          $0.provide(InjectedValues.serviceKey.self) { next(outer.service) }
          $0.provide(InjectedValues.transientKey.self) { next(outer.transient) }
          $0.provide(InjectedValues.singletonKey.self) { next(outer.singleton) }
          $0.provide(InjectedValues.weakServiceKey.self) { outer.weakService }
        } operation: {
          if depth > 1 { return increment(number + 1, times: depth - 1) }
          let values = InjectedValues.current
          #expect(values.service.number == 13 && values.service === values.service)
          #expect(values.transient.number == 4 && values.singleton.number == 4)
          #expect(values.weakService.number == 1)
        }
      }
      increment(10, times: 3)
    }
  }

  @Test func `provided code that reads itself stops`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      withTestScope {
        $0.provide(InjectedValues.serviceKey.self) { InjectedValues.current.service }
      } operation: {
        let values = InjectedValues.current
        withInjected({ $0.provide(InjectedValues.serviceKey.self) { values.service } }) {
          _ = InjectedValues.current.service
        }
      }
    }
    // The outer scope's code reads itself.
    result.expectMessage("while it is built: \\.service → \\.service\n")
  }

  @Test func `a singleton is built once for the scope that provides it, under its view`() {
    withTestScope {
      $0.number = 2
    } operation: {
      withInjected {
        $0.provide(InjectedValues.singletonKey.self) { Service() }
        $0.number = 3
      } operation: {
        let inner = withInjected(\.number, 4) { InjectedValues.current.singleton }
        #expect(inner.number == 3 && InjectedValues.current.singleton === inner)
      }
      #expect(InjectedValues.current.singleton.number == 2)
    }
  }

  @Test func `provided code is transient or weak, as the key says`() {
    let builds = BuildCounter()
    withTestScope {
      $0.provide(InjectedValues.transientKey.self) { Service(number: builds.next()) }
      $0.provide(InjectedValues.weakServiceKey.self) { Service(number: builds.next()) }
    } operation: {
      for number in 1...2 { #expect(InjectedValues.current.transient.number == number) }
      withExtendedLifetime(InjectedValues.current.weakService) { service in
        withInjected(\.other, 1) { #expect(InjectedValues.current.weakService === service) }
        #expect(service.number == 3)
      }
      #expect(InjectedValues.current.weakService.number == 4)
    }
  }

  // MARK: Bootstrap

  @Test func `bootstrap provides code for the process, which runs when it is over`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.provideTenfold()
        $0.number = 2
      }
      #expect(InjectedValues.current.service.number == 20)
      withInjected(\.other, 1) { #expect(InjectedValues.current.service.number == 20) }
      withTestScope { #expect(InjectedValues.current.service.number == 1) }
    }
  }
}

// MARK: - Fixtures

extension InjectedValues {
  @Injectable fileprivate var report: String = "report on \(InjectedValues.current.service.number)"

  /// Provides a service of ten times the number.
  fileprivate mutating func provideTenfold() {
    provide(InjectedValues.serviceKey.self) { Service(number: InjectedValues.current.number * 10) }
  }
}
