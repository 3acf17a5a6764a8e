public import Injection

extension InjectedValues {
  /// Reads a property, and says why it has the value it has and what that was built from.
  ///
  /// ```swift
  /// print(InjectedValues.current.explain(\.repository))
  ///
  /// final class Checkout {
  ///   @Injected(\.repository) var repository
  ///   func whatItSees() { print($repository.explain(\.repository)) }
  /// }
  /// ```
  ///
  /// It is a read as any other: what is not built is built, what is unimplemented is reported, and
  /// where the property is isolated to an actor, ask there.
  ///
  /// What a default was built from is what it read while it was built. What it and the objects that
  /// were made with it read later is not known here: `InjectionGraph.recording` shows that. Of a
  /// property that reads from `InjectedValues.current`, and not from the values it is given,
  /// nothing is known.
  ///
  /// - Parameter property: A key path literal: `\.repository`, `\.config.timeout`.
  /// - Returns: The explanation; print it, or look at its parts.
  /// - Complexity: That of the read, and O(what the value was built from × the depth of nesting).
  public func explain<Value>(_ property: (InjectedValues) -> Value) -> InjectionExplanation {
    explain(home: nil, property)
  }

  /// Reads a property through a stored key path, and says why it has the value it has.
  ///
  /// See the other form for all else.
  ///
  /// - Parameter keyPath: The path of the property.
  /// - Returns: The explanation; print it, or look at its parts.
  /// - Complexity: That of the read, and O(what the value was built from × the depth of nesting).
  @_disfavoredOverload
  public func explain<Value>(_ keyPath: KeyPath<InjectedValues, Value>) -> InjectionExplanation {
    explain(home: nil) { $0[keyPath: keyPath] }
  }

  /// - Parameter home: The home of the property that these values are read for, where it is known.
  fileprivate func explain<V>(home: ScopeView?, _ read: (InjectedValues) -> V)
    -> InjectionExplanation
  {
    let view = seen.asking
    let observer = PropertyReads(in: seen)
    // Not entered: what a getter makes for good, a static say, has the home that it would have
    // otherwise.
    let value = read(observed(by: observer, at: view.viewpoint.place, isSeen: false))
    let reads = observer.end()
    var explanation = InjectionExplanation(valueType: typeName(V.self), context: context)
    var explainer = Explainer(view: view)
    explanation.reads = reads.map { explainer.explain($0.entry.finding, readBy: view.levels[0]) }
    // A shared value is there as long as somebody holds it.
    withExtendedLifetime(value) {}
    if reads.count == 1 {
      explanation = explanation.reads[0]
      explanation.property = reads[0].request.subject.property
      explanation.remarks += view.nearMisses(of: reads[0].request, reads[0].entry)
    }
    if reads.isEmpty { explanation.remarks = ["no key was read from these values"] }
    let seen = reader == nil ? nil : view.remark(seenWithHome: home)
    if let seen { explanation.remarks.insert(seen, at: 0) }
    return explanation
  }
}

extension Injected {
  /// Reads the property, and says why it has the value it has and what that was built from.
  ///
  /// ```swift
  /// final class Checkout {
  ///   @Injected(\.repository) var repository
  ///   func whatItSees() { print(_repository.explain()) }
  /// }
  /// ```
  ///
  /// It is a read as any other, and so to be asked for where the property may be read: one that is
  /// isolated to an actor stops the process elsewhere. It knows the property's home, and so says
  /// exactly why the scope is seen that is seen; otherwise it is what
  /// `$repository.explain(\.repository)` is.
  ///
  /// - Returns: The explanation; print it, or look at its parts.
  /// - Complexity: That of the read, and O(what the value was built from × the depth of nesting).
  public func explain() -> InjectionExplanation {
    projectedValue.explain(home: ScopeView(home ?? Scope.process), property)
  }
}

/// Notes what a property reads, and not what is read by the defaults that are built for it.
private final class PropertyReads: ScopeObserver {
  /// `nil` when nothing more is noted: what was built meanwhile keeps its observer.
  private let reads = Lock<[(request: Request, entry: Entry)]?>([])

  /// The build that asks for the explanation.
  private let build: KeyDescription?

  init(in view: ScopeView) { build = view.builtKey }

  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    request.report(entry, in: view)
    guard view.builtKey == build else { return }
    reads.withLock { reads in
      let isKnown = reads?.contains { $0.request.key == request.key }
      if isKnown == false { reads?.append((request, entry)) }
    }
  }

  /// Returns what was read, and lets go of it.
  func end() -> [(request: Request, entry: Entry)] { reads.withLock { $0.take() } ?? [] }
}

extension Request {
  /// Reports what is reported where nobody observes: to look must not keep a test from failing.
  func report(_ entry: Entry, in view: ScopeView) {
    // Other containers are observed by those who opened them.
    guard entry.isUnimplemented, view.sharedContainer == nil else { return }
    UnobservedIssues.report(unimplemented: self, in: view.container.context)
  }
}
