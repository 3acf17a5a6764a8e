import Injection

/// Watches the container of a test with traits, if code around the traits has opened it, such as
/// another trait. The options are known only when the traits open their scope.
final class LateObserver: ReadObserver {
  private let reporter: TestReporter
  private let state = Lock(State())

  private struct State: Sendable {
    /// Whether traits have opened their scope in the container.
    var isTaken = false
    var observer: TestObserver?
  }

  init(_ reporter: TestReporter) { self.reporter = reporter }

  /// Traits open their scope in the container. Returns `nil` if they need another one.
  func take(_ options: TestScopeOptions) -> (reporter: TestReporter, observer: TestObserver?)? {
    if options.context != Container.process.context { return nil }
    let observer = TestObserver(ifNeededFor: options, reporter)
    let isFirst = state.withLock { state in
      if state.isTaken { return false }
      state = State(isTaken: true, observer: observer)
      return true
    }
    if !isFirst { return nil }
    reporter.willEnd(handler: options.handler)
    return (reporter, observer)
  }

  fileprivate var observer: TestObserver? { state.withLock { $0.observer } }

  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    observer?.didRead(request, found, in: layer, by: build)
  }

  func didOpen(_ scope: Scope) { observer?.didOpen(scope) }

  func didSetNothing(at source: SourceLine) { observer?.didSetNothing(at: source) }

  func didMeet(_ home: Layer, from current: Layer, at source: SourceLine) {
    observer?.didMeet(home, from: current, at: source)
  }
}

extension Container {
  /// The observer of the test's options, if they need one.
  var testObserver: TestObserver? {
    observer as? TestObserver ?? (observer as? LateObserver)?.observer
  }
}
