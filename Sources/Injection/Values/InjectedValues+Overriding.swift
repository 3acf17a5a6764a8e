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
  @export(implementation)
  public func overriding<Failure: Error>(
    named name: String? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) -> InjectedValues {
    var values = inner(named: name, at: SourceLine(fileID, line))
    try update(&values)
    return InjectedValues(values.finished()?.asCaptured())
  }

  /// A draft inside.
  @usableFromInline
  func inner(named name: String?, at source: SourceLine) -> InjectedValues {
    InjectedValues(Scope(in: Scope.using(captured: scope), at: source, named: name), at: source)
  }
}
