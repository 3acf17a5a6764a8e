import Dispatch
import Foundation
import Injection
import InjectionMacros
import TestSupport

/// Where a default's code runs work.
enum Place: CaseIterable {
  case task, actor, detached, queue, thread, main, everywhere, sync

  func start(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .task: Task { work() }
    case .actor: Task { await Worker().perform(work) }
    case .detached: Task.detached { work() }
    case .queue: DispatchQueue.global().async { work() }
    case .thread: Thread.detachNewThread(work)
    case .main: DispatchQueue.main.async { work() }
    case .everywhere: DispatchQueue.concurrentPerform(iterations: 3) { _ in work() }
    case .sync: DispatchQueue(label: "database").sync { work() }
    }
  }

  /// Whether the work is in the scope of the code that starts it.
  var inherits: Bool { self == .task || self == .actor || self == .sync }
  /// Whether the code's own thread runs work, too.
  var isOwnThread: Bool { self == .everywhere || self == .sync }
}

/// How work comes to a value.
enum Route: String, CaseIterable, Codable {
  /// A property of an object that the default has made; the current scope; values that it has
  /// captured; an object that the work makes; and the value of another key.
  case property, current, captured, made, otherKey

  /// Called by the default's code. The result is called by the work.
  func reader() -> @Sendable () -> String {
    switch self {
    case .property: return { [client = Client()] in client.text() }
    case .current: return { InjectedValues.current.text }
    case .captured:
      return { [values = InjectedValues.current] in
        withInjected(values) { InjectedValues.current.text }
      }
    case .made: return { Client().text() }
    case .otherKey: return { [client = InjectedValues.current.client] in client.text() }
    }
  }

  /// Whether work that isn't in the code's scope comes to it through what it has.
  var leadsToBuild: Bool { self == .property || self == .captured }
}

/// What a default says of the key that its work reads.
enum Form: CaseIterable {
  case silent, readsFirst, namesKey
}

/// Runs code on a new thread, and waits without keeping the current one.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { end in
    Thread.detachNewThread { end.resume(returning: body()) }
  }
}

/// A default's plan, and what its work saw.
final class Plan: Sendable {
  @TaskLocal static var current: Plan?

  let place: Place, route: Route, form: Form
  /// How long the default waits for the work, if it does.
  let patience: Duration?
  /// What the default does before its code returns.
  let last: @Sendable () -> Void
  let seen = Log<String>()
  private let haveEnded = DispatchSemaphore(value: 0)

  init(
    _ place: Place,
    _ route: Route,
    _ form: Form = .silent,
    waitsFor patience: Duration? = nil,
    last: @escaping @Sendable () -> Void = {}
  ) {
    (self.place, self.route, self.form, self.patience) = (place, route, form, patience)
    self.last = last
  }

  /// The default's code.
  ///
  /// - Returns: Whether it gave up waiting.
  fileprivate func run() -> Bool {
    let read = route.reader()
    if form == .readsFirst { _ = InjectedValues.current.text }
    place.start { [self] in
      seen.add(read())
      haveEnded.signal()
    }
    let isLate = patience.map { haveEnded.wait(timeout: .now() + $0 / .seconds(1)) == .timedOut }
    last()
    return isLate ?? false
  }

  /// Builds the default in the current scope.
  func worker() -> Worked {
    Self.$current.withValue(self) {
      form == .namesKey ? InjectedValues.current.namedWorked : InjectedValues.current.worked
    }
  }
}

/// The value of a default that starts work.
final class Worked: Sendable {
  let isLate = Plan.current?.run() == true
}

private final class Client: Sendable {
  let text = Injected(\.text)
}

private actor Worker {
  func perform(_ body: @Sendable () -> Void) { body() }
}

extension InjectedValues {
  @Injectable fileprivate var client: Client = Client()
  @Injectable fileprivate var worked: Worked = Worked()
  @Injectable(lifetime: .scoped(by: InjectedValues.textKey.self))
  fileprivate var namedWorked: Worked = Worked()
}
