@MainActor
public protocol PreviewModifier {
  associatedtype Context = Void
  static func makeSharedContext() async throws -> Context
  associatedtype Body: View
  @ViewBuilder func body(content: Content, context: Context) -> Body
  typealias Content = PreviewModifierContent
}

extension PreviewModifier where Context == Void {
  public static func makeSharedContext() async throws {}
}

public struct PreviewModifierContent {
  let content: any View
}

extension PreviewModifierContent: View, HostedView {
  public typealias Body = Never

  func show(in host: Host, _ place: Host.Place) { host.show(content, place.inside("preview")) }
}

public struct PreviewTrait<T> {
  /// Only modifiers without a context.
  let modify: @MainActor (any View) -> any View
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor
  public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<T> {
    PreviewTrait { content in
      @MainActor func modify<Modifier: PreviewModifier>(_ modifier: Modifier) -> any View {
        modifier.body(
          content: PreviewModifierContent(content: content),
          context: () as! Modifier.Context
        )
      }
      return modify(modifier)
    }
  }
}

@MainActor
public struct Preview {
  public struct ViewTraits {}

  private let traits: [PreviewTrait<ViewTraits>]
  private let body: @MainActor () -> any View

  public init(
    _ name: String? = nil,
    traits: PreviewTrait<ViewTraits>...,
    body: @escaping @MainActor () -> any View
  ) {
    self.init(allTraits: traits, body: body)
  }

  @_spi(Host)
  public init(allTraits: [PreviewTrait<ViewTraits>], body: @escaping @MainActor () -> any View) {
    self.traits = allTraits
    self.body = body
  }

  /// The first trait is applied to the body, the second one to what results, and so on.
  @_spi(Host)
  public func makeView() -> any View { traits.reduce(body()) { $1.modify($0) } }
}
