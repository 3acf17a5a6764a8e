import Injection

// How the modifiers open scopes and containers.

extension InjectedValues {
  /// A new scope inside of these values.
  ///
  /// - Parameter update: Replaces values. It runs in the scope of these ones.
  @MainActor
  func opening(
    _ update: @MainActor (inout InjectedValues) -> Void,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    withInjected(self) {
      withInjected(update, operation: { .current }, fileID: fileID, line: line)
    }
  }

  /// A new scope inside of these values, in which one value is replaced.
  ///
  /// - Parameter value: Makes the value, in the scope of these ones.
  @MainActor
  func opening<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: @MainActor () -> Value,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    withInjected(self) {
      withInjected(keyPath, value(), operation: { .current }, fileID: fileID, line: line)
    }
  }

  // MARK: - Previews

  /// A new container for a preview; or a scope inside of these values, if they are another preview
  /// trait's.
  @MainActor
  func openingPreview(
    _ update: @MainActor (inout InjectedValues) -> Void,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    if isOfPreviewTrait { return opening(update, fileID: fileID, line: line) }
    var values = InjectedValues.previewDraft(fileID, line)
    update(&values)
    return values.entered
  }

  /// The same, where one value is replaced.
  @MainActor
  func openingPreview<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: @MainActor () -> Value,
    fileID: StaticString,
    line: UInt
  ) -> InjectedValues {
    if isOfPreviewTrait { return opening(keyPath, value, fileID: fileID, line: line) }
    var values = InjectedValues.previewDraft(fileID, line)
    values.set(keyPath, to: value())
    return values.entered
  }

  // Previews are the only containers beside the process's that an environment has, but for tests
  // that set theirs.
  private var isOfPreviewTrait: Bool { seen.container !== Container.process }

  /// What is replaced is at the root of the container, so that singletons see it.
  private static func previewDraft(_ fileID: StaticString, _ line: UInt) -> InjectedValues {
    .container(for: .preview, at: SourcePlace(fileID, line), observer: nil)
  }
}
