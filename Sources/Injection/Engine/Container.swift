/// What the scopes of a test have in common, or those of the process. What is built in one
/// container isn't seen in another.
package final class Container: Sendable {
  package let context: InjectionContext
  /// Fails the test that the container is for.
  package let reporter: (any IssueReporter)?
  /// Watches the reads, if the test needs that.
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
  private static let root = Lazy<Scope>()

  @inline(never)
  static var current: Scope { unretained.object }

  /// The same without counting a reference, since a root is never freed.
  static var unretained: Unretained<Scope> { root.unretained ?? make() }

  @inline(never)
  private static func make() -> Unretained<Scope> {
    let scope = Scope(rootOf: .process)
    scope.finish()
    return root.setUnretained(scope)
  }

  /// Replaces the root. Scopes that were opened before look into the new one, except for what they
  /// remember, which only in a preview has changed.
  static func replace(with scope: Scope) { root.replace(with: scope) }
}
