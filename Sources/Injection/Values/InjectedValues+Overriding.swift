extension InjectedValues {
  /// These values with some replaced, in a scope of their own inside that of these.
  ///
  /// ```swift
  /// let north = InjectedValues.current.overriding(named: "tenant north") {
  ///   $0.repository = FileRepository()
  /// }
  /// withInjected(north) { checkout() }
  /// ```
  ///
  /// It is what `withInjected` opens, but nothing runs in it yet: enter it with
  /// `withInjected(_:operation:)`, as often as needed. Use it on any thread, in any task or actor.
  ///
  /// - Parameters:
  ///   - name: What messages and explanations call the scope.
  ///   - update: Replaces values. It sees these values and the changes it made so far.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Returns: The changed values.
  /// - Throws: What `update` throws, with its type.
  /// - Complexity: O(overrides).
  public func overriding<Failure: Error>(
    named name: String? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) -> InjectedValues {
    var values = InjectedValues.opening(in: place, fileID, line)
    try update(&values)
    values.finish(name)
    return InjectedValues(values.place)
  }
}
