// A stub of SwiftUI: what this package and its pages use of it, with the isolation, the availability
// and the generic types of Apple's interface. Code that uses SwiftUI compiles with it; nothing in it
// runs. `.ci/run apple` compiles it for Apple's systems.

// MARK: - Views

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension View where Body == Never {
  public var body: Never { fatalError() }
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
}

@MainActor @preconcurrency
public struct TupleView<T>: View {
  public typealias Body = Never
  public nonisolated init(_ value: T) {}
}

@MainActor @preconcurrency
public struct EmptyView: View {
  public typealias Body = Never
  public nonisolated init() {}
}

@MainActor @preconcurrency
public struct AnyView: View {
  public typealias Body = Never
  public nonisolated init(_ view: some View) {}
}

public struct Text: Equatable, Sendable { public init(_ content: some StringProtocol) {} }

extension Text: View { public typealias Body = Never }

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public nonisolated init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Content: View {}
}

extension ForEach: View where Content: View { public typealias Body = Never }

@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: View {
  public typealias Body = Never
  public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where SelectionValue == Never, Content == ForEach<Data, ID, RowContent> {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
@MainActor @preconcurrency
public struct NavigationStack<Data, Root: View>: View {
  public typealias Body = Never
  public nonisolated init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
public struct NavigationPath {}

// MARK: - Apps

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App { @MainActor @preconcurrency public static func main() {} }

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  public var body: Never { fatalError() }
}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency
public struct WindowGroup<Content: View>: Scene {
  public typealias Body = Never
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

// MARK: - Modifiers

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = _ViewModifier_Content<Self>
}

@MainActor @preconcurrency
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  public typealias Body = Never
}

public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier
  public nonisolated init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
}

extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }

  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View { EmptyView() }

  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func task(
    @_inheritActorContext _ action: sending @escaping () async -> Void
  ) -> some View { EmptyView() }

  public nonisolated func sheet(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> some View
  ) -> some View { EmptyView() }
}

// MARK: - Environment and state

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set { fatalError() }
  }
  public var description: String { "" }
}

@available(*, unavailable)
extension EnvironmentValues: Sendable {}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public protocol DynamicProperty { mutating func update() }

extension DynamicProperty { public mutating func update() {} }

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

extension Environment: Sendable where Value: Sendable {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}

// MARK: - Previews

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor @preconcurrency
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  @MainActor static func makeSharedContext() async throws -> Context
  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
  typealias Content = PreviewModifierContent
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension PreviewModifier where Context == Void {
  @MainActor public static func makeSharedContext() async throws {}
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor @preconcurrency
public struct PreviewModifierContent: View { public typealias Body = Never }

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @preconcurrency
public struct Preview { public enum ViewTraits {} }

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
public struct PreviewTrait<T> {}

extension PreviewTrait where T == Preview.ViewTraits {
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @MainActor @preconcurrency
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
