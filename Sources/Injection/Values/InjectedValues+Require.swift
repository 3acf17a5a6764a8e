extension InjectedValues {
  /// The value of a key, or an error where none is provided.
  ///
  /// A read of a key that has no value stops the process where none is provided. This throws
  /// instead, an issue with the message of that stop:
  ///
  /// ```swift
  /// func handle() async throws {
  ///   let transaction = try InjectedValues.current.require(InjectedValues.transactionKey.self)
  ///   try await transaction.commit()
  /// }
  /// ```
  ///
  /// What counts is what ``isProvided(_:)`` says, whatever value the key itself has. A default
  /// whose code reads what isn't provided still stops.
  ///
  /// Use it on any thread, in any task or actor.
  ///
  /// - Parameters:
  ///   - key: The key. That of `@Injectable var transaction` is `InjectedValues.transactionKey`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Returns: The value.
  /// - Throws: An issue of the kind ``InjectionIssue/Kind-swift.enum/unprovided``.
  /// - Complexity: O(the number of scopes around), and the read.
  public func require<Key: InjectionKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(InjectionIssue) -> Key.Value {
    let source = SourcePlace(fileID, line)
    if isProvided(key) { return InjectedValues(place, at: source)[key] }
    let request = Request(
      key: .of(key),
      property: nil,
      place: source,
      declaration: .unknown,
      isUpdate: false
    )
    throw InjectionIssue(.unprovided, .unprovided(request, Issues.surroundings(of: scope)))
  }

  /// Whether a scope, a test or the process has set a key's value, or provided its code.
  ///
  /// The key's own values, its default and those for tests and previews, don't count. Nothing is
  /// built. In the code of a default, the answer counts as a read: where another scope provides the
  /// value, that has a default of its own.
  ///
  /// Use it on any thread, in any task or actor.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether these values, or those around, provide it.
  /// - Complexity: O(the number of scopes around).
  public func isProvided<Key: InjectionKey>(_ key: Key.Type) -> Bool {
    let key = KeyID(key)
    let scope = scope.standing(on: KeySet(key))
    let override = scope.overrides[key]
    let build = place?.runningBuild
    build?.note(key, override, depth: scope.depth)
    for other in Build.running(elsewhereThan: build) { other.noteElsewhere(key, override) }
    return override != nil
  }
}
