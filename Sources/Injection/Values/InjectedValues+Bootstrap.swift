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
  /// Test scopes don't inherit these values, and a test that calls this fails, without an effect on
  /// other tests; but a detached task, a queue or a thread that it starts is in the process, and
  /// sets the process's values. In a preview, another call replaces the values of the one before.
  /// Elsewhere, these mistakes stop the process with a message:
  ///
  /// - A second call.
  /// - Setting a value whose default was read before the call, or by another thread meanwhile. The
  ///   message has the line of the read, unless the read was through ``current``.
  /// - Setting a value that an earlier default of the process depends on, because that called
  ///   ``isProvided(_:)`` or is scoped by the key.
  ///
  /// To find missing values at the start, name properties, or pass a list of keys to the form with
  /// `verifyingKeys:`. When the values are set, each of them is built in order, as by a first read,
  /// and kept:
  ///
  /// ```swift
  /// InjectedValues.bootstrap(verifying: \.payments, \.checkout) {
  ///   $0.provide(PaymentsKey.self) { LivePayments() }
  /// }
  /// ```
  ///
  /// If one can't be built, because a value isn't provided or a default needs itself, the process
  /// stops. What objects read later isn't checked, so name each value that must be provided. To
  /// name properties that are isolated to the main actor, call this on the main actor. To find all
  /// problems at once, call `verifyInjection` of the module `InjectionTesting` in a test in a live
  /// context.
  ///
  /// The closure sees its changes through the values that are passed to it. An object that it
  /// creates in them, as in `withInjected(values) { Store() }`, and values that it captures there
  /// see the changes made so far, and all of them when `bootstrap` has returned. Any other object,
  /// also one that a default has created, reads its properties in the process, which has none of
  /// these values yet: use it when `bootstrap` has returned. A scope that the closure opens is
  /// outside of these values: open scopes when `bootstrap` has returned. If another thread first
  /// reads a default that the closure builds, there are two, and the process keeps that thread's:
  /// start threads and tasks afterwards, or provide code that reads the default.
  ///
  /// A server that should continue rather than stop handles issues itself:
  /// `bootstrap(verifying: \.payments, onIssue: { logger.error("\($0)") }) { … }`.
  ///
  /// - Parameters:
  ///   - properties: Key path literals, none or several: `\.repository`.
  ///   - onIssue: A handler that a live process calls for each issue, on its thread. If it
  ///     returns after a read of an ``unimplemented(placeholder:fileID:line:)->Value`` value,
  ///     the reader continues with the placeholder. Without a handler, such a read stops the
  ///     process. The handler must not read such a value itself.
  ///   - update: A closure that sets values. It sees its own earlier changes.
  /// - Throws: What `update` throws. Then no value is set, and another call may follow.
  /// - Complexity: O(values set), plus the cost of building the properties.
  // A pack, since an array of functions would include the trailing closure. Without properties, the
  // compiler selects the form with keys: in optimized async code, Swift 6.3 crashes with an empty
  // pack.
  @export(implementation) @_disfavoredOverload
  public static func bootstrap<each Value, Failure: Error>(
    verifying properties: repeat @escaping (InjectedValues) -> each Value,
    onIssue: (@Sendable (InjectionIssue) -> Void)? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) {
    try bootstrap(onIssue: onIssue, update, fileID: fileID, line: line)
    if isInTest { return }
    let values = InjectedValues(nil, at: SourceLine(fileID, line))
    for property in repeat each properties { _ = property(values) }
  }

  @usableFromInline static var isInTest: Bool { Container.reporterOfRunningTest != nil }

  /// Sets values for the whole process, once, at its start, and builds those of some keys.
  ///
  /// ```swift
  /// InjectedValues.bootstrap(verifyingKeys: InjectedValues.requiredByApp) { provideAll(to: &$0) }
  /// ```
  ///
  /// Otherwise this is the same as the form with properties.
  ///
  /// - Parameters:
  ///   - keys: The keys, such as a list that a module declares of those that an app must provide.
  ///   - onIssue: A handler that a live process calls for each issue.
  ///   - update: A closure that sets values. It sees its own earlier changes.
  /// - Throws: What `update` throws. Then no value is set, and another call may follow.
  /// - Complexity: O(values set), plus the cost of building the values.
  // With a label of its own: otherwise it would hide that a property in the other form is
  // misspelled.
  public static func bootstrap<Failure: Error>(
    verifyingKeys keys: [any InjectionKey.Type] = [],
    onIssue: (@Sendable (InjectionIssue) -> Void)? = nil,
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) {
    let source = SourceLine(fileID, line)
    if let test = Container.reporterOfRunningTest { return test.report(bootstrapAt: source) }
    let isPreview = Container.process.context == .preview
    if let first = ProcessRoot.beginBootstrap(at: source), !isPreview {
      Message.bootstrappedTwice(first: first, second: source).stop()
    }
    // Before the closure, which may read an unimplemented value through `current`.
    Issues.handlerOfProcess = onIssue
    var values = InjectedValues(Scope(in: nil, rootOf: .process, at: source), at: source)
    do {
      try update(&values)
    } catch {
      Issues.handlerOfProcess = nil
      ProcessRoot.cancelBootstrap()
      throw error
    }
    if let draft = values.finished(), let used = ProcessRoot.replace(with: draft, at: source) {
      Message.bootstrappedTooLate(Key.of(used.type), source).stop()
    }
    for key in keys { _ = InjectedValues(nil, at: source).entry(of: key) }
  }
}
