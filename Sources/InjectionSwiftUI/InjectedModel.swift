#if canImport(SwiftUI)
  import Injection
  public import SwiftUI

  /// A view that makes a model once, in the injected values of its environment.
  ///
  /// ```swift
  /// InjectedModel {
  ///   BasketModel()
  /// } content: { model in
  ///   BasketView(model: model)
  /// }
  /// ```
  ///
  /// The model's `@Injected` properties have those values as their home: they see what the
  /// modifiers around this view replace. A model that is made directly, in a property of a view or
  /// in its `body`, does not, since that runs outside of every scope.
  ///
  /// The model is made once for the view's identity, and kept as long as the view is there. Another
  /// one is made when the injected values of the environment or `id` change.
  public struct InjectedModel<Model, Content: View>: View {
    @Environment(\.injected) private var values: InjectedValues
    @State private var model: Kept<Model> = Kept()

    private let id: AnyHashable?
    private let makeModel: @MainActor () -> Model
    private let content: @MainActor (Model) -> Content

    /// Makes a model for a view.
    ///
    /// - Parameters:
    ///   - id: When it changes, another model is made.
    ///   - model: Makes the model. It runs in the scope of the environment's values.
    ///   - content: The view. What it reads of an observable model is observed.
    public init(
      id: AnyHashable? = nil,
      _ model: @escaping @MainActor () -> Model,
      @ViewBuilder content: @escaping @MainActor (Model) -> Content
    ) {
      self.id = id
      self.makeModel = model
      self.content = content
    }

    /// The content, with the model.
    public var body: some View {
      content(model.value(for: values, id: id) { withInjected($0, operation: makeModel) })
    }
  }
#endif
