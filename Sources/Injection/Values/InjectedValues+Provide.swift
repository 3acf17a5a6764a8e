extension InjectedValues {
  /// Replaces the code of a key's default.
  ///
  /// ```swift
  /// InjectedValues.bootstrap {
  ///   $0.provide(BillingKey.self) { LiveBilling() }
  /// }
  /// ```
  ///
  /// Call it wherever values are set. The code replaces the key's own. It runs at the first read,
  /// once for all code that shares the value, and again for a scope that overrides a value that it
  /// reads. The key keeps its lifetime. A singleton is built once for the scope that provides its
  /// code, with that scope's values.
  ///
  /// Values that are provided together see each other. If a key gets both code and a value, the
  /// last one wins. For strict tests and unimplemented values, provided code counts as an override.
  ///
  /// To extend the value that it replaces, capture `InjectedValues.current` in the scope outside, and
  /// read that value from it in the code. Read a `transient` one in
  /// `withInjected(captured) { InjectedValues.current.x }`: else a default that stores it may keep
  /// the scope. A later override of what is read there doesn't build the new value again. In
  /// `bootstrap`, these are the values that it sets: use a second key there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - code: A closure that creates the value, on the thread of the first read. It may read other
  ///     values.
  /// - Complexity: O(1). Nothing is built.
  // A key that is isolated to an actor isn't a `SendableMetatype`, so it takes the other form.
  @export(implementation)
  public mutating func provide<Key: InjectionKey & SendableMetatype>(
    _ key: Key.Type,
    _ code: @escaping @Sendable () -> Key.Value
  ) {
    add(ProvidedCode(key, isOnMainActor: false) { Box(code(), key, from: $0()) })
  }

  /// Replaces the code of a key's default, where the key is isolated to the main actor.
  ///
  /// The code runs on the main actor: a first read from elsewhere stops the process with a message.
  /// Otherwise this is the same as the other form.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - code: A closure that creates the value, on the main actor. It may read other values.
  /// - Complexity: O(1). Nothing is built.
  @MainActor @export(implementation)
  public mutating func provide<Key: InjectionKey>(
    _ key: Key.Type,
    _ code: @escaping () -> Key.Value
  ) {
    add(ProvidedCode(key, isOnMainActor: true) { Box(code(), key, from: $0()) })
  }

  /// Unavailable: the code returns another type than the key's.
  ///
  /// Its message names the mistake. The compiler of Swift 6.3 doesn't for some types, such as that
  /// of a literal.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - code: A closure that returns another type.
  @available(*, unavailable, message: "the code must return the key's type of value")
  @export(implementation) @_disfavoredOverload
  public mutating func provide<Key: InjectionKey, Other>(_ key: Key.Type, _ code: () -> Other) {}
}
