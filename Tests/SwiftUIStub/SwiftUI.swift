// A stub of SwiftUI: what this package and its pages use of it, with the signatures of its
// documentation. Code that uses SwiftUI compiles with it; nothing in it runs.
//
// As in SwiftUI, views conform in extensions, since a type that conforms where it is declared is
// isolated to the main actor as a whole.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View { public typealias Body = Never }

extension View where Body == Never {
  public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> some View {
    EmptyView()
  }
}

// MARK: - Views

public struct EmptyView { public init() {} }

extension EmptyView: View { public typealias Body = Never }

public struct Text { public init(_ content: some StringProtocol) {} }

extension Text: View { public typealias Body = Never }

public struct List<Data: RandomAccessCollection, ID: Hashable, Content> {
  public nonisolated init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Content: View {}
}

extension List: View where Content: View { public typealias Body = Never }

public typealias ForEach = List

public struct NavigationStack<Content> {
  public nonisolated init(@ViewBuilder content: () -> Content) where Content: View {}
}

extension NavigationStack: View where Content: View { public typealias Body = Never }

// MARK: - Apps

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App { public static func main() {} }

@MainActor @preconcurrency
public protocol Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

// MARK: - Modifiers

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = EmptyView
}

extension View {
  public nonisolated func modifier(_ modifier: some ViewModifier) -> some View { EmptyView() }

  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View { EmptyView() }

  public nonisolated func task(
    @_inheritActorContext _ action: sending @escaping () async -> Void
  ) -> some View { EmptyView() }

  public nonisolated func sheet(
    isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> some View
  ) -> some View { EmptyView() }
}

// MARK: - Environment and state

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set { fatalError() }
  }
}

@propertyWrapper
public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

@propertyWrapper
public struct State<Value> {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { Binding() }
}

public struct Binding<Value> {}

// MARK: - Previews

@MainActor
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  @ViewBuilder func body(content: Content, context: Context) -> Body
  typealias Content = EmptyView
}

public struct Preview { public struct ViewTraits {} }

public struct PreviewTrait<T> {}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor
  public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<T> {
    PreviewTrait()
  }
}

/// In place of the macro `#Preview`.
@MainActor
public func preview(
  traits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) {}
