public import Injection

extension InjectedValues {
  /// Reads a property, and explains why it has its value and what the value was built from.
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
  /// This is an ordinary read: it builds the value if necessary, and reports an unimplemented
  /// value. Call it on the actor that the property is isolated to.
  ///
  /// The explanation has what a default read while it was built. `InjectionGraph.recording` also
  /// shows what the value, and objects created with it, read later. A property that reads
  /// `InjectedValues.current`, and not the values that it is given, can't be explained.
  ///
  /// - Parameter property: A key path literal: `\.repository`, `\.config.timeout`.
  /// - Returns: The explanation, to print or to inspect.
  /// - Complexity: That of the read, plus O(what the scopes keep), plus O(what the value was built
  ///   from × the depth of nesting).
  public func explain<Value>(_ property: (InjectedValues) -> Value) -> InjectionExplanation {
    explain(home: nil, property)
  }

  /// Reads a property through a stored key path, and explains why it has its value.
  ///
  /// Otherwise this is the same as the other form.
  ///
  /// - Parameter keyPath: The path of the property.
  /// - Returns: The explanation, to print or to inspect.
  /// - Complexity: That of the read, plus O(what the scopes keep), plus O(what the value was built
  ///   from × the depth of nesting).
  @_disfavoredOverload
  public func explain<Value>(_ keyPath: KeyPath<InjectedValues, Value>) -> InjectionExplanation {
    explain(home: nil) { $0[keyPath: keyPath] }
  }

  /// - Parameter home: The home of the property that these values are read for, where it is known.
  fileprivate func explain<V>(home: Layer?, _ read: (InjectedValues) -> V) -> InjectionExplanation {
    let view = layer()
    let observer = PropertyReads(build: scope?.listener?.build)
    let source = isOfProperty ? source : .unknownOfProperty
    let value = read(InjectedValues(.recorded(by: observer, in: scope), at: source))
    let reads = observer.end()
    var explainer = Explainer(view: view)
    for read in reads { explainer.explain(read.request.key.id, read.found.entry) }
    // A weak value lives only while it is held.
    withExtendedLifetime(value) {}
    var parts = explainer.parts
    if reads.count == 1 {
      parts[0].property = reads[0].request.subject.property
      if let record = reads[0].found.entry.record {
        // An override that the value was built from is not a near miss.
        parts[0].remarks += view.nearMisses(
          of: reads[0].request,
          builtFrom: record.reads.map(\.key)
        )
      }
    } else {
      parts.insert(.init(valueType: typeName(V.self), context: context), at: 0)
      parts[0].count = parts.count
      if reads.isEmpty { parts[0].remarks = ["no key was read from these values"] }
    }
    if isOfProperty, let remark = view.remark(seenWithHome: home) {
      parts[0].remarks.insert(remark, at: 0)
    }
    return InjectionExplanation(parts[...])
  }
}

extension Injected {
  /// Reads the property, and explains why it has its value and what the value was built from.
  ///
  /// ```swift
  /// final class Checkout {
  ///   @Injected(\.repository) var repository
  ///   func whatItSees() { print(_repository.explain()) }
  /// }
  /// ```
  ///
  /// This is an ordinary read. If the property is isolated to an actor, call it there: anywhere
  /// else it stops the process. It also explains why the property sees its scope, since it knows
  /// the property's home. Otherwise it is the same as `$repository.explain(\.repository)`.
  ///
  /// - Returns: The explanation, to print or to inspect.
  /// - Complexity: That of the read, plus O(what the scopes keep), plus O(what the value was built
  ///   from × the depth of nesting).
  public func explain() -> InjectionExplanation {
    projectedValue.explain(home: home.seen, property)
  }
}

/// Notes the reads of a property, without the reads of the defaults that are built for it.
private final class PropertyReads: ReadObserver {
  typealias Noted = (request: Request, found: Found)

  /// `nil` after the end, when tasks may still have this observer.
  private let reads = Lock<[Noted]?>([])

  /// The build that asks for the explanation.
  private let build: Build?

  init(build: Build?) { self.build = build }

  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    guard build === self.build else { return }
    reads.withLock { reads in
      let isKnown = reads?.contains { $0.request.key === request.key }
      if isKnown == false { reads?.append((request, found)) }
    }
  }

  /// Returns the reads, and releases them.
  func end() -> [Noted] { reads.withLock { $0.take() } ?? [] }
}
