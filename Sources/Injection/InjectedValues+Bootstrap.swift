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
  /// and so does a value whose default was read before, since somebody may hold it. In a preview it
  /// may be called again, and replaces what it set before. The message has the place of that read,
  /// but for one through ``current``, whose place nobody knows.
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
    let place = SourcePlace(fileID, line)
    // Inside the first root, which has no overrides: so it can be replaced in a preview.
    let root = Scope(rootOf: nil, place: place, traits: [.base, .process], in: .firstProcess)
    var values = InjectedValues.draft(root)
    BuildRegistry.setBootstrapThread(Platform.currentThread)
    defer { BuildRegistry.setBootstrapThread(nil) }
    try update(&values)
    // Others, if the closure replaced the values as a whole: then nothing was set.
    guard let newRoot = values.viewpoint?.asScope, newRoot.isProcess, newRoot.place == place else {
      return
    }
    let obstacle = BuildRegistry.publish(
      newRoot,
      at: place,
      replaces: Container.process.context == .preview
    )
    switch obstacle {
    case nil: break
    case .wasSet(let first): ScopeView(newRoot).stop(.bootstrappedTwice(first: first, second: place))
    case .wasRead(let key, let firstUse, let isInBootstrap):
      ScopeView(newRoot).stop(
        .bootstrappedTooLate(
          Subject(key),
          firstUse: firstUse,
          isInBootstrap: isInBootstrap,
          place
        )
      )
    }
  }
}
