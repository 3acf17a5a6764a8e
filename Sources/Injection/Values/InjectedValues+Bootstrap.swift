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
  /// Test scopes don't inherit these values. A second call stops the process with a message, and so
  /// does setting a value whose default was read before, since it may be in use; or one that
  /// another default of the process depends on, since it asked ``isProvided(_:)`` or is scoped by
  /// the key. The message has the line of the read, unless it was a read through ``current``. In a
  /// preview, another call replaces the values of the one before. If another thread reads a value
  /// for the first time meanwhile, either that read sees the new value, or this call stops.
  ///
  /// To find missing values at the start, name properties. When the values are set, each of them is
  /// built in order, as by a first read, and kept:
  ///
  /// ```swift
  /// InjectedValues.bootstrap(verifying: \.payments, \.checkout) {
  ///   $0.provide(PaymentsKey.self) { LivePayments() }
  /// }
  /// ```
  ///
  /// If one can't be built, because a value isn't provided or a default needs itself, the process
  /// stops. Later reads aren't seen, so name each key that must be provided. To name properties that
  /// are isolated to the main actor, call this on the main actor. To find all problems at once, call
  /// `verifyInjection` of the module `InjectionTesting` in a test.
  ///
  /// A server that should continue rather than stop handles issues itself:
  /// `bootstrap(verifying: \.payments, onIssue: { logger.error("\($0)") }) { … }`.
  ///
  /// - Parameters:
  ///   - properties: Key path literals, none or several: `\.repository`.
  ///   - onIssue: A handler that a live process calls at each read of an
  ///     ``unimplemented(placeholder:fileID:line:)->Value`` value, on the thread of the read. If it
  ///     returns, the reader continues with the placeholder. It must not read such a value itself.
  ///     Without a handler the process stops.
  ///   - update: A closure that sets values. It sees its own earlier changes.
  /// - Throws: What `update` throws. Then no value is set, and another call may follow.
  /// - Complexity: O(values set), and the cost of building the properties.
  // A pack, since an array of functions would include the trailing closure.
  public static func bootstrap<each Value, Failure: Error>(
    verifying properties: repeat @escaping (InjectedValues) -> each Value,
    onIssue: (@Sendable (InjectionIssue) -> Void)? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) {
    let source = SourceLine(fileID, line)
    try set(update, at: source)
    Issues.setHandler(onIssue)
    let values = InjectedValues(nil, at: source)
    for property in repeat each properties { _ = property(values) }
  }

  private static func set<Failure: Error>(
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    at source: SourceLine
  ) throws(Failure) {
    let isPreview = Container.process.context == .preview
    if let first = ProcessRoot.beginBootstrap(at: source), !isPreview {
      Message.bootstrappedTwice(first: first, second: source).stop()
    }
    var values = InjectedValues.container(.process, at: source)
    do {
      try update(&values)
    } catch {
      ProcessRoot.cancelBootstrap()
      throw error
    }
    // A closure that replaces the values as a whole sets nothing: this is another scope then.
    guard let draft = values.finished()?.asScope, draft.isOfNewRoot else { return }
    if let used = ProcessRoot.replace(with: draft) {
      Message.bootstrappedTooLate(Key.of(used.type), source).stop()
    }
  }
}
