extension InjectedValues {
  /// Returns the value of a key, or throws an error if none is provided.
  ///
  /// Reading a key without a value stops the process. This throws an issue with the same message
  /// instead:
  ///
  /// ```swift
  /// func handle() async throws {
  ///   let transaction = try InjectedValues.current.require(InjectedValues.transactionKey.self)
  ///   try await transaction.commit()
  /// }
  /// ```
  ///
  /// It throws if ``isProvided(_:)`` is false, even if the key has a value of its own. If the
  /// provided code reads a value that is missing, the process still stops.
  ///
  /// - Parameter key: The key. That of `@Injectable var transaction` is
  ///   `InjectedValues.transactionKey`.
  /// - Returns: The value.
  /// - Throws: An issue of the kind ``InjectionIssue/Kind-swift.struct/unprovided``.
  /// - Complexity: O(scopes around these values), plus the cost of the read.
  @export(implementation)
  public func require<Key: InjectionKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(InjectionIssue) -> Key.Value {
    let values = InjectedValues(scope, at: SourceLine(fileID, line))
    if isProvided(key) { return values.value(of: key) }
    throw values.issue(of: key)
  }

  @usableFromInline
  func issue(of key: any InjectionKey.Type) -> InjectionIssue {
    InjectionIssue(.unprovided, .missing(.unprovided, request(for: key), in: layer()))
  }

  /// The value of a key, read through no property.
  @export(implementation)
  package func value<Key: InjectionKey>(of key: Key.Type) -> Key.Value {
    entry(of: key).value(as: Key.Value.self)
  }

  @usableFromInline
  func entry(of key: any InjectionKey.Type) -> Entry {
    Scope.resolve(request(for: key), from: scope)
  }

  @inline(never) private func request(for key: any InjectionKey.Type) -> Request {
    Request(key: .of(key), property: nil, source: source, declaration: .unknown, isUpdate: false)
  }

  /// Returns whether a scope, a test or the process sets a key's value or provides its code.
  ///
  /// The key's own values, such as its default, don't count. Nothing is built. In the code of a
  /// default, the call counts as a read: a scope that provides the value gets its own default.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether these values or those around them provide it.
  /// - Complexity: O(scopes around these values).
  public func isProvided<Key: InjectionKey>(_ key: Key.Type) -> Bool {
    let (layer, request) = (layer(), request(for: key))
    guard scope?.isPlain != true, let build = scope?.listener?.build ?? Scope.currentBuild else {
      return layer.findSettled(request.key, for: request, onlyWord: true) != nil
    }
    let word = layer.claimedWord(of: request.key, for: request)
    build.note(KeyID(key), word?.entry, depth: word?.depth ?? 0, in: layer, of: scope?.build)
    return word != nil
  }
}
