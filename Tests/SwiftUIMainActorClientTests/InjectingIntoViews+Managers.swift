import Injection
import InjectionSwiftUI
import InjectionTesting
import Observation
@_spi(Host) import SwiftUI
import Testing

// Compiled with the stub of SwiftUI only, so the check of pages does not see it run: the condition
// says so.
#if canImport(SwiftUI)
  struct User {
    let id: Int
    let name: String
  }

  @Observable
  final class AuthManager {
    private(set) var user: User?

    func logIn(_ user: User) { self.user = user }
    func logOut() { user = nil }
  }

  @Observable
  final class CollectionsManager {
    @ObservationIgnored @Injected(\.auth) private var auth
    private let user: User
    private(set) var movies: [String] = []

    init(of user: User) { self.user = user }

    func add(_ movie: String) {
      if auth.user?.id == user.id { movies.append("\(user.name): \(movie)") }
    }
  }

  extension InjectedValues {
    private enum AuthKey: InjectionKey {
      static var defaultValue: AuthManager { AuthManager() }
      static var lifetime: InjectionLifetime { .singleton }
    }
    var auth: AuthManager { self[AuthKey.self] }

    private enum UserKey: InjectionKey {
      static var defaultValue: User { User(id: 0, name: "Nobody") }
    }
    var user: User {
      get { self[UserKey.self] }
      set { self[UserKey.self] = newValue }
    }

    private enum CollectionsKey: InjectionKey {
      static var defaultValue: CollectionsManager {
        CollectionsManager(of: InjectedValues.current.user)
      }
    }
    var collections: CollectionsManager { self[CollectionsKey.self] }
  }

  struct RootView: View {
    @Environment(\.injected.auth) private var auth

    var body: some View {
      if let user = auth.user {
        CollectionsView().injected(\.user, user, id: user.id)
      } else {
        Button("Log in") { auth.logIn(User(id: 1, name: "Ada")) }
      }
    }
  }

  struct CollectionsView: View {
    @Environment(\.injected.auth) private var auth
    @Environment(\.injected.collections) private var collections

    var body: some View {
      VStack {
        ForEach(collections.movies, id: \.self) { Text($0) }
        Button("Add") { collections.add("Metropolis") }
        Button("Log out") { auth.logOut() }
      }
    }
  }

  @Suite(.injected())
  struct ManagersTests {
    private let values = InjectedValues.current
    private let host: Host

    init() {
      let values = values
      host = Host { RootView().environment(\.injected, values) }
    }

    @Test func `a user's collections are kept while the user is logged in`() {
      host.press("Log in")
      #expect(host.texts == [])
      host.press("Add")
      for _ in 0..<10 { host.evaluate() }
      #expect(host.texts == ["Ada: Metropolis"])
      #expect(values.auth.user?.name == "Ada")
      #expect(values.user.name == "Nobody")
    }

    @Test func `at log-out the collections go, and the next user gets others`() {
      host.press("Log in")
      host.press("Add")
      host.press("Log out")
      #expect(host.texts == [])
      host.press("Log in")
      #expect(host.texts == [])
      // Also without a log-out in between.
      host.press("Add")
      values.auth.logIn(User(id: 2, name: "Alan"))
      host.evaluate()
      #expect(host.texts == [])
      host.press("Add")
      #expect(host.texts == ["Alan: Metropolis"])
    }

    @Test func `all views share one of each manager`() {
      let seen = Seen()
      let host = Host {
        VStack {
          SeeingView(seen: seen)
          SeeingView(seen: seen)
        }
        .injected(\.user, User(id: 1, name: "Ada"))
      }
      for _ in 0..<4 { host.evaluate() }
      #expect(seen.auths.count == 10)
      #expect(seen.auths.allSatisfy { $0 === seen.auths[0] })
      #expect(seen.collections.allSatisfy { $0 === seen.collections[0] })
    }

    @Test func `a manager that belongs to a user is released at log-out`() {
      let observer = Seen()
      let auth = values.auth
      let values = values
      let host = Host {
        if let user = auth.user {
          SeeingView(seen: observer).injected(\.user, user, id: user.id)
            .environment(\.injected, values)
        }
      }
      auth.logIn(User(id: 1, name: "Ada"))
      host.evaluate()
      weak let manager = observer.collections.removeLast()
      #expect(manager != nil)
      auth.logOut()
      host.evaluate()
      #expect(manager == nil)
    }
  }

  private final class Seen {
    var auths: [AuthManager] = []
    var collections: [CollectionsManager] = []
  }

  private struct SeeingView: View {
    @Environment(\.injected.auth) private var auth
    @Environment(\.injected.collections) private var collections
    let seen: Seen

    var body: some View {
      seen.auths.append(auth)
      seen.collections.append(collections)
      return Text("seen")
    }
  }
#endif
