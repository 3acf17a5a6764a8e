#if canImport(SwiftUI)
  public import Injection
  public import SwiftUI

  extension EnvironmentValues {
    /// The injected values that a view sees.
    ///
    /// A view reads them with SwiftUI's own wrapper:
    ///
    /// ```swift
    /// struct ArticleList: View {
    ///   @Environment(\.injected.repository) private var repository
    ///
    ///   var body: some View {
    ///     ForEach(repository.getAll(), id: \.title) { article in
    ///       Text(article.title)
    ///     }
    ///   }
    /// }
    /// ```
    ///
    /// By default these are the process's values. A modifier around the view replaces values in
    /// them. To use values that were captured elsewhere, set them like any other environment value:
    ///
    /// ```swift
    /// BasketScreen().environment(\.injected, values)
    /// ```
    ///
    /// Setting a member this way, with `environment(\.injected.repository, …)`, opens a scope
    /// whenever the view is evaluated. The modifiers keep their scopes.
    public var injected: InjectedValues {
      get { self[InjectedValuesKey.self] }
      set { self[InjectedValuesKey.self] = newValue }
    }
  }

  private enum InjectedValuesKey: EnvironmentKey {
    // Not the current values, which depend on the code that makes SwiftUI evaluate a view.
    static var defaultValue: InjectedValues { .process }
  }
#endif
