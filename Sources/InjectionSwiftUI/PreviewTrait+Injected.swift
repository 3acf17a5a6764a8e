#if canImport(SwiftUI)
  public import Injection
  public import SwiftUI

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives a preview a container of its own, with values that are replaced in it.
    ///
    /// ```swift
    /// #Preview(traits: .injected { $0.repository = MockRepository() }) {
    ///   BasketScreen()
    /// }
    /// ```
    ///
    /// It inherits nothing, neither from the process nor from other previews, and nothing in it is
    /// seen elsewhere. A default is the key's `previewValue`.
    ///
    /// Views see it in the environment, and so do the models that ``InjectedModel`` makes. What the
    /// preview's closure makes itself does not. There, enter values that you opened:
    ///
    /// ```swift
    /// #Preview {
    ///   withInjected(\.repository, MockRepository()) { BasketView(model: BasketModel()) }
    /// }
    /// ```
    ///
    /// Of several such traits the first is the innermost, and wins.
    ///
    /// - Parameters:
    ///   - update: Replaces values. It sees the changes it made so far.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    /// - Returns: A trait for a preview.
    @MainActor
    public static func injected(
      _ update: @escaping @MainActor (inout InjectedValues) -> Void = { _ in },
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(InjectedPreview { $0.openingPreview(update, fileID: fileID, line: line) })
    }

    /// Gives a preview a container of its own, with one value that is replaced in it.
    ///
    /// ```swift
    /// #Preview(traits: .injected(\.repository, MockRepository())) {
    ///   BasketScreen()
    /// }
    /// ```
    ///
    /// See the form with a closure for all else.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
    ///   - value: The value that is seen. Evaluated when the container is opened.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    /// - Returns: A trait for a preview.
    @MainActor
    public static func injected<Value>(
      _ keyPath: WritableKeyPath<InjectedValues, Value>,
      _ value: @autoclosure @escaping @MainActor () -> Value,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(InjectedPreview { $0.openingPreview(keyPath, value, fileID: fileID, line: line) })
    }
  }

  /// Opens the container when the preview is shown, and keeps it as long as it is.
  private struct InjectedPreview: PreviewModifier {
    let open: @MainActor (InjectedValues) -> InjectedValues

    func body(content: Content, context: Void) -> some View {
      content.modifier(InjectedModifier(id: nil, open))
    }
  }
#endif
