import Foundation
import Injection
import InjectionEssentials
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

protocol TokenStore: Sendable {
  var token: String? { get }
  func save(_ token: String?)
}

final class MemoryTokens: TokenStore {
  private let value = Mutex<String?>(nil)

  var token: String? { value.withLock { $0 } }
  func save(_ token: String?) { value.withLock { $0 = token } }
}

extension InjectedValues {
  @Injectable var tokens: any TokenStore = MemoryTokens()
  @Injectable var authenticator: Authenticator =
    Authenticator(tokens: InjectedValues[\.tokens])
}

actor Authenticator {
  private let session = Injected(\.urlSession)
  private let tokens: any TokenStore
  private var refreshing: Task<String, any Error>?

  init(tokens: any TokenStore) { self.tokens = tokens }

  func token() async throws -> String {
    if let token = tokens.token { return token }
    let task = refreshing ?? Task { try await fetch() }
    refreshing = task
    return try await task.value
  }

  private func fetch() async throws -> String {
    defer { refreshing = nil }
    let (data, _) = try await session().data(
      from: URL(string: "https://api.example/token")!
    )
    let token = String(decoding: data, as: UTF8.self)
    tokens.save(token)
    return token
  }

  func expire(_ token: String) {
    if tokens.token == token { tokens.save(nil) }
  }
}

struct SecretClient: Sendable {
  @Injected(\.urlSession) private var session
  @Injected(\.authenticator) private var authenticator

  func secret() async throws -> String {
    var token = try await authenticator.token()
    var (data, response) = try await load(with: token)
    if response?.statusCode == 401 {
      await authenticator.expire(token)
      token = try await authenticator.token()
      (data, response) = try await load(with: token)
    }
    guard response?.statusCode == 200 else {
      throw URLError(.userAuthenticationRequired)
    }
    return String(decoding: data, as: UTF8.self)
  }

  private func load(with token: String) async throws -> (Data, HTTPURLResponse?) {
    var request = URLRequest(url: URL(string: "https://api.example/secret")!)
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (data, response) = try await session.data(for: request)
    return (data, response as? HTTPURLResponse)
  }
}

final class StubServer: Sendable {
  private let count = Mutex(0)
  let isOpen: Bool

  init(isOpen: Bool = true) { self.isOpen = isOpen }

  var tokensGiven: Int { count.withLock { $0 } }

  func answer(_ request: URLRequest) -> (Data, HTTPURLResponse)? {
    if request.url?.path() == "/token" {
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return (Data("token \(number)".utf8), .stub(for: request))
    }
    let token = request.value(forHTTPHeaderField: "Authorization")
    let isKnown = isOpen && token == "Bearer token \(tokensGiven)"
    return (Data("gold".utf8), .stub(for: request, statusCode: isKnown ? 200 : 401))
  }
}

@Suite struct Authentication {
  @Test func `a stale token is renewed once, for all requests`() async throws {
    let server = StubServer()
    try await withTestScope {
      $0.urlSession = .stub { server.answer($0) }
      $0.tokens.save("stale")
    } operation: {
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 1...20 { group.addTask { try await SecretClient().secret() } }
        for try await secret in group { #expect(secret == "gold") }
      }
      #expect(server.tokensGiven == 1)
    }
  }

  @Test func `who is not let in with a new token is told so`() async {
    await withTestScope {
      let server = StubServer(isOpen: false)
      $0.urlSession = .stub { server.answer($0) }
    } operation: {
      await #expect(throws: URLError.self) { try await SecretClient().secret() }
    }
  }

  @Test func `without a token one is fetched, and kept`() async throws {
    let server = StubServer()
    try await withTestScope {
      $0.urlSession = .stub { server.answer($0) }
    } operation: {
      _ = try await SecretClient().secret()
      _ = try await SecretClient().secret()
      #expect(server.tokensGiven == 1)
      #expect(InjectedValues[\.tokens].token == "token 1")
    }
  }

  @Test(.injected())
  func `users who have tokens of their own have authenticators of their own`() {
    let ada = withInjected(\.tokens, MemoryTokens()) { InjectedValues.current }
    let bo = withInjected(\.tokens, MemoryTokens()) { InjectedValues.current }
    #expect(ada.authenticator !== bo.authenticator)
    #expect(ada.authenticator === ada.authenticator)
  }
}
