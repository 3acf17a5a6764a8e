#if canImport(SwiftUI)
  public import Injection
  public import SwiftUI

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives a preview its own container, and replaces values in it.
    ///
    /// ```swift
    /// #Preview(traits: .injected { $0.repository = MockRepository() }) {
    ///   BasketScreen()
    /// }
    /// ```
    ///
    /// The container inherits nothing from the process or from other previews, and nothing in it is
    /// visible elsewhere. The default of a key is its `previewValue`.
    ///
    /// The closure runs in the container, outside of what it replaces. What it reads through
    /// `InjectedValues.current` is built there, and an object that it creates has that as its home.
    /// If an object must see what the trait replaces, provide its code instead:
    /// `$0.provide(BasketServiceKey.self) { BasketService() }`.
    ///
    /// Views see the values in the environment, and so do models that ``InjectedModelView``
    /// creates. Models that the preview's closure creates itself don't. Open a scope around them:
    ///
    /// ```swift
    /// #Preview {
    ///   withInjected(\.repository, MockRepository()) { BasketView(model: BasketModel()) }
    /// }
    /// ```
    ///
    /// If there are several such traits, the first is the innermost, and wins.
    ///
    /// - Parameter update: A closure that replaces values. It sees its own earlier changes.
    /// - Returns: A trait for a preview.
    @MainActor
    public static func injected(
      _ update: @escaping @MainActor (inout InjectedValues) -> Void = { _ in },
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(InjectedPreview { $0.openingPreview(update, fileID: fileID, line: line) })
    }

    /// Gives a preview its own container, and replaces one value in it.
    ///
    /// ```swift
    /// #Preview(traits: .injected(\.repository, MockRepository())) {
    ///   BasketScreen()
    /// }
    /// ```
    ///
    /// Otherwise this is the same as the form with a closure.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
    ///   - value: The value. The expression is evaluated when the container is opened.
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

  /// Opens the container when the preview appears, and keeps it as long as the preview exists.
  private struct InjectedPreview: PreviewModifier {
    let open: @MainActor (InjectedValues) -> InjectedValues

    func body(content: Content, context: Void) -> some View {
      content.modifier(InjectedModifier(id: nil, open))
    }
  }
#endif
