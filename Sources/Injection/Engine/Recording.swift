import Synchronization

/// Watches the reads of a recording, or of a container that has an observer.
///
/// It is called on the thread of the event, even after a scope's operation has ended, and never
/// under a lock.
package protocol ReadObserver: AnyObject, Sendable {
  /// A read found an override or a default, or has built one.
  ///
  /// - Parameter build: The build that reads.
  func didRead(_ request: Request, _ found: Found, in scope: Scope, by build: Build?)

  /// A scope of the container has all its overrides.
  func didOpen(_ scope: Scope)

  /// A property was read, and its object has outlived its home beside the current scope.
  func didMeet(_ home: Scope, from current: Scope, at source: SourceLine)

  /// An injected property was made while a default was built.
  func didMakeProperty(at source: SourceLine, in build: Build)
}

extension ReadObserver {
  package func didOpen(_: Scope) {}
  package func didMeet(_: Scope, from _: Scope, at _: SourceLine) {}
  package func didMakeProperty(at _: SourceLine, in _: Build) {}
}

/// The observers of what the running task and its children read.
package enum Recording {
  package static let taskLocal = TaskLocal<[any ReadObserver]>(wrappedValue: [])

  /// From the outermost on.
  package static var observers: [any ReadObserver] {
    Attention.recordings.load(ordering: .relaxed) == 0 ? [] : taskLocal.get()
  }
}
