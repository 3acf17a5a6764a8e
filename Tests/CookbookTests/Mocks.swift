import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

struct Account: Sendable, Equatable {
  let id: String
  let name: String
}

protocol AccountService: Sendable {
  func account(_ id: String) async throws -> Account
}

final class MockAccountService: AccountService {
  struct NotStubbed: Error {}

  private let calls = Mutex<[String]>([])
  private let answer: @Sendable (String) async throws -> Account

  init(
    _ answer: @escaping @Sendable (String) async throws -> Account = { _ in
      throw NotStubbed()
    }
  ) {
    self.answer = answer
  }

  var ids: [String] { calls.withLock { $0 } }

  func account(_ id: String) async throws -> Account {
    calls.withLock { $0.append(id) }
    return try await answer(id)
  }
}

extension InjectedValues {
  @Injectable(test: unimplemented(MockAccountService()))
  var accountService: any AccountService = MockAccountService()
}

@MainActor final class AccountModel {
  @Injected(\.accountService) private var service
  private(set) var name = ""
  private(set) var failed = false

  func load(_ id: String) async {
    do { name = try await service.account(id).name } catch { failed = true }
  }
}

@MainActor @Suite struct Mocks {
  @Test func `the model asks for the account once, and shows its name`() async {
    let service = MockAccountService { Account(id: $0, name: "Ada") }
    await withTestScope(options: .failOnUnusedOverrides) {
      $0.accountService = service
    } operation: {
      let model = AccountModel()
      await model.load("123")
      #expect(model.name == "Ada")
      #expect(service.ids == ["123"])
    }
  }

  @Test(.injected(\.accountService, MockAccountService()))
  func `the model says that it failed`() async {
    let model = AccountModel()
    await model.load("123")
    #expect(model.failed)
  }

  @Test func `an override that nobody reads fails the test`() {
    withKnownIssue {
      withTestScope(options: .failOnUnusedOverrides) {
        $0.accountService = MockAccountService()
      } operation: {
      }
    } matching: {
      "\($0)".contains("accountService")
    }
  }
}
