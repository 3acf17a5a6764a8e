extension InjectedValues {
  /// Replaces the code of a key's default, wherever values are set.
  ///
  /// ```swift
  /// InjectedValues.bootstrap {
  ///   $0.provide(BillingKey.self) { LiveBilling() }
  /// }
  /// ```
  ///
  /// The code is for the default what the key's own code would be: it runs when the value is first read, once
  /// for all who share the value, and again where a scope overrides something that it reads. The
  /// key's lifetime is as declared. A singleton is built once for the scope that provides its code,
  /// under that scope's view.
  ///
  /// What is provided together sees each other. The last of ``provide(_:_:_:fileID:line:)`` and a value wins.
  /// For a strict test, and where the key's value is unimplemented, it counts as an override.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The name of a property, where this is called in one; leave the default.
  ///   - code: Makes the value. Called on the thread that reads first; it may read other values.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: O(1). Nothing is built.
  public mutating func provide<Key: InjectionKey>(
    _ key: Key.Type,
    _ property: StaticString = #function,
    _ code: @escaping @Sendable () -> Key.Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let declaration = SourcePlace(fileID, line)
    let description = KeyDescription.of(key)
    let override = ProvidedCode(description, PropertyName(bits: 0)) { Box(code(), description) }
    add(override, declaration: declaration, stage == .captured ? declaration : place)
  }
}
