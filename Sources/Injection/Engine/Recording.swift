import Synchronization

/// Watches the reads in a test's container that asked for it, or in a recording.
///
/// It is called on the thread of the event, even after a scope's operation has ended, and never
/// under a lock.
package protocol ReadObserver: AnyObject, Sendable {
  /// A read found an override or a default, or has built one.
  ///
  /// - Parameter build: The build that reads.
  func didRead(_ request: Request, _ reading: Reading, in view: Scope, by build: Build?)

  /// A scope of the container has all its overrides.
  func didOpen(_ scope: Scope)

  /// A property was read, and its object has outlived its home beside the current scope.
  func didMeet(_ home: Scope, from current: Scope, at source: SourcePlace)

  /// An injected property was made while a default was built.
  func didMakeProperty(at place: SourcePlace, in build: Build)
}

extension ReadObserver {
  package func didOpen(_: Scope) {}
  package func didMeet(_: Scope, from _: Scope, at _: SourcePlace) {}
  package func didMakeProperty(at _: SourcePlace, in _: Build) {}
}

/// The observer of what the running task and its children read.
package enum Recording {
  private static let taskLocal = TaskLocal<(any ReadObserver)?>(wrappedValue: nil)
  private static let count = Atomic(0)

  static var current: (any ReadObserver)? {
    count.load(ordering: .relaxed) == 0 ? nil : taskLocal.get()
  }

  // Relaxed: see `Attention`.
  private static func begin() {
    Attention.begin()
    count.add(1, ordering: .relaxed)
  }

  private static func end() {
    count.subtract(1, ordering: .relaxed)
    Attention.end()
  }

  /// The innermost observer of a type.
  package static func observer<Observer: ReadObserver>(ofType _: Observer.Type) -> Observer? {
    var next = current
    while let chain = next as? Chain {
      if let observer = chain.inner as? Observer { return observer }
      next = chain.outer
    }
    return nil
  }

  package static func run<Result, Failure: Error>(
    _ observer: any ReadObserver,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { end() }
    return try taskLocal.bind(Chain(observer, current), operation)
  }

  package static func run<Result, Failure: Error>(
    _ observer: any ReadObserver,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    begin()
    defer { end() }
    return try await taskLocal.bind(Chain(observer, current), isolation: isolation, operation)
  }
}

/// An observer inside of another one.
private final class Chain: ReadObserver {
  let inner: any ReadObserver
  let outer: (any ReadObserver)?

  init(_ inner: any ReadObserver, _ outer: (any ReadObserver)?) {
    (self.inner, self.outer) = (inner, outer)
  }

  func didRead(_ request: Request, _ reading: Reading, in view: Scope, by build: Build?) {
    inner.didRead(request, reading, in: view, by: build)
    outer?.didRead(request, reading, in: view, by: build)
  }

  func didMakeProperty(at place: SourcePlace, in build: Build) {
    inner.didMakeProperty(at: place, in: build)
    outer?.didMakeProperty(at: place, in: build)
  }
}
