import Injection
import InjectionTesting
import Synchronization
import Testing

/// R21: code that replaces a key's own. Between modules: `ThreeModulesTests`.
@Suite struct InjectedValues_ProvideTests {
  @Test func `it runs when the value is first read, once for all who share it`() async {
    let runs = Atomic(0)
    await withTestScope {
      $0.provide(BillingKey.self) {
        runs.add(1, ordering: .relaxed)
        return Billing("provided")
      }
      #expect(runs.load(ordering: .relaxed) == 0)
    } operation: {
      #expect(runs.load(ordering: .relaxed) == 0)
      let billing = InjectedValues.current.billing
      #expect(billing.name == "provided")
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask { withInjected(\.fee, 1) { InjectedValues.current.billing === billing } }
        }
        for await isSame in group { #expect(isSame) }
      }
      #expect(runs.load(ordering: .relaxed) == 1)
    }
    #expect(InjectedValues.current.billing.name == "own")
  }

  @Test func `it runs again where an override reaches what it reads`() {
    withTestScope {
      $0.provide(BillingKey.self) { Billing("in \(InjectedValues.current.region)") }
    } operation: {
      let outer = InjectedValues.current.billing
      #expect(outer.name == "in eu")
      withInjected(\.region, "uk") {
        let inner = InjectedValues.current.billing
        #expect(inner.name == "in uk")
        withInjected(\.fee, 1) { #expect(InjectedValues.current.billing === inner) }
        #expect(InjectedValues.current.receipt == "receipt of in uk")
      }
      #expect(InjectedValues.current.billing === outer)
      #expect(InjectedValues.current.receipt == "receipt of in eu")
    }
  }

  @Test func `what is provided together sees each other, in any order`() {
    withTestScope {
      $0.provide(ReceiptKey.self) { "provided for \(InjectedValues.current.billing.name)" }
      $0.provide(BillingKey.self) { Billing(InjectedValues.current.region) }
      $0.region = "us"
    } operation: {
      #expect(InjectedValues.current.receipt == "provided for us")
    }
  }

  @Test func `the last of code and a value wins`() {
    withTestScope {
      $0.provide(RegionKey.self) { "code" }
      $0.region = "value"
    } operation: {
      #expect(InjectedValues.current.region == "value")
      withInjected {
        $0.provide(RegionKey.self) { "inner code" }
      } operation: {
        #expect(InjectedValues.current.region == "inner code")
      }
    }
    withTestScope {
      $0.region = "value"
      $0.provide(RegionKey.self) { "first code" }
      $0.provide(RegionKey.self) { "code" }
    } operation: {
      #expect(InjectedValues.current.region == "code")
      withInjected(\.region, "inner value") {
        #expect(InjectedValues.current.region == "inner value")
      }
    }
  }

  @Test func `an update closure that reads it goes on from there`() {
    withTestScope {
      $0.provide(RegionKey.self) { "code" }
      $0.region += ", changed"
    } operation: {
      #expect(InjectedValues.current.region == "code, changed")
    }
  }

  @Test func `captured values take it, too`() {
    var values = InjectedValues.current
    values.provide(RegionKey.self) { "code" }
    #expect(values.region == "code")
    withInjected(values) { #expect(InjectedValues.current.region == "code") }
    #expect(InjectedValues.current.region == "eu")
  }

  @Test func `in a scope of a test that asks for more than a value`() {
    withTestScope(options: [.strict, .failOnUnusedOverrides]) {
      $0.provide(FeeKey.self) { 3 }
    } operation: {
      withInjected {
        $0.provide(BillingKey.self) { Billing("\(InjectedValues.current.fee)") }
      } operation: {
        #expect(InjectedValues.current.billing.name == "3")
      }
    }
  }

  // MARK: Lifetimes

  @Test(arguments: [false, true])
  func `code may read what it replaces, whether that was built before or not`(_ isBuilt: Bool) {
    withTestScope {
      $0.provide(BillingKey.self) { Billing("outer") }
    } operation: {
      func decorated(_ name: String, _ depth: Int) {
        let outer = InjectedValues.current
        if isBuilt { #expect(outer.billing.name == name && outer.shared.name == "own") }
        withInjected {
          $0.provide(BillingKey.self) { Billing("not \(outer.billing.name)") }
          $0.provide(TransientKey.self) { outer.transient + 1 }
          $0.provide(SharedKey.self) { outer.shared }
          $0.provide(SingletonKey.self) { Billing("not \(outer.singleton.name)") }
        } operation: {
          if depth > 1 { return decorated("not \(name)", depth - 1) }
          let values = InjectedValues.current
          #expect(values.billing.name == "not \(name)")
          #expect(values.billing === values.billing)
          #expect(values.transient == 3)
          #expect(values.shared.name == "own")
          #expect(values.singleton.name == "not not not own eu")
        }
      }
      decorated("outer", 3)
    }
  }

  @Test func `code that reads itself stops`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      withTestScope {
        $0.provide(BillingKey.self) { InjectedValues.current.billing }
      } operation: {
        let values = InjectedValues.current
        withInjected {
          $0.provide(BillingKey.self) { values.billing }
        } operation: {
          _ = InjectedValues.current.billing
        }
      }
    }
    let path = "\\.billing → \\.billing → \\.billing"
    #expect(result?.message.contains(path) == true, "\(result?.message ?? "")")
  }

  @Test func `a singleton is built once for the scope that provides it, under its view`() {
    withTestScope {
      $0.region = "root"
    } operation: {
      withInjected {
        $0.provide(SingletonKey.self) { Billing(InjectedValues.current.region) }
        $0.region = "scope"
      } operation: {
        let inner = withInjected(\.region, "inner") { InjectedValues.current.singleton }
        #expect(inner.name == "scope")
        #expect(InjectedValues.current.singleton === inner)
      }
      #expect(InjectedValues.current.singleton.name == "own root")
    }
  }

  @Test func `a transient value is built at each read`() {
    let runs = Atomic(0)
    withTestScope {
      $0.provide(TransientKey.self) { runs.add(1, ordering: .relaxed).newValue }
    } operation: {
      #expect(InjectedValues.current.transient == 1)
      #expect(InjectedValues.current.transient == 2)
      withInjected(\.fee, 1) { #expect(InjectedValues.current.transient == 3) }
    }
  }

  @Test func `a shared value lives while somebody holds it`() {
    let runs = Atomic(0)
    withTestScope {
      $0.provide(SharedKey.self) { Billing("\(runs.add(1, ordering: .relaxed).newValue)") }
    } operation: {
      do {
        let billing = InjectedValues.current.shared
        withExtendedLifetime(billing) {
          #expect(InjectedValues.current.shared === billing)
          withInjected(\.fee, 1) { #expect(InjectedValues.current.shared === billing) }
        }
        #expect(billing.name == "1")
      }
      #expect(InjectedValues.current.shared.name == "2")
    }
  }

  // MARK: Bootstrap

  @Test func `bootstrap provides for the process, and test scopes do not inherit it`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.provide(RegionKey.self) { "code" } }
      #expect(InjectedValues.current.region == "code")
      withInjected(\.fee, 1) { #expect(InjectedValues.current.region == "code") }
      withTestScope { #expect(InjectedValues.current.region == "eu") }
    }
  }

  @Test func `where bootstrap would read itself, it does not`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.provide(BillingKey.self) { Billing(InjectedValues.current.region) }
        $0.region = "us"
      }
      #expect(InjectedValues.current.billing.name == "us")
    }
  }

  @Test func `a key that was read before stops, and names the read`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Injected(\.region, line: 1_000)()
        InjectedValues.bootstrap({ $0.provide(RegionKey.self) { "code" } }, line: 2_000)
      }
    )
    expectTooLate(result, use: ", first at InjectedValues+ProvideTests.swift:1000")
  }

  @Test func `where nobody knows the place of the read, it names none`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = InjectedValues.current.region
        InjectedValues.bootstrap({ $0.provide(RegionKey.self) { "code" } }, line: 2_000)
      }
    )
    expectTooLate(result, use: "")
  }

  private func expectTooLate(
    _ result: ExitTest.Result,
    use: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.hasPrefix(
        #"""
        InjectionTests/InjectedValues+ProvideTests.swift:2000: Fatal error: The process's value must \#
        be set before it is read (its default was already used\#(use)).

          Property: \.region
          Key:      RegionKey
          Value:    String
          Place:    InjectedValues+ProvideTests.swift:2000

        To fix this:
        - Call InjectedValues.bootstrap earlier, before anything reads the value.
        - Or open a scope around the code that needs another value: withInjected.

        """#
      ),
      "\(message)",
      sourceLocation: sourceLocation
    )
  }
}

// MARK: - Fixtures

private final class Billing: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private enum BillingKey: InjectionKey { static var defaultValue: Billing { Billing("own") } }
private enum RegionKey: InjectionKey { static var defaultValue: String { "eu" } }
private enum FeeKey: InjectionKey { static var defaultValue: Int { 0 } }
private enum ReceiptKey: InjectionKey {
  static var defaultValue: String { "receipt of \(InjectedValues.current.billing.name)" }
}
private enum SingletonKey: InjectionKey {
  static var defaultValue: Billing { Billing("own \(InjectedValues.current.region)") }
  static var lifetime: InjectionLifetime { .singleton }
}
private enum TransientKey: InjectionKey {
  static var defaultValue: Int { 0 }
  static var lifetime: InjectionLifetime { .transient }
}
private enum SharedKey: InjectionKey {
  static var defaultValue: Billing { Billing("own") }
  static var lifetime: InjectionLifetime { .shared }
}

extension InjectedValues {
  fileprivate var billing: Billing { self[BillingKey.self] }
  fileprivate var region: String {
    get { self[RegionKey.self] }
    set { self[RegionKey.self] = newValue }
  }
  fileprivate var fee: Int {
    get { self[FeeKey.self] }
    set { self[FeeKey.self] = newValue }
  }
  fileprivate var receipt: String { self[ReceiptKey.self] }
  fileprivate var singleton: Billing { self[SingletonKey.self] }
  fileprivate var transient: Int { self[TransientKey.self] }
  fileprivate var shared: Billing { self[SharedKey.self] }
}
