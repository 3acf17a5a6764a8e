extension InjectedValues {
  /// Says why a property has the value it has, and what it was built from (R18).
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
  /// Nothing is built and nothing changes by asking. Where a default is not built yet, the explanation
  /// shows what a read would build, as far as builds in this process have shown before.
  ///
  /// The property's getter runs on a thread of its own, while this one waits, and ends at the first key
  /// that has no value yet. Asking is for people and tools: it costs a thread.
  ///
  /// Do not ask about a property whose getter reads keys while it holds a lock or makes a `static` value:
  /// the thread may end there, and then the lock stays locked, and the value is waited for forever.
  ///
  /// - Parameter property: A key path literal: `\.repository`, `\.config.timeout`. What a closure captures
  ///   may be kept for ever.
  /// - Returns: The explanation; print it, or look at its parts.
  /// - Complexity: O(what the value was built from × the depth of nesting).
  public func explain<Value>(
    _ property: @escaping (InjectedValues) -> Value
  ) -> InjectionExplanation {
    let view = seen
    let probe = Probe(property, from: view)
    return explain(probe.keys, as: Value.self, from: view, remarks: probe.remarks)
  }

  /// Says why a property has the value it has, given by a key path that is not a literal.
  ///
  /// - Parameter keyPath: The path of the property.
  /// - Returns: The explanation; see ``explain(_:)-(InjectedValues)->_``.
  /// - Complexity: O(what the value was built from × the depth of nesting).
  @_disfavoredOverload
  public func explain<Value>(_ keyPath: KeyPath<InjectedValues, Value>) -> InjectionExplanation {
    explain { $0[keyPath: keyPath] }
  }

  /// Says why a key has the value it has, and what it was built from.
  ///
  /// Nothing is built and nothing changes by asking. It needs no thread, as a property does.
  ///
  /// - Parameter key: The key.
  /// - Returns: The explanation.
  /// - Complexity: O(what the value was built from × the depth of nesting).
  public func explain<Key: InjectionKey>(_ key: Key.Type) -> InjectionExplanation {
    let view = seen
    let facts = KeyFacts(key, KeyName(key, function: ""))
    return explain([facts], as: Key.Value.self, from: view)
  }

  /// The scope that reads use; never one that stands for another.
  private var seen: Scope { (scope ?? .process).resolved }

  private func explain(
    _ keys: [KeyFacts],
    as valueType: Any.Type,
    from view: Scope,
    remarks: [String] = []
  ) -> InjectionExplanation {
    var explainer = Explainer(view)
    let choice = reader == nil ? [] : Choice(seen: view).remarks
    return explainer.explain(keys, as: valueType, remarks: choice + remarks)
  }
}
