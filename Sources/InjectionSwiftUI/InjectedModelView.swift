#if canImport(SwiftUI)
  import Injection
  public import SwiftUI

  /// A view that creates a model once, in the injected values of its environment.
  ///
  /// ```swift
  /// InjectedModelView {
  ///   BasketModel()
  /// } content: { model in
  ///   BasketView(model: model)
  /// }
  /// ```
  ///
  /// The model's `@Injected` properties see what the modifiers around this view replace. A model
  /// that is created in a property of a view or in its `body` doesn't, because that code runs
  /// outside of every scope.
  ///
  /// The model is created once for the view's identity, and kept as long as the view exists. A new
  /// model is created when the injected values of the environment or `id` change. So replace values
  /// around it with the modifier `injected`: `environment(\.injected.repository, …)` opens a scope
  /// whenever a view is evaluated, and a new model would be created each time.
  public struct InjectedModelView<Model, Content: View>: View {
    @Environment(\.injected) private var values: InjectedValues
    @State private var model: Kept<Model> = Kept()

    private let id: AnyHashable?
    private let makeModel: @MainActor () -> Model
    private let content: @MainActor (Model) -> Content

    /// Creates a view with a model.
    ///
    /// - Parameters:
    ///   - id: A value that identifies the model. When it changes, a new model is created.
    ///   - model: A closure that creates the model, in the scope of the environment's values.
    ///   - content: The view. Its reads of an observable model are observed.
    public init(
      id: AnyHashable? = nil,
      _ model: @escaping @MainActor () -> Model,
      @ViewBuilder content: @escaping @MainActor (Model) -> Content
    ) {
      self.id = id
      self.makeModel = model
      self.content = content
    }

    /// The content for the model.
    public var body: some View {
      content(model.value(for: values, id: id) { withInjected($0, operation: makeModel) })
    }
  }
#endif
