@MainActor
@preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = _ViewModifier_Content<Self>
}

public struct _ViewModifier_Content<Modifier: ViewModifier> {
  let content: any View
}

extension _ViewModifier_Content: View, HostedView {
  public typealias Body = Never

  func show(in host: Host, _ place: Host.Place) { host.show(content, place.inside("content")) }
}

@frozen
public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  @inlinable
  public nonisolated init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, HostedView where Content: View, Modifier: ViewModifier {
  public typealias Body = Never

  func show(in host: Host, _ place: Host.Place) {
    if let modifier = modifier as? any HostedModifier {
      return modifier.show(content, in: host, place)
    }
    host.install(modifier, place.inside(Modifier.self))
    host.show(
      modifier.body(content: _ViewModifier_Content(content: content)),
      place.inside(Modifier.self)
    )
  }
}

extension View {
  @inlinable
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
