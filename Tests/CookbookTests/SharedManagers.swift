import Injection
import InjectionMacros
import InjectionTesting
import Observation
import Testing

@MainActor @Observable
final class AuthManager {
  var isLoggedIn = false
  var userName = ""

  nonisolated init() {}
}

@MainActor @Observable
final class LibraryManager {
  private let authManager: AuthManager

  nonisolated init(authManager: AuthManager) { self.authManager = authManager }

  func favorites() -> [String] {
    authManager.isLoggedIn ? ["\(authManager.userName)'s film"] : []
  }
}

extension InjectedValues {
  @Injectable var authManager: AuthManager = AuthManager()
  @Injectable var libraryManager: LibraryManager =
    LibraryManager(authManager: InjectedValues[\.authManager])
}

@MainActor @Suite(.injected()) struct SharedManagers {
  @Test func `whoever signs in signs in for both`() {
    @Injected(\.authManager) var authManager
    @Injected(\.libraryManager) var libraryManager
    #expect(libraryManager.favorites() == [])

    authManager.isLoggedIn = true
    authManager.userName = "Ada"
    #expect(libraryManager.favorites() == ["Ada's film"])
  }

  @Test func `there is one of each`() {
    #expect(InjectedValues[\.authManager] === InjectedValues[\.authManager])
    #expect(InjectedValues[\.libraryManager] === InjectedValues[\.libraryManager])
  }

  @Test func `a test signs in somebody of its own`() {
    let authManager = AuthManager()
    authManager.isLoggedIn = true
    withInjected(\.authManager, authManager) {
      #expect(InjectedValues[\.libraryManager].favorites() == ["'s film"])
    }
    #expect(InjectedValues[\.libraryManager].favorites() == [])
  }

  @Test func `a protocol instead of the class is a smaller promise`() {
    func favorites(isLoggedIn: Bool, userName: String) -> [String] {
      isLoggedIn ? ["\(userName)'s film"] : []
    }
    #expect(favorites(isLoggedIn: true, userName: "Ada") == ["Ada's film"])
    #expect(favorites(isLoggedIn: false, userName: "") == [])
  }
}
