import Injection
import InjectionSwiftUI
import InjectionTesting
import Observation
import SwiftUI
@_spi(Host) import SwiftUI
import Testing

// Compiled with the stub of SwiftUI only, so the check of pages does not see it run: the condition
// says so.
#if canImport(SwiftUI)
  struct Article: Equatable, Sendable {
    let title: String
  }

  protocol Repository: Sendable {
    func getAll() -> [Article]
  }

  struct DatabaseRepository: Repository {
    func getAll() -> [Article] { [Article(title: "Cup"), Article(title: "Plate")] }
  }

  struct MockRepository: Repository {
    func getAll() -> [Article] { [Article(title: "Mock")] }
  }

  extension InjectedValues {
    private enum RepositoryKey: InjectionKey {
      static var defaultValue: any Repository { DatabaseRepository() }
    }
    var repository: any Repository {
      get { self[RepositoryKey.self] }
      set { self[RepositoryKey.self] = newValue }
    }
  }

  extension InjectedValues {
    private enum NameKey: InjectionKey { static var defaultValue: String { "Nobody" } }
    var name: String {
      get { self[NameKey.self] }
      set { self[NameKey.self] = newValue }
    }
  }

  struct ArticleList: View {
    @Environment(\.injected.repository) private var repository

    var body: some View {
      ForEach(repository.getAll(), id: \.title) { article in
        Text(article.title)
      }
    }
  }

  struct MockShop: View {
    var body: some View {
      ArticleList().injected(\.repository, MockRepository())
    }
  }

  struct Greeting: View {
    @Environment(\.injected.name) private var name
    var body: some View { Text("Hello, \(name)") }
  }

  struct GreetingScreen: View {
    let name: String

    var body: some View {
      Greeting().injected(\.name, name, id: name)
    }
  }

  @MainActor
  func screen(in values: InjectedValues) -> some View {
    ArticleList().environment(\.injected, values)
  }

  struct BasketScreen: View {
    var body: some View {
      InjectedModel {
        BasketModel()
      } content: { model in
        BasketView(model: model)
      }
    }
  }

  struct BasketView: View {
    let model: BasketModel

    var body: some View {
      VStack {
        ForEach(model.articles, id: \.title) { Text($0.title) }
        Button("Load") { model.loadArticles() }
      }
    }
  }

  final class BasketService: Sendable {
    private let repository = Injected(\.repository)

    func articles() -> [Article] { repository().getAll() }
  }

  extension InjectedValues {
    private enum ServiceKey: InjectionKey {
      static var defaultValue: BasketService { BasketService() }
    }
    var service: BasketService { self[ServiceKey.self] }
  }

  @Observable
  @MainActor
  final class BasketModel {
    @ObservationIgnored @Injected(\.service) private var service
    private(set) var articles: [Article] = []

    func loadArticles() {
      withInjected($service) { articles += service.articles() }
    }
  }

  struct LoadButton: View {
    @Environment(\.injected) private var injected
    let show: @MainActor ([Article]) -> Void

    var body: some View {
      Button("Load") {
        withInjected(injected) { show(injected.service.articles()) }
      }
    }
  }

  @MainActor
  private func previewByTrait() -> Preview {
    preview(traits: .injected { $0.repository = MockRepository() }) {
      BasketScreen()
    }
  }

  @MainActor
  private func previewByScope() -> Preview {
    preview {
      withInjected(\.repository, MockRepository()) {
        BasketView(model: BasketModel())
      }
    }
  }

  /// What the page says of these examples.
  @MainActor
  @Suite struct InjectingIntoViewsTests {
    @Test func `a view reads the process's values, and those that a modifier replaces`() {
      #expect(Host { ArticleList() }.texts == ["Cup", "Plate"])
      #expect(Host { MockShop() }.texts == ["Mock"])
    }

    @Test func `a view sees what is set when the app starts`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        InjectedValues.bootstrap { $0.repository = MockRepository() }
        #expect(Host { ArticleList() }.texts == ["Mock"])
      }
    }

    @Test func `a scope around a view replaces nothing in it`() {
      let host = withInjected(\.repository, MockRepository()) { Host { ArticleList() } }
      #expect(host.texts == ["Cup", "Plate"])
    }

    @Test func `@Injected in a view sees what the process sees`() {
      struct Articles: View {
        @Injected(\.repository) private var repository
        var body: some View { Text("\(repository.getAll().count)") }
      }
      #expect(
        Host { VStack { Articles() }.injected(\.repository, MockRepository()) }.texts == ["2"]
      )
    }

    @Test func `a value that is captured changes with the id`() {
      let name = Box("Ada")
      let host = Host { GreetingScreen(name: name.value) }
      #expect(host.texts == ["Hello, Ada"])
      name.value = "Alan"
      host.evaluate()
      #expect(host.texts == ["Hello, Alan"])
    }

    @Test func `values that were captured are set in the environment`() {
      let values = withInjected(\.repository, MockRepository()) { InjectedValues.current }
      #expect(Host { screen(in: values) }.texts == ["Mock"])
    }

    @Test func `the basket screen loads articles, and keeps them`() {
      let host = Host { BasketScreen() }
      #expect(host.texts == [])
      host.press("Load")
      #expect(host.texts == ["Cup", "Plate"])
      host.evaluate()
      #expect(host.texts == ["Cup", "Plate"])
    }

    @Test func `the basket screen loads what the environment has`() {
      let host = Host { BasketScreen().injected(\.repository, MockRepository()) }
      host.press("Load")
      #expect(host.texts == ["Mock"])
    }

    @Test func `what is called without entering the values is in no scope`() {
      struct Naive: View {
        @Environment(\.injected) private var injected
        let show: @MainActor ([Article]) -> Void
        var body: some View { Button("Load") { show(injected.service.articles()) } }
      }
      let shown = Box<[Article]>([])
      let host = Host { Naive { shown.value = $0 }.injected(\.repository, MockRepository()) }
      host.press("Load")
      #expect(shown.value.map(\.title) == ["Cup", "Plate"])
    }

    @Test func `a view without a model enters the values of its environment`() {
      let shown = Box<[Article]>([])
      let host = Host { LoadButton { shown.value = $0 }.injected(\.repository, MockRepository()) }
      host.press("Load")
      #expect(shown.value.map(\.title) == ["Mock"])
    }

    @Test func `a service that is scoped by the repository need not be entered`() {
      struct Scoped: View {
        @Environment(\.injected.scopedService) private var service
        let show: @MainActor ([Article]) -> Void
        var body: some View { Button("Load") { show(service.articles()) } }
      }
      let shown = Box<[Article]>([])
      let host = Host { Scoped { shown.value = $0 }.injected(\.repository, MockRepository()) }
      host.press("Load")
      #expect(shown.value.map(\.title) == ["Mock"])
    }

    @Test func `a preview's trait replaces what models see that are made in the environment`() {
      let host = Host { previewByTrait().makeView() }
      host.press("Load")
      #expect(host.texts == ["Mock"])
    }

    @Test func `a model that is made in the preview's closure sees values that are entered`() {
      let view = previewByScope().makeView()
      let host = Host { view }
      host.press("Load")
      #expect(host.texts == ["Mock"])
    }

    @Test func `a model that is made directly does not see the trait's values`() {
      let model = BasketModel()
      let preview = preview(traits: .injected(\.repository, MockRepository())) {
        BasketView(model: model)
      }
      let host = Host { preview.makeView() }
      host.press("Load")
      #expect(host.texts == ["Cup", "Plate"])
    }
  }

  extension InjectedValues {
    private enum ScopedServiceKey: InjectionKey {
      static var defaultValue: BasketService { BasketService() }
      static var lifetime: InjectionLifetime { .scoped(by: RepositoryKey.self) }
    }
    fileprivate var scopedService: BasketService { self[ScopedServiceKey.self] }
  }
#endif
