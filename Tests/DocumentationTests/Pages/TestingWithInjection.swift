import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Synchronization
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private protocol Store: Sendable {
  var value: Int { get nonmutating set }
}

private struct FileStore: Store {
  var value: Int {
    get { 0 }
    nonmutating set { Issue.record("A test must not write \(newValue).") }
  }
}

private final class MemoryStore: Store {
  private let number: Mutex<Int>
  init(value: Int = 0) { number = Mutex(value) }
  var value: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}

private enum StoreKey: InjectionKey { static var defaultValue: any Store { FileStore() } }
private enum StepKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { 1 }
}
private enum SummaryKey: InjectionKey {
  static var defaultValue: String { "\(InjectedValues.current.store.value) so far" }
}
private enum PaymentKey: InjectionKey {
  static var defaultValue: String { "card" }
  static var testValue: String { unimplemented("none") }
}

extension InjectedValues {
  fileprivate var store: any Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
  fileprivate var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
  fileprivate var summary: String {
    get { self[SummaryKey.self] }
    set { self[SummaryKey.self] = newValue }
  }
  fileprivate var payment: String { self[PaymentKey.self] }
}

private struct Counter {
  @Injected(\.store) var store
  @Injected(\.step) var step
  var value: Int { store.value }
  func count() { store.value += step }
}

@Suite(.injected { $0.store = MemoryStore() })
private struct CounterTests {
  @Test func `starts at zero`() {
    #expect(Counter().value == 0)
  }

  @Test(.injected(\.step, 5))
  func `counts in steps`() {
    Counter().count()
    #expect(Counter().value == 5)
  }
}

@Suite struct TestingWithInjection {
  @Test(.injected { $0.store = MemoryStore() }, arguments: [1, 2, 3])
  func `a single count is a step`(step: Int) {
    withInjected(\.step, step) { Counter().count() }
    #expect(Counter().value == step)
  }

  @Test func `a container for a part of a test`() {
    withTestScope {
      $0.store = MemoryStore()
    } operation: {
      Counter().count()
      #expect(Counter().value == 1)
    }
    #expect(InjectedValues.current.store is FileStore)
  }

  @Test(.injected()) func `an unimplemented value fails the test`() {
    withKnownIssue {
      #expect(InjectedValues.current.payment == "none")
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains(
        """
        A value was read that has no implementation here.

          Property: \\.payment
          Key:      PaymentKey

        """
      )
    }
  }

  @Test(.injected(.strict(except: \.summary)) { $0.store = MemoryStore(value: 3) })
  func `the summary has the value`() {
    #expect(InjectedValues.current.summary == "3 so far")
  }

  @Test(
    .injected([.strict, .failOnUnusedOverrides]) {
      $0.store = MemoryStore()
      $0.step = 2
    }
  )
  func `counts`() {
    Counter().count()
    #expect(Counter().value == 2)
  }

  @Test func `a strict test fails for a live default, and an unused override fails one`() {
    let kinds = Mutex<[InjectionIssue.Kind]>([])
    withTestScope(
      options: [
        .strict, .failOnUnusedOverrides,
        .onIssue { issue in kinds.withLock { $0.append(issue.kind) } },
      ]
    ) {
      $0.summary = ""
    } operation: {
      #expect(Counter().value == 0)
    }
    #expect(kinds.withLock { $0 } == [.notOverridden, .neverRead])
  }

  @Test func `all values can be built`() {
    verifyInjection(\.store, \.step, \.summary)
  }
}

final class CounterTestCase: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { [.strict] }

  override func inject(into values: inout InjectedValues) {
    values.store = MemoryStore()
    values.step = 2
  }

  func testCounts() {
    Counter().count()
    XCTAssertEqual(Counter().value, 2)
  }
}

private struct Reminder {
  @Injected(\.continuousClock) var clock

  func wait() async throws -> String {
    try await clock.sleep(for: .seconds(3_600))
    return "It is time."
  }
}

private struct Weather {
  @Injected(\.urlSession) var session

  func cities() async throws -> [String] {
    let url = URL(string: "https://weather.example/cities")!
    let (data, _) = try await session.data(from: url)
    return try JSONDecoder().decode([String].self, from: data)
  }
}

@Suite struct TestingOfClocksAndNetworks {
  @Test func `reminds after an hour`() async throws {
    let clock = TestClock()
    let text = try await withTestScope {
      $0.continuousClock = clock
    } operation: {
      async let text = Reminder().wait()
      await clock.advance(by: .seconds(3_600))
      return try await text
    }
    #expect(text == "It is time.")
  }

  @Test(
    .injected(
      \.urlSession,
      .stub { request in
        request.url?.path() == "/cities"
          ? (Data(#"["Oslo"]"#.utf8), .stub(for: request)) : nil
      }
    )
  )
  func `knows the cities`() async throws {
    #expect(try await Weather().cities() == ["Oslo"])
  }

  @Test func `a request that the stub does not know fails`() async {
    await withTestScope {
      $0.urlSession = .stub { _ in nil }
    } operation: {
      await #expect(throws: URLError.self) { try await Weather().cities() }
    }
  }
}
