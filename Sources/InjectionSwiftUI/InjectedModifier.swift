#if canImport(SwiftUI)
  import Injection
  import SwiftUI

  /// Opens a scope, keeps it, and sets its injected values in the environment of its content.
  struct InjectedModifier: ViewModifier {
    @Environment(\.injected) private var outer: InjectedValues
    // Every description of the view makes this object, but SwiftUI keeps only the first. It is
    // empty until it is asked for a value.
    @State private var scope: Kept<InjectedValues> = Kept()

    private let id: AnyHashable?
    private let open: @MainActor (InjectedValues) -> InjectedValues

    /// - Parameter open: A closure that opens the scope inside of the outer values.
    init(id: AnyHashable?, _ open: @escaping @MainActor (InjectedValues) -> InjectedValues) {
      self.id = id
      self.open = open
    }

    func body(content: Content) -> some View {
      content.environment(\.injected, scope.value(for: outer, id: id, make: open))
    }
  }
#endif
