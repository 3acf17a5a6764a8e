import Synchronization

/// A test container in which properties are built to see whether they can be.
///
/// A mistake that would stop the process keeps its thread instead, for ever: there is no value that it
/// could go on with, and nothing above it may be unwound. Then the container is of no use any more,
/// since builds in it may wait for that thread.
package final class VerificationScope: Sendable {
  private let scope: Scope
  private let found: Found

  /// - Parameter keepThread: Called on the thread that must not go on. It never returns. Without it, the
  ///   process stops.
  package init(keepThread: (@Sendable () -> Never)? = nil) {
    let found = Found()
    var options = Container.Options()
    options.reporter = found
    if let keepThread {
      options.willStop = { message in
        found.add(message)
        keepThread()
      }
    }
    let place = SourcePlace(#fileID, #line)
    self.scope = InjectedValues.testContainer(place: place, name: nil, options: options).scope!
    self.found = found
  }

  /// What was found so far, as messages.
  package var problems: [String] { found.messages.withLock { $0 } }

  /// Whether there was something to report. It is reported once in a container: what else needs it has to be
  /// built in another one.
  package var hasReported: Bool {
    // Relaxed: asked when the thread that reads is done, or waits.
    found.hasIgnored.load(ordering: .relaxed) || !problems.isEmpty
  }

  /// Reads a property, and so builds what it needs.
  package func read<Value>(_ property: (InjectedValues) -> Value) {
    Scope.run(in: scope) { _ = property(InjectedValues(scope)) }
  }

  private final class Found: TestReporter {
    let messages = Lock<[String]>([])
    let hasIgnored = Atomic(false)

    func add(_ message: String) { messages.withLock { $0.append(message) } }

    /// That a key itself is `unimplemented` is what its declaration says. That a default reads such a
    /// value while it is built means that no test can use the default as it is.
    func report(_ issue: InjectionIssue) {
      let isBuilding = Scope.current?.enclosingBuild?.view != nil
      if isBuilding { add(issue.description) } else { hasIgnored.store(true, ordering: .relaxed) }
    }

    func scopeEnded() {}
  }
}

/// The name of the property or key that a function of `InjectedValues` reads, without building it.
package func nameOfProperty<Value>(
  readBy function: @escaping (InjectedValues) -> Value
) -> String {
  Probe.firstKey(readBy: function)?.name.short ?? "a property without a key"
}
