import Injection

// Opening the scopes of modifiers and the containers of previews.

extension InjectedValues {
  /// A new scope inside of these values.
  ///
  /// - Parameter update: A closure that replaces values. It runs in the scope of these values.
  @MainActor
  func opening(
    _ update: @MainActor (inout InjectedValues) -> Void,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    // No `withInjected` opens the scope: it would end at once, and the view keeps it.
    withInjected(self) { InjectedValues.current.overriding(update, fileID: fileID, line: line) }
  }

  /// A new scope inside of these values, with one value replaced.
  ///
  /// - Parameter value: A closure that makes the value, in the scope of these values.
  @MainActor
  func opening<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: @MainActor () -> Value,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    opening({ $0.assign(value(), to: keyPath) }, fileID: fileID, line: line)
  }

  // MARK: - Previews

  /// A new container for a preview, or a scope inside of these values if another preview trait has
  /// opened their container.
  @MainActor
  func openingPreview(
    _ update: @MainActor (inout InjectedValues) -> Void,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    if isOfPreviewTrait { return opening(update, fileID: fileID, line: line) }
    let source = SourceLine(fileID, line)
    // Values are replaced in the root of the container, so that singletons see them. The closure
    // runs in the first part of it, which replaces nothing.
    let home = Scope(in: nil, rootOf: Container(.preview), at: source)
    var values = InjectedValues(home.rest(), at: source)
    home.endDraft()
    enter(home) { update(&values) }
    return InjectedValues(values.finished())
  }

  /// The same, with one value replaced.
  @MainActor
  func openingPreview<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: @MainActor () -> Value,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    openingPreview({ $0.assign(value(), to: keyPath) }, fileID: fileID, line: line)
  }

  // An environment contains values of the process, of a preview, or of a test that sets them.
  private var isOfPreviewTrait: Bool { !layer().isOfProcess }
}
