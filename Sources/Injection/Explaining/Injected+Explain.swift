extension Injected {
  /// Records a property that is made in a build, to find out later what it reads.
  @inline(never)
  static func record(_ injected: Injected, madeIn home: Scope) {
    home.recordProperty(at: injected.place) {
      let bare = injected.bare
      weak let closure = injected.closure
      return Recorder.Property(
        place: injected.place,
        isThere: { bare != nil || closure != nil },
        read: { _ = (bare?.function ?? closure?.function)?($0) }
      )
    }
  }

  /// Says why the property has the value it has, and what it was built from (R18).
  ///
  /// ```swift
  /// final class Checkout {
  ///   @Injected(\.repository) var repository
  ///   func whatItSees() { print(_repository.explain()) }
  /// }
  /// ```
  ///
  /// It knows the property's home, and so says exactly why the scope is seen that is seen. Otherwise it
  /// is what `$repository.explain(\.repository)` is; see there for what asking costs.
  ///
  /// Where the property is isolated to the main actor, ask on the main actor. Where it is isolated to
  /// another actor, ask `$repository` instead.
  ///
  /// - Returns: The explanation; print it, or look at its parts.
  /// - Complexity: O(what the value was built from × the depth of nesting).
  public func explain() -> InjectionExplanation {
    let view = (projectedValue.scope ?? .process).resolved
    let probe = Probe(property, from: view)
    var explainer = Explainer(view)
    return explainer.explain(
      probe.keys,
      as: Value.self,
      remarks: Choice(seen: view, home: home).remarks + probe.remarks
    )
  }
}
