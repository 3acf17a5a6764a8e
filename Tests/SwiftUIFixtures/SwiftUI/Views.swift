// Views without a body: the host shows them itself.
//
// As in SwiftUI, they conform in extensions, since a type that conforms where it is declared is
// isolated to the main actor as a whole.

public struct EmptyView {
  public init() {}
}

extension EmptyView: View, HostedView {
  func show(in host: Host, _ place: Host.Place) {}
}

public struct TupleView<T> {
  public var value: T
  let views: [any View]
}

extension TupleView: View, HostedView {
  func show(in host: Host, _ place: Host.Place) {
    for (index, view) in views.enumerated() { host.show(view, place.inside(index)) }
  }
}

public struct _ConditionalContent<TrueContent, FalseContent> {
  enum Storage {
    case trueContent(TrueContent)
    case falseContent(FalseContent)
  }
  let storage: Storage
}

extension _ConditionalContent: View, HostedView where TrueContent: View, FalseContent: View {
  func show(in host: Host, _ place: Host.Place) {
    switch storage {
    case .trueContent(let view): host.show(view, place.inside(true))
    case .falseContent(let view): host.show(view, place.inside(false))
    }
  }
}

extension Optional: View, HostedView where Wrapped: View {
  public typealias Body = Never

  func show(in host: Host, _ place: Host.Place) {
    if let view = self { host.show(view, place.inside("some")) }
  }
}

public struct Text {
  let content: String
  public init(_ content: some StringProtocol) { self.content = String(content) }
}

extension Text: View, HostedView {
  func show(in host: Host, _ place: Host.Place) { host.texts.append(content) }
}

public struct Button<Label> {
  let title: String
  let action: @MainActor () -> Void
}

extension Button: View, HostedView where Label: View {
  public typealias Body = Never

  public nonisolated init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void)
  where Label == Text {
    self.title = String(title)
    self.action = action
  }

  func show(in host: Host, _ place: Host.Place) { host.buttons.append((title, action)) }
}

public struct VStack<Content> {
  let content: Content
}

extension VStack: View, HostedView where Content: View {
  public typealias Body = Never

  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }

  func show(in host: Host, _ place: Host.Place) { host.show(content, place.inside("stack")) }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: KeyPath<Data.Element, ID>
}

extension ForEach: View, HostedView where Content: View {
  public typealias Body = Never

  public nonisolated init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }

  func show(in host: Host, _ place: Host.Place) {
    for element in data { host.show(content(element), place.inside(element[keyPath: id])) }
  }
}

extension View {
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View {
    modifier(IDModifier(id: id))
  }
}

private struct IDModifier<ID: Hashable> {
  let id: ID
}

extension IDModifier: ViewModifier, HostedModifier {
  func body(content: Content) -> Never { fatalError("a modifier without a body") }

  func show(_ content: any View, in host: Host, _ place: Host.Place) {
    host.show(content, place.inside(id))
  }
}
