extension InjectedValues {
  /// Sets values for the whole process, once, at its start.
  ///
  /// ```swift
  /// @main struct Shop {
  ///   static func main() async {
  ///     InjectedValues.bootstrap {
  ///       $0.repository = DatabaseRepository()
  ///       $0.provide(BillingKey.self) { LiveBilling() }
  ///     }
  ///     await serve()
  ///   }
  /// }
  /// ```
  ///
  /// Test scopes do not inherit what is set here. A second call stops the process with a message,
  /// and so does a value whose default was read before, since it may be in use. In a preview it
  /// may be called again, and replaces what it set before. The message has the place of that read,
  /// but for one through ``current``, whose place is unknown.
  ///
  /// Use it on any thread, in any task or actor. Where another thread reads a value for the first
  /// time meanwhile, either that read sees what is set here, or this call stops with the message.
  ///
  /// - Parameters:
  ///   - update: Sets values. It sees the changes it made so far.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Throws: What `update` throws. Then nothing was set, and another call may follow.
  /// - Complexity: O(values set).
  public static func bootstrap<Failure: Error>(
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) {
    let source = SourcePlace(fileID, line)
    let isPreview = Container.process.context == .preview
    let old = ProcessRoot.current
    var values = InjectedValues.container(.process, at: source)
    try update(&values)
    values.finish()
    // Another scope, if the closure replaced the values as a whole: then nothing was set.
    guard let new = values.place?.asScope, new.leadsToProcess, new !== old else { return }
    if old.place.isKnown, !isPreview {
      Message.bootstrappedTwice(first: old.place, second: source).stop()
    }
    if let used = Builds.replaceRoot(with: new, isPreview: isPreview) {
      Message.bootstrappedTooLate(Key.of(used.type), source).stop()
    }
  }

  /// Sets values for the whole process, once, at its start, and checks that properties can be
  /// built.
  ///
  /// ```swift
  /// InjectedValues.bootstrap(verifying: \.payments, \.checkout) {
  ///   $0.provide(PaymentsKey.self) { LivePayments() }
  /// }
  /// ```
  ///
  /// A server that should rather continue than stop handles issues itself:
  /// `bootstrap(verifying: \.payments, onIssue: { logger.error("\($0)") }) { … }`.
  ///
  /// When the values are set, each named property is built, as by a first read, and kept. If one
  /// cannot be built, since what it needs is not provided or since it needs itself, the process
  /// stops, with one message that has everything that was found. A default stops at the first value
  /// that is missing while it is built, and what it reads later is not seen: so name each key that
  /// must be provided. For the values of a scope, see ``verify(_:fileID:line:)``.
  ///
  /// Name properties that are isolated to the main actor where this is called on it. See the other
  /// form for all else.
  ///
  /// - Parameters:
  ///   - properties: Key path literals, none or several: `\.repository`.
  ///   - update: Sets values. It sees the changes it made so far.
  ///   - onIssue: Is told when a live process reads what is
  ///     ``unimplemented(_:fileID:line:)-68rwe``, at each read, on the thread that reads. If it
  ///     returns, the reader continues with the placeholder. It must not itself read what is
  ///     unimplemented. Without it the process stops.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Throws: What `update` throws. Then nothing was set, and another call may follow.
  /// - Complexity: O(values set), and what building the properties costs.
  // A pack, since functions of an array would take the closure for one of them. The compiler takes
  // the other form where neither properties nor a handler are given.
  @_disfavoredOverload
  public static func bootstrap<each Value, Failure: Error>(
    verifying properties: repeat @escaping (InjectedValues) -> each Value,
    onIssue: (@Sendable (InjectionIssue) -> Void)? = nil,
    update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) {
    try bootstrap(update, fileID: fileID, line: line)
    Issues.setHandler(onIssue)
    var reads: [(InjectedValues) -> Any] = []
    for property in repeat each properties { reads.append { property($0) } }
    Verification.run(reads, of: InjectedValues(nil), at: SourcePlace(fileID, line))
  }

  /// Builds properties of these values, and stops the process if some cannot be built.
  ///
  /// For what is known to be there only where a resource is opened:
  ///
  /// ```swift
  /// try await withInjected(\.pool) {
  ///   try await Pool.open()
  /// } closing: {
  ///   await $0.close()
  /// } operation: {
  ///   InjectedValues.current.verify(\.users, \.orders)
  ///   try await serve()
  /// }
  /// ```
  ///
  /// One message has everything that is missing or circular; see
  /// ``bootstrap(verifying:onIssue:update:fileID:line:)``.
  ///
  /// Use it on any thread, in any task or actor, where the properties may be read.
  ///
  /// - Parameters:
  ///   - properties: Key path literals: `\.repository`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: What building the properties costs.
  // No pack, on which the compiler of Swift 6.3 breaks down in some closures.
  public func verify(
    _ properties: ((InjectedValues) -> Any)...,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    Verification.run(properties, of: self, at: SourcePlace(fileID, line))
  }

  /// Builds the values of keys, and stops the process if some cannot be built.
  ///
  /// ```swift
  /// InjectedValues.bootstrap { provideAll(to: &$0) }
  /// InjectedValues.current.verify(keys: InjectedValues.requiredByApp)
  /// ```
  ///
  /// See the other form for all else.
  ///
  /// - Parameters:
  ///   - keys: The keys: those that a module lists, for one.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: What building the values costs.
  public func verify(
    keys: InjectionKeys,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let reads = keys.map { key in { (values: InjectedValues) -> Any in values.value(of: key) } }
    Verification.run(reads, of: self, at: SourcePlace(fileID, line))
  }

  package func value<Key: InjectionKey>(of key: Key.Type) -> Key.Value { self[key] }
}
