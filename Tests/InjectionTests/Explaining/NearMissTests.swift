import Synchronization
import Testing

@testable import Injection

@Suite struct NearMissTests {
  @Test func `an override of another key with the same type of value is named`() {
    let line: UInt = #line + 1
    withTestScope {
      $0.oldPayment = MockPayment()
    } operation: {
      #expect(
        InjectedValues.current.explain(\.payment).remarks.first
          == #"\.oldPayment has the same type of value, and is overridden at "#
          + "NearMissTests.swift:\(line)"
      )
    }
  }

  @Test func `an override of the key itself is no near miss`() {
    withTestScope {
      $0.oldPayment = MockPayment()
      $0.payment = MockPayment()
    } operation: {
      #expect(
        InjectedValues.current.explain(\.payment).remarks.allSatisfy { !$0.contains("payment ") }
      )
    }
  }

  @Test func `a detached task is told which scopes it is not in`() async {
    let line: UInt = #line + 1
    await withInjected("here") {
      $0.lonely = 1
    } operation: {
      let remarks = await Task.detached { InjectedValues.current.explain(\.lonely).remarks }.value
      #expect(
        remarks.contains(
          #"\.lonely is overridden at "# + "NearMissTests.swift:\(line), but this read is in no "
            + "scope: detached tasks, queues and threads do not inherit one"
        )
      )
      // A read in a scope of another kind is no near miss: tests override what they like.
      withTestScope {
        $0.payment = MockPayment()
      } operation: {
        let remarks = InjectedValues.current.explain(\.lonely).remarks
        #expect(remarks.allSatisfy { !$0.contains("in no scope") })
      }
    }
  }

  @Test func `for an override that is never read, what was read instead is named`() async {
    let issues = Issues()
    var options = Container.Options()
    options.tracksOverrides = true
    options.reporter = issues
    let place = SourcePlace("Tests/PaymentTests.swift", 7)
    var values = InjectedValues.testContainer(place: place, name: nil, options: options)
    values.astray = MockPayment()
    let container = values.scope!.container
    await withInjected(values) {
      container.reportUnreadOverrides()
      #expect(issues.nearMisses.isEmpty)
      _ = InjectedValues.current.payment
      await Task.detached { _ = InjectedValues.current.astray }.value
    }
    let later = Issues()
    options.reporter = later
    var again = InjectedValues.testContainer(place: place, name: nil, options: options)
    again.astray = MockPayment()
    withInjected(again) { _ = InjectedValues.current.payment }
    again.scope!.container.reportUnreadOverrides()
    #expect(
      later.nearMisses == [
        #"\.payment has the same type of value, and its default was read"#,
        #"\.astray was read outside of all test scopes: "#
          + "detached tasks, queues and threads do not inherit one",
      ]
    )
  }

  @Test func `issues name near misses`() throws {
    let issues = Issues()
    var options = Container.Options()
    options.isStrict = true
    options.reporter = issues
    var values = InjectedValues.testContainer(
      place: SourcePlace("Tests/PaymentTests.swift", 7),
      name: nil,
      options: options
    )
    values.oldPayment = MockPayment()
    let line: UInt = #line + 1
    withInjected(values) { _ = Injected(\.payment)() }
    #expect(
      issues.all.map(\.description) == [
        #"""
        A strict test read a default that nothing overrides.

          Property:  \.payment
          Key:       PaymentKey
          Value:     any Payment
          Place:     NearMissTests.swift:\#(line)
          Near miss: \.oldPayment has the same type of value, and is overridden at PaymentTests.swift:7

        To fix this:
        - Override it for the test: withInjected(\.payment, …) { … }.
        - Or, where the default is what the test is about: .strict(except: \.payment).
        """#
      ]
    )
  }
}

// MARK: - Fixtures

private final class Issues: TestReporter {
  private let issues = Mutex<[InjectionIssue]>([])
  var all: [InjectionIssue] { issues.withLock { $0 } }
  var nearMisses: [String] {
    all.flatMap { $0.description.split(separator: "\n") }
      .filter { $0.hasPrefix("  Near miss: ") }
      .map { String($0.dropFirst(13)) }
  }
  func report(_ issue: InjectionIssue) { issues.withLock { $0.append(issue) } }
  func scopeEnded() {}
}

private protocol Payment: Sendable {}
private struct LivePayment: Payment {}
private struct MockPayment: Payment {}

private enum PaymentKey: InjectionKey {
  static var defaultValue: any Payment { LivePayment() }
}
private enum OldPaymentKey: InjectionKey {
  static var defaultValue: any Payment { LivePayment() }
}
private enum AstrayKey: InjectionKey {
  static var defaultValue: any Payment { LivePayment() }
}
private enum LonelyKey: InjectionKey { static var defaultValue: Int { 0 } }

extension InjectedValues {
  fileprivate var payment: any Payment {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }
  fileprivate var oldPayment: any Payment {
    get { self[OldPaymentKey.self] }
    set { self[OldPaymentKey.self] = newValue }
  }
  fileprivate var astray: any Payment {
    get { self[AstrayKey.self] }
    set { self[AstrayKey.self] = newValue }
  }
  fileprivate var lonely: Int {
    get { self[LonelyKey.self] }
    set { self[LonelyKey.self] = newValue }
  }
}
