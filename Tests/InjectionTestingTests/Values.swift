// The values that the tests of this target inject.

import Injection
import InjectionTesting
import Synchronization

/// Something with state, as a store or a cache is.
final class Counter: Sendable {
  private let value = Mutex(0)

  /// Adds one and returns the sum.
  @discardableResult
  func increment() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }

  var count: Int { value.withLock { $0 } }
}

/// Collects issues instead of recording them.
final class Issues: Sendable {
  private let issues = Mutex<[InjectionIssue]>([])

  var option: TestScopeOptions { .onIssue { issue in self.issues.withLock { $0.append(issue) } } }
  var all: [InjectionIssue] { issues.withLock { $0 } }
  var lines: [Int?] { all.map(\.line) }
  var properties: [String?] { all.map(\.property) }
  var messages: [String] { all.map(\.description) }
}

struct Config: Sendable, Equatable {
  var timeout = 30
  var retries = 3
}

final class Report: Sendable {
  let title: String
  init(title: String) { self.title = title }
  init() { title = "Report on \(InjectedValues.current.label)" }
}

final class Service: Sendable {
  let label = Injected(\.label)
  let payment = Injected(\.payment)
}

extension InjectedValues {
  enum CounterKey: InjectionKey {
    static var defaultValue: Counter { Counter() }
  }
  var counter: Counter {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }

  /// Says itself what its test value is.
  private enum DeclaredCounterKey: InjectionKey {
    static var defaultValue: Counter { Counter() }
    static var testValue: Counter { defaultValue }
  }
  var declaredCounter: Counter { self[DeclaredCounterKey.self] }

  /// Built from `counter`.
  private enum LedgerKey: InjectionKey {
    static var defaultValue: Report {
      Report(title: "\(InjectedValues.current.counter.increment())")
    }
  }
  var ledger: Report {
    get { self[LedgerKey.self] }
    set { self[LedgerKey.self] = newValue }
  }

  private enum LabelKey: InjectionKey {
    static var defaultValue: String { "live" }
    static var testValue: String { "test" }
  }
  var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }

  private enum ConfigKey: InjectionKey {
    static var defaultValue: Config { Config() }
  }
  var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }

  private enum NoteKey: InjectionKey {
    static var defaultValue: String? { "note" }
  }
  var note: String? {
    get { self[NoteKey.self] }
    set { self[NoteKey.self] = newValue }
  }

  /// Built from `label`.
  enum ReportKey: InjectionKey {
    static var defaultValue: Report { Report() }
  }
  var report: Report {
    get { self[ReportKey.self] }
    set { self[ReportKey.self] = newValue }
  }

  /// Built from `label`, once a container.
  private enum ArchiveKey: InjectionKey {
    static var defaultValue: Report { Report() }
    static var lifetime: InjectionLifetime { .singleton }
  }
  var archive: Report {
    get { self[ArchiveKey.self] }
    set { self[ArchiveKey.self] = newValue }
  }

  private enum SharedCounterKey: InjectionKey {
    static var defaultValue: Counter { Counter() }
    static var lifetime: InjectionLifetime { .shared }
  }
  var sharedCounter: Counter {
    get { self[SharedCounterKey.self] }
    set { self[SharedCounterKey.self] = newValue }
  }

  private enum NewCounterKey: InjectionKey {
    static var defaultValue: Counter { Counter() }
    static var lifetime: InjectionLifetime { .transient }
  }
  var newCounter: Counter {
    get { self[NewCounterKey.self] }
    set { self[NewCounterKey.self] = newValue }
  }

  enum PaymentKey: InjectionKey {
    static var defaultValue: String { "cash" }
    static var testValue: String { unimplemented("none") }
  }
  static let paymentLine = #line + 2
  var payment: String {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }

  /// Built from `payment`, which has no test value.
  private enum ReceiptKey: InjectionKey {
    static var defaultValue: String { "Paid with \(InjectedValues.current.payment)" }
  }
  var receipt: String {
    get { self[ReceiptKey.self] }
    set { self[ReceiptKey.self] = newValue }
  }

  private enum ChickenKey: InjectionKey {
    static var defaultValue: String { InjectedValues.current.egg }
  }
  var chicken: String {
    get { self[ChickenKey.self] }
    set { self[ChickenKey.self] = newValue }
  }

  private enum EggKey: InjectionKey {
    static var defaultValue: String { InjectedValues.current.chicken }
  }
  var egg: String {
    get { self[EggKey.self] }
    set { self[EggKey.self] = newValue }
  }

  /// Not cyclic itself, but built from what is.
  private enum OmeletteKey: InjectionKey {
    static var defaultValue: String { InjectedValues.current.egg + "s" }
  }
  var omelette: String {
    get { self[OmeletteKey.self] }
    set { self[OmeletteKey.self] = newValue }
  }
}
