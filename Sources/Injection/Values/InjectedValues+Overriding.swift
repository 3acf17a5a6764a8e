extension InjectedValues {
  /// Returns these values with some replaced, in a new scope inside theirs.
  ///
  /// ```swift
  /// let north = InjectedValues.current.overriding(named: "tenant north") {
  ///   $0.repository = FileRepository()
  /// }
  /// withInjected(north) { checkout() }
  /// ```
  ///
  /// To run code in the scope, enter the result with `withInjected(_:operation:)`. It can be
  /// entered more than once.
  ///
  /// - Parameters:
  ///   - name: The scope's name in messages and explanations.
  ///   - update: A closure that replaces values. It sees these values and its own earlier changes.
  /// - Returns: The changed values.
  /// - Throws: What `update` throws, with its type.
  /// - Complexity: O(overrides).
  public func overriding<Failure: Error>(
    named name: String? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) -> InjectedValues {
    let (outer, source) = (Scope.captured(scope), SourceLine(fileID, line))
    var values = InjectedValues(Scope(in: outer, at: source, named: name), at: source)
    try update(&values)
    return InjectedValues(values.finished())
  }
}
