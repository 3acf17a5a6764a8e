import Injection
import InjectionTesting
import Testing

// Stands in for UIKit's class.
@MainActor
private class UIViewController {}

private final class BasketViewController: UIViewController {
  @Injected(\.service) private var service
  private(set) var articles: [String] = []

  func loadArticles() {
    withInjected($service) { articles += service.articles() }
  }
}

@MainActor
private final class BasketCoordinator {
  @Injected(\.service) private var service

  func makeBasket() -> BasketViewController {
    withInjected($service) { BasketViewController() }
  }
}

@MainActor
private final class AppCoordinator {
  private(set) var session: BasketCoordinator?

  func logIn(_ user: String) {
    session = withInjected(\.user, user) { BasketCoordinator() }
  }

  func logOut() { session = nil }
}

@MainActor
@Suite(.injected())
struct InjectingIntoViewControllersTests {
  @Test func `a controller goes on with the values it was made in`() {
    let controller = withInjected(\.user, "Ada") { BasketViewController() }
    controller.loadArticles()
    #expect(controller.articles == ["Ada's cup"])
  }

  @Test func `a coordinator hands its values on`() {
    let coordinator = withInjected(\.user, "Ada") { BasketCoordinator() }
    let controller = coordinator.makeBasket()
    controller.loadArticles()
    #expect(controller.articles == ["Ada's cup"])
    #expect(coordinator.articles == ["Ada's cup"])
    // Made outside of it.
    let other = BasketViewController()
    other.loadArticles()
    #expect(other.articles == ["Nobody's cup"])
  }

  @Test func `at log-out the user's scope ends, with what was built for the user`() {
    let app = AppCoordinator()
    app.logIn("Ada")
    weak let cart = app.session.map { withInjected($0.makeBasket().values) { Injected(\.cart)() } }
    #expect(cart?.user == "Ada")
    app.logOut()
    #expect(cart == nil)
  }
}

extension BasketViewController {
  fileprivate var values: InjectedValues { $service }
}

extension BasketCoordinator {
  fileprivate var articles: [String] { withInjected($service) { service.articles() } }
}

private final class BasketService: Sendable {
  private let user = Injected(\.user)

  func articles() -> [String] { ["\(user())'s cup"] }
}

private final class Cart: Sendable {
  let user = InjectedValues[\.user]
}

extension InjectedValues {
  private enum ServiceKey: InjectionKey {
    static var defaultValue: BasketService { BasketService() }
  }
  fileprivate var service: BasketService { self[ServiceKey.self] }

  private enum UserKey: InjectionKey { static var defaultValue: String { "Nobody" } }
  fileprivate var user: String {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }

  private enum CartKey: InjectionKey { static var defaultValue: Cart { Cart() } }
  fileprivate var cart: Cart { self[CartKey.self] }
}
