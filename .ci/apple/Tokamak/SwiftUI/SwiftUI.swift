// Tokamak as SwiftUI: its modules, and previews, which it doesn't have.

@_exported import TokamakCore
@_exported import TokamakStaticHTML
@_exported import TokamakTestRenderer

@MainActor @preconcurrency
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
  typealias Content = AnyView
}

public struct Preview { public enum ViewTraits {} }

public struct PreviewTrait<T> { let apply: @MainActor (AnyView) -> AnyView }

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor
  public static func modifier<M: PreviewModifier>(_ modifier: M) -> PreviewTrait<T>
  where M.Context == Void {
    PreviewTrait { AnyView(modifier.body(content: $0, context: ())) }
  }
}

/// In place of the macro `#Preview`. The first trait is the innermost.
@MainActor
public func preview(
  traits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: () -> some View
) -> AnyView {
  traits.reduce(AnyView(body())) { $1.apply($0) }
}
