extension InjectedValues {
  /// Replaces the code of a key's default, wherever values are set.
  ///
  /// ```swift
  /// InjectedValues.bootstrap {
  ///   $0.provide(BillingKey.self) { LiveBilling() }
  /// }
  /// ```
  ///
  /// The code is for the default what the key's own code would be: it runs when the value is first
  /// read, once for all who share the value, and again where a scope overrides something that it
  /// reads. The key's lifetime is as declared. A singleton is built once for the scope that
  /// provides its code, under that scope's view.
  ///
  /// What is provided together sees each other. The last of `provide` and a value wins. For a
  /// strict test, and where the key's value is unimplemented, it counts as an override.
  ///
  /// Code that adds to what it replaces reads that in values that were captured outside, with
  /// `InjectedValues.current`. It is not built again where what they have is overridden.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - code: Makes the value. Called on the thread that reads first; it may read other values.
  /// - Complexity: O(1). Nothing is built.
  // A key that is isolated to an actor is no `SendableMetatype`, and so has the other form.
  public mutating func provide<Key: InjectionKey & SendableMetatype>(
    _ key: Key.Type,
    _ code: @escaping @Sendable () -> Key.Value
  ) {
    provide(key, code, isOnMainActor: false)
  }

  /// Replaces the code of a key's default, where the key is isolated to the main actor.
  ///
  /// The code runs on the main actor: a first read from elsewhere stops the process with a message.
  /// See the other form for all else.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - code: Makes the value. Called on the main actor; it may read other values.
  /// - Complexity: O(1). Nothing is built.
  @MainActor
  public mutating func provide<Key: InjectionKey>(
    _ key: Key.Type,
    _ code: @escaping () -> Key.Value
  ) {
    provide(key, code, isOnMainActor: true)
  }

  /// Is refused: the code returns something else than the key's value.
  ///
  /// It is there for its message. Of some types, such as that of a literal, the compiler of
  /// Swift 6.3 says nothing by itself.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - code: Does not make the value.
  @available(*, unavailable, message: "the code must return the key's type of value")
  @_disfavoredOverload
  public mutating func provide<Key: InjectionKey, Other>(_ key: Key.Type, _ code: () -> Other) {}

  private mutating func provide<Key: InjectionKey>(
    _ key: Key.Type,
    _ code: @escaping () -> Key.Value,
    isOnMainActor: Bool
  ) {
    add(ProvidedCode(key, isOnMainActor: isOnMainActor) { Box(code(), key) })
  }
}
