import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Tests with `failOnLeakedScopes` fail if their scopes still exist after them.
struct LeakedScopesTests {
  @Test func `a kept value that makes an object late holds its scope`() throws {
    let line = #line + 1
    let issues = leaks { withInjected(\.user, User()) { InjectedValues[\.service].run() } }
    let message = try #require(issues.messages.first)
    #expect(issues.all.map(\.kind) == [.leakedScope] && issues.lines == [line])
    #expect(message.hasPrefix("A scope still exists after its test has ended."))
    #expect(message.contains("LeakedScopesTests.swift:\(line)"))
    #expect(message.contains("Overrides: \\.user") && message.contains("Keeps: \\.service"))
  }

  @Test(arguments: [true, false])
  func `a kept value that stores what its scope's code hands it holds the scope`(isObject: Bool) {
    let issues = leaks {
      withInjected(\.user, User()) {
        let (values, helper) = (InjectedValues.current, Helper())
        InjectedValues[\.plainService].callbacks.add(
          isObject ? { @Sendable in _ = helper.user() } : { @Sendable in _ = values.user }
        )
      }
    }
    #expect(issues.all.map(\.kind) == [.leakedScope])
    #expect(issues.messages.allSatisfy { $0.contains("Keeps: \\.plainService") })
  }

  @Test func `both ways out are none`() {
    let issues = leaks {
      withInjected(\.user, User()) {
        InjectedValues[\.eagerService].run()
        InjectedValues[\.plainService].run()
      }
    }
    #expect(issues.all.isEmpty)
  }

  @Test func `the container's own scope counts, with the place of its override`() {
    let run = { InjectedValues[\.service].run() }
    let issues = issues(.failOnLeakedScopes, update: { $0.user = User() }, operation: run)
    #expect(issues.all.count == 1)
    #expect(issues.messages.allSatisfy { $0.contains("Keeps: \\.service") })
  }

  @Test func `what a static variable holds is a leak`() {
    let issues = leaks {
      withInjected(named: "inner", { $0.user = User() }) {
        Holder.values.withLock { $0 = .current }
      }
    }
    #expect(issues.messages.first?.contains("Scope: inner") == true)
    Holder.values.withLock { $0 = nil }
  }

  @Test func `what a static variable has created at the root is none`() {
    let issues = issues(.failOnLeakedScopes) {
      $0.user = User()
    } operation: {
      withInjected(\.word, "inner") {
        Holder.reader.withLock { $0 = withInjected(.root) { Injected(\.word) } }
        #expect(Holder.reader.withLock { $0?() } == "inner")
      }
    }
    #expect(issues.all.isEmpty)
    Holder.reader.withLock { $0 = nil }
  }

  @Test func `a scope whose closure has read leaks once`() {
    let issues = leaks {
      withInjected(named: "parts") {
        $0.user = User()
        _ = $0.plainService
        $0.word = "later"
      } operation: {
        Holder.others.withLock { $0 = .current }
      }
    }
    #expect(issues.messages.count == 1 && issues.messages[0].contains("Scope: parts"))
    #expect(issues.messages[0].contains("Overrides: \\.user, \\.word"))
    #expect(issues.messages[0].contains("Keeps: \\.plainService"))
    Holder.others.withLock { $0 = nil }
  }

  @Test func `a task has time to end`() async {
    let issues = Issues()
    await TrackedScopes.$patience.withValue(.seconds(120)) {
      await withTestScope(options: [.failOnLeakedScopes, issues.option]) {
        await withInjected(\.user, User()) {
          await Task.yield()
          Task { try await Task.sleep(for: .milliseconds(50)) }
        }
      }
    }
    #expect(issues.all.isEmpty)
  }

  @Test func `a task that does not end holds its scope`() async {
    let issues = Issues()
    let gate = Gate()
    await TrackedScopes.$patience.withValue(.milliseconds(20)) {
      await withTestScope(options: [.failOnLeakedScopes, issues.option]) {
        await withInjected(\.user, User()) {
          await Task.yield()
          Task { await gate.wait() }
        }
      }
    }
    // Only the scope: the container around it has no overrides, and isn't named.
    #expect(issues.all.count == 1)
    gate.open()
  }

  private func leaks(_ operation: () -> Void) -> Issues {
    TrackedScopes.$patience.withValue(.milliseconds(20)) {
      issues(.failOnLeakedScopes, operation: operation)
    }
  }
}

// MARK: - Fixtures

private final class User: Sendable { let name = "user" }

private final class Helper: Sendable { let user = Injected(\.user) }

/// Creates its helper when it is used.
private final class Service: Sendable {
  private let user = InjectedValues[\.user]
  private let helper = Lock<Helper?>(nil)
  func run() { helper.withLock { $0 = Helper() } }
}

/// Creates its helper while it is built.
private final class EagerService: Sendable {
  let name = InjectedValues[\.user].name
  private let helper = Helper()
  func run() { _ = helper.user() }
}

/// Gives its helper the value.
private final class PlainService: Sendable {
  let callbacks = Log<@Sendable () -> Void>()
  private let user = InjectedValues[\.user]
  private let helper = Lock<User?>(nil)
  func run() { helper.withLock { $0 = user } }
}

private enum Holder {
  static let values = Lock<InjectedValues?>(nil)
  static let others = Lock<InjectedValues?>(nil)
  static let reader = Lock<Injected<String>?>(nil)
}

extension InjectedValues {
  @Injectable fileprivate var user: User = User()
  @Injectable fileprivate var service: Service = Service()
  @Injectable fileprivate var eagerService: EagerService = EagerService()
  @Injectable fileprivate var plainService: PlainService = PlainService()
  @Injectable fileprivate var word: String = ""
}
