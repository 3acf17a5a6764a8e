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
    /// They are those of the process, or what a modifier around the view sets. Values that were
    /// captured elsewhere are set as all that is in the environment:
    ///
    /// ```swift
    /// BasketScreen().environment(\.injected, values)
    /// ```
    ///
    /// To set a member this way, `environment(\.injected.repository, …)`, opens a scope at each
    /// evaluation; the modifiers keep theirs.
    public var injected: InjectedValues {
      get { self[InjectedValuesKey.self] }
      set { self[InjectedValuesKey.self] = newValue }
    }
  }

  private enum InjectedValuesKey: EnvironmentKey {
    // Not the current values, which depend on who lets SwiftUI evaluate a view.
    static var defaultValue: InjectedValues { .process }
  }
#endif
