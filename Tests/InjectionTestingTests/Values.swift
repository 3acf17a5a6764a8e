// The values that the tests of this target inject, in addition to those of `TestSupport`.

import Injection
import InjectionMacros
import InjectionTesting
import Synchronization

/// A value with state, like a store or a cache.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// Adds one and returns the sum.
  @discardableResult
  func increment() -> Int { value.add(1, ordering: .relaxed).newValue }

  var count: Int { value.load(ordering: .relaxed) }
}

final class Report: Sendable {
  let title: String
  init(title: String) { self.title = title }
  init() { title = "Report on \(InjectedValues.current.label)" }
}

/// A value that consists of functions.
struct Mail: Sendable {
  var fetch: @Sendable (String) async -> [String]
  var send: @Sendable (String) -> Bool

  static let line = #line + 4
  static var inTests: Mail {
    Mail(
      fetch: unimplemented("Mail.fetch", placeholder: []),
      send: unimplemented("Mail.send", placeholder: false)
    )
  }
}

extension InjectedValues {
  @Injectable(test: Mail.inTests) var mail: Mail = Mail(fetch: { _ in [] }, send: { _ in true })

  /// Calls a function of `mail` while it is built.
  @Injectable var sent: Bool = InjectedValues.current.mail.send("a")

  @Injectable(test: "test") var label: String = "live"
  @Injectable var note: String? = "note"

  @Injectable var counter: Counter = Counter()
  @Injectable(lifetime: .weak) var weakCounter: Counter = Counter()
  @Injectable(lifetime: .transient) var newCounter: Counter = Counter()
  /// Its test value is its live code.
  private enum DeclaredCounterKey: InjectionKey {
    static var defaultValue: Counter { Counter() }
    static var testValue: Counter { defaultValue }
  }
  var declaredCounter: Counter { self[DeclaredCounterKey.self] }

  // Built from `label`, the second one once a container.
  @Injectable var report: Report = Report()
  @Injectable(lifetime: .singleton) var archive: Report = Report()
  /// Built from `counter`.
  @Injectable var ledger: Report = Report(title: "\(InjectedValues.current.counter.increment())")

  @Injectable(test: unimplemented(placeholder: "none")) var payment: String = "cash"
  static let paymentLine = #line - 1
  /// Built from `payment`, which it reads twice.
  @Injectable var receipt: String = InjectedValues.current.payment + InjectedValues.current.payment

  // The first two need each other, and the last one is built from them.
  @Injectable var chicken: String = InjectedValues.current.egg
  @Injectable var egg: String = InjectedValues.current.chicken
  @Injectable var omelette: String = InjectedValues.current.egg + "s"

  @MainActor @Injectable var title = "default"
}

// MARK: - Issues

/// Collects issues instead of recording them.
final class Issues: Sendable {
  private let issues = Lock<[InjectionIssue]>([])

  var option: TestScopeOptions { .onIssue { issue in self.issues.withLock { $0.append(issue) } } }
  var all: [InjectionIssue] { issues.withLock { $0 } }
  var lines: [Int?] { all.map(\.line) }
  var properties: [String?] { all.map(\.property) }
  var messages: [String] { all.map(\.description) }
}

/// The issues that a test scope with these options reports.
func issues(
  _ options: TestScopeOptions = [],
  update: (inout InjectedValues) -> Void = { _ in },
  operation: () -> Void,
  line: UInt = #line,
  fileID: StaticString = #fileID
) -> Issues {
  let issues = Issues()
  withTestScope(
    options: [options, issues.option],
    update,
    operation: operation,
    fileID: fileID,
    line: line
  )
  return issues
}
