/// Sees what happens in a scope and in all scopes inside it: for those who explain, draw, or fail a
/// test.
///
/// Whoever opens a scope may attach one. Where nobody did, the engine does not look for any. It is
/// told on the thread on which things happen, also when the operation of the scope has ended, and
/// never under a lock.
package protocol ScopeObserver: AnyObject, Sendable {
  /// A scope takes an override. It is a draft still.
  ///
  /// - Parameter declaration: Where the property is declared.
  func willOverride(_ override: Entry, in scope: Scope, declaration: SourcePlace)

  /// A read found an override or a default, or has built one.
  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView)

  /// A default was built.
  ///
  /// - Parameter owner: The level that keeps it; `nil` for a transient value, which nobody keeps.
  func didBuild(_ entry: Entry, owner: Level?, in view: ScopeView)

  /// An injected property was made while a default was built.
  func didMakeProperty(at place: SourcePlace, in build: KeyDescription)

  /// A mistake is about to stop the process. If this does not return, the process goes on without
  /// the thread.
  ///
  /// - Parameter key: The key that was read first on the way, where builds led to the mistake.
  func willStop(_ message: String, in key: KeyDescription?)
}

extension ScopeObserver {
  package func willOverride(_: Entry, in _: Scope, declaration _: SourcePlace) {}
  package func didRead(_: Request, _: Entry, in _: ScopeView) {}
  package func didBuild(_: Entry, owner _: Level?, in _: ScopeView) {}
  package func didMakeProperty(at _: SourcePlace, in _: KeyDescription) {}
  package func willStop(_: String, in _: KeyDescription?) {}
}

/// An observer of a scope, and those of the scopes around it.
package final class Observers: Sendable {
  private let observer: any ScopeObserver
  private let outer: Observers?

  init(_ observer: any ScopeObserver, outer: Observers?) {
    self.observer = observer
    self.outer = outer
  }

  /// From the inside out.
  package func tell(_ tell: (any ScopeObserver) -> Void) {
    tell(observer)
    outer?.tell(tell)
  }
}

extension Viewpoint {
  /// Tells of an injected property that is made here, if a build runs.
  final func tellOfProperty(at place: SourcePlace) {
    guard let key = innermostBuild?.key else { return }
    observation?.tell { $0.didMakeProperty(at: place, in: key) }
  }
}
