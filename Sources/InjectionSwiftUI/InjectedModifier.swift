#if canImport(SwiftUI)
  import Injection
  import SwiftUI

  /// Sets the injected values for its content: those of a scope that it opens, and keeps.
  struct InjectedModifier: ViewModifier {
    @Environment(\.injected) private var outer: InjectedValues
    // Made again with each description of the view, but only the first one is kept, and until it is
    // asked for a value it is an empty object.
    @State private var scope: Kept<InjectedValues> = Kept()

    private let id: AnyHashable?
    private let open: @MainActor (InjectedValues) -> InjectedValues

    /// - Parameter open: Opens the scope, inside of the outer values.
    init(id: AnyHashable?, _ open: @escaping @MainActor (InjectedValues) -> InjectedValues) {
      self.id = id
      self.open = open
    }

    func body(content: Content) -> some View {
      content.environment(\.injected, scope.value(for: outer, id: id, make: open))
    }
  }
#endif
