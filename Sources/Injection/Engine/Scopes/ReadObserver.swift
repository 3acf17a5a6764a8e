/// Watches the reads of a recording, or of a container that has an observer.
///
/// It is called on the thread of the event, even after a scope's operation has ended, and never
/// under a lock.
package protocol ReadObserver: AnyObject, Sendable {
  /// A read found an override or a default, or has built one.
  ///
  /// - Parameter build: The build that reads.
  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?)

  /// A scope of the container has all its overrides.
  func didOpen(_ scope: Scope)

  /// A property was read in another scope than its object's home, which has ended.
  func didMeet(_ home: Layer, from current: Layer, at source: SourceLine)

  /// A default is about to be built.
  func willBuild(_ key: Key)

  /// An injected property was made while a default was built.
  func didMakeProperty(at source: SourceLine, in build: Build)
}

extension ReadObserver {
  package func didOpen(_: Scope) {}
  package func didMeet(_: Layer, from _: Layer, at _: SourceLine) {}
  package func willBuild(_: Key) {}
  package func didMakeProperty(at _: SourceLine, in _: Build) {}
}
