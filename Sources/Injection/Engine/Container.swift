import Synchronization

/// A test, or the process: nothing crosses from one to another.
package final class Container: Sendable {
  package let context: InjectionContext
  /// Fails the test that the container is for.
  package let reporter: (any IssueReporter)?
  /// Watches all that happens in the container, if its test asks for what has to be watched.
  package let observer: (any ReadObserver)?

  package init(
    _ context: InjectionContext,
    reporter: (any IssueReporter)? = nil,
    observer: (any ReadObserver)? = nil
  ) {
    self.context = context
    self.reporter = reporter
    self.observer = observer
  }

  package static let process = Container(.ofThisProcess)
}

/// The outermost scope of the process.
enum ProcessRoot {
  private static let root = unsafe Atomic<Unmanaged<Scope>?>(nil)

  static var current: Scope { unsafe unretained.takeUnretainedValue() }

  /// The same without counting a reference: a root is never freed.
  static var unretained: Unmanaged<Scope> {
    // Acquiring: a reader that sees the root sees what it has.
    if let root = unsafe root.load(ordering: .acquiring) { return unsafe root }
    let scope = Scope(rootOf: .process)
    scope.finish(nil)
    let new = unsafe Unmanaged.passRetained(scope)
    let (isNew, known) = unsafe root.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    if isNew { return unsafe new }
    unsafe new.release()
    return unsafe known!
  }

  /// Replaces the root. What was opened before sees the new one.
  static func replace(with scope: Scope) {
    // The old one stays: threads may read it. There is one for each call of `bootstrap`.
    unsafe root.store(.passRetained(scope), ordering: .releasing)
  }
}
