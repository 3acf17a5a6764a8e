// A stub of SwiftUI: what this package and its pages use of it, with the signatures of its
// documentation. It shows how the package uses SwiftUI, and not what SwiftUI does.
//
// As there, views conform in extensions, since a type that conforms where it is declared is
// isolated to the main actor as a whole.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a view without a body") }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> some View {
    var views: [any View] = []
    repeat views.append(each content)
    return Views(views: views)
  }
}

// MARK: - Views

public struct EmptyView {
  public init() {}
}

extension EmptyView: View {
  public var body: some View { Views(views: []) }
}

public struct Text {
  let content: String
  public init(_ content: some StringProtocol) { self.content = String(content) }
}

extension Text: View {
  public var body: Never { fatalError("a view without a body") }
}

struct Views {
  let views: [any View]
}

extension Views: View {
  var body: Never { fatalError("a view without a body") }
}

public struct VStack<Content> {
  private let content: Content
  public nonisolated init(@ViewBuilder content: () -> Content) where Content: View {
    self.content = content()
  }
}

extension VStack: View where Content: View {
  public var body: some View { content }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  private let views: [Content]
  public nonisolated init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Content: View {
    views = data.map(content)
  }
}

extension ForEach: View where Content: View {
  public var body: some View { Views(views: views) }
}

public struct Button<Label> {
  private let label: Label
  public nonisolated init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void)
  where Label == Text {
    label = Text(title)
  }
}

extension Button: View where Label: View {
  public var body: some View { label }
}

// MARK: - Modifiers

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = ModifierContent
}

public struct ModifierContent {
  let content: any View
}

extension ModifierContent: View {
  public var body: some View { Views(views: [content]) }
}

public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: some View { modifier.body(content: ModifierContent(content: content)) }
}

extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }

  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    EnvironmentWriter(content: self) { $0[keyPath: keyPath] = value }
  }
}

struct EnvironmentWriter<Content> {
  let content: Content
  let write: (inout EnvironmentValues) -> Void
}

extension EnvironmentWriter: View where Content: View {
  var body: some View { content }
}

// MARK: - Environment and state

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)].map { $0 as! K.Value } ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { Host.current!.environment[keyPath: keyPath] }
}

@propertyWrapper
public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box
  public init(wrappedValue value: Value) { box = Host.current!.state(orNew: Box(value)) }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

// MARK: - Previews

@MainActor
public protocol PreviewModifier {
  associatedtype Context = Void
  static func makeSharedContext() async throws -> Context
  associatedtype Body: View
  @ViewBuilder func body(content: Content, context: Context) -> Body
  typealias Content = ModifierContent
}

extension PreviewModifier where Context == Void {
  public static func makeSharedContext() async throws {}
}

public struct Preview {
  public struct ViewTraits {}
}

public struct PreviewTrait<T> {
  @_spi(Host) public let apply: @MainActor (any View) -> any View
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor
  public static func modifier<Modifier: PreviewModifier>(_ modifier: Modifier) -> PreviewTrait<T> {
    PreviewTrait {
      // Only modifiers without a context are shown.
      modifier.body(content: ModifierContent(content: $0), context: () as! Modifier.Context)
    }
  }
}
