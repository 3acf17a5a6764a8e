import Injection
import InjectionSwiftUI
@_spi(Host) import SwiftUI
import Testing

/// The examples in the documentation comments of `InjectionSwiftUI`.
@MainActor
@Suite struct CommentTests {
  @Test func `values are set in the environment`() {
    let values = withInjected(\.repository, MockRepository()) { InjectedValues.current }
    let host = Host {
      BasketScreen().environment(\.injected, values)
    }
    #expect(loaded(host) == ["Mock"])
  }

  @Test func `values are replaced for a view and all inside`() {
    let several = Host {
      BasketScreen().injected {
        $0.repository = MockRepository()
        $0.config.timeout = 1
      }
    }
    let one = Host {
      BasketScreen().injected(\.repository, MockRepository())
    }
    #expect(loaded(several) == ["Mock"])
    #expect(loaded(one) == ["Mock"])
  }

  @Test func `what is captured changes with the id`() {
    let users = Box([User(id: 1, name: "Ada"), User(id: 2, name: "Alan")])
    func home(_ user: User) -> some View {
      VStack {
        HomeScreen().injected(id: user.id) { $0.user = user }
        HomeScreen().injected(\.user, user, id: user.id)
      }
    }
    let host = Host { home(users.value[0]) }
    #expect(host.texts == ["Ada", "Ada"])
    users.value.removeFirst()
    host.evaluate()
    #expect(host.texts == ["Alan", "Alan"])
  }

  @Test func `a model is made for a view`() {
    let host = Host {
      InjectedModel {
        BasketModel()
      } content: { model in
        BasketView(model: model)
      }
    }
    #expect(loaded(host) == ["Cup", "Plate"])
  }

  @Test func `previews have values of their own`() {
    let severalValues =
      preview(traits: .injected { $0.repository = MockRepository() }) {
        BasketScreen()
      }
    let oneValue =
      preview(traits: .injected(\.repository, MockRepository())) {
        BasketScreen()
      }
    let entered =
      preview {
        withInjected(\.repository, MockRepository()) { BasketView(model: BasketModel()) }
      }
    for preview in [severalValues, oneValue, entered] {
      let view = preview.makeView()
      #expect(loaded(Host { view }) == ["Mock"])
    }
  }

  private func loaded(_ host: Host) -> [String] {
    host.press("Load")
    return host.texts
  }
}

// MARK: - Fixtures

private struct User: Sendable {
  let id: Int
  let name: String
}

extension InjectedValues {
  private enum UserKey: InjectionKey {
    static var defaultValue: User { User(id: 0, name: "Nobody") }
  }
  fileprivate var user: User {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
}

private struct HomeScreen: View {
  @Environment(\.injected.user) private var user
  var body: some View { Text(user.name) }
}
