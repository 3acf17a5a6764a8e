import Synchronization

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
  /// may be called again, and replaces what it set before.
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
    let root = BootstrapRoot(place)
    var values = InjectedValues.draft(root)
    BuildRegistry.setBootstrapThread(Platform.currentThread)
    defer { BuildRegistry.setBootstrapThread(nil) }
    do {
      try update(&values)
    } catch {
      root.end()
      throw error
    }
    // Another one, if the closure replaced the values as a whole by others: then nothing was set.
    guard let newRoot = values.scope as? BootstrapRoot else { return root.end() }
    let obstacle = BuildRegistry.publish(
      newRoot,
      at: place,
      replaces: Container.process.context == .preview
    )
    switch obstacle {
    case nil: newRoot.end()
    case .wasSet(let first): newRoot.stop(.bootstrappedTwice(first: first, second: place))
    case .wasRead(let key, let firstUse, let isInBootstrap):
      newRoot.stop(
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

/// A root for the process, inside the first one, which has no overrides.
///
/// What is built while values are set belongs to it, and so to the process when it is published.
/// Until then no other thread sees any of it. When the call is over, it leads to the process's
/// root, whether it has become that or not.
private final class BootstrapRoot: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds what is atomic or immutable.
  private let isOver = Atomic(false)
  /// The root that these values were begun with, if this is a draft inside.
  private let first: BootstrapRoot?

  init(_ place: SourcePlace, in outer: BootstrapRoot? = nil) {
    self.first = outer?.first ?? outer
    super.init(
      in: outer ?? Scope.firstProcess,
      container: nil,
      place: place,
      traits: [.base, .process, .redirects, .rehearsal]
    )
  }

  override func draftInside() -> Scope { BootstrapRoot(place, in: self) }

  // Releasing and acquiring: who sees that it is over sees what the process's root is.

  func end() {
    first?.isOver.store(true, ordering: .releasing)
    isOver.store(true, ordering: .releasing)
  }

  /// As it is: this root is part of the process's even if it leads there.
  override var outer: Scope? { link }

  override var resolved: Scope {
    let isOver = first?.isOver.load(ordering: .acquiring) ?? isOver.load(ordering: .acquiring)
    // Its own test, since the process's root may be this very scope.
    return isOver && !isProcess ? .process : self
  }
}
