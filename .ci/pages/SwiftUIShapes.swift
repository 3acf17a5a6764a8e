// What pages use of SwiftUI and the stub in Tests does not have, in the same shape: with it, code
// that needs SwiftUI is compiled, and not run, where there is none.

import SwiftUI

@MainActor @preconcurrency protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  static func main() {}
}

@MainActor @preconcurrency protocol Scene {}

@resultBuilder struct SceneBuilder {
  static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

struct WindowGroup<Content: View>: Scene {
  nonisolated init(@ViewBuilder content: () -> Content) {}
}

struct List<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  nonisolated init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
  var body: some View { EmptyView() }
}

struct NavigationStack<Content: View>: View {
  nonisolated init(@ViewBuilder content: () -> Content) {}
  var body: some View { EmptyView() }
}

extension View {
  nonisolated func task(
    @_inheritActorContext _ action: sending @escaping () async -> Void
  ) -> some View {
    self
  }

  nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    self
  }
}

extension ViewBuilder {
  static func buildOptional(_ content: (any View)?) -> EmptyView { EmptyView() }
}

struct Binding<Value> {}

/// That of the stub has no `$`.
@MainActor @propertyWrapper struct State<Value> {
  nonisolated init(wrappedValue: Value) {}
  nonisolated init(initialValue: Value) {}
  var wrappedValue: Value {
    get { fatalError("Pages with views are compiled, and not run.") }
    nonmutating set {}
  }
  var projectedValue: Binding<Value> { Binding() }
}

@MainActor func preview(
  traits: PreviewTrait<Preview.ViewTraits>,
  @ViewBuilder body: @escaping @MainActor () -> any View
) {}

@MainActor func preview(@ViewBuilder body: @escaping @MainActor () -> any View) {}
