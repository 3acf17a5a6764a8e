import Foundation
import Injection
import Synchronization
import Testing

@Suite struct InjectionExplanationTests {
  // R18: the example of the documents, as a whole.
  @Test func `says what overrides, who keeps, and because of what`() {
    let line: UInt = #line + 1
    withTestScope("CheckoutTests.total()") { _ in
    } operation: {
      _ = InjectedValues.current.logger
      withInjected("checkout") {
        $0.repository = MockRepository()
      } operation: {
        _ = InjectedValues.current.userService
        #expect(
          InjectedValues.current.explain(\.userService).description == """
            userService: LiveUserService (default, kept by scope "checkout", \
            InjectionExplanationTests.swift:\(line + 3))
            ├─ repository: MockRepository (overridden by scope "checkout", \
            InjectionExplanationTests.swift:\(line + 3))
            └─ logger: ConsoleLogger (default, kept by scope "CheckoutTests.total()", \
            InjectionExplanationTests.swift:\(line))
                 because it reads nothing that this scope overrides
            """
        )
      }
    }
  }

  @Test func `scopes without a name go by their place`() {
    let line: UInt = #line + 1
    withInjected(\.repository, MockRepository()) {
      _ = InjectedValues.current.userService
      #expect(
        InjectedValues.current.explain(\.userService).description == """
          userService: LiveUserService (default, kept by the scope at \
          InjectionExplanationTests.swift:\(line))
          ├─ repository: MockRepository (overridden at InjectionExplanationTests.swift:\(line))
          └─ logger: ConsoleLogger (default, kept by the process)
               because it reads nothing that this scope overrides
          """
      )
    }
  }

  // R6: what the update reads is built in a scope that its later changes lie in.
  @Test func `one call is one scope, also where its update reads values`() {
    withInjected("inside") {
      $0.repository = MockRepository()
      _ = $0.userService
      $0.amount = 2
    } operation: {
      let explanation = InjectedValues.current.explain(\.userService)
      #expect(explanation.scope?.name == "inside")
      #expect(explanation.remarks.isEmpty)
      #expect(
        explanation.reads.last?.remarks == ["because it reads nothing that this scope overrides"]
      )
    }
  }

  @Test func `has the same in parts`() throws {
    let place = #line + 1
    try withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.userService
      let explanation = InjectedValues.current.explain(\.userService)
      #expect(explanation.property == "userService")
      #expect(explanation.key == "UserServiceKey")
      #expect(explanation.valueType == "any UserService")
      #expect(explanation.value == "LiveUserService")
      #expect(explanation.source == .builtDefault)
      #expect(explanation.lifetime == .scoped)
      #expect(explanation.context == .test)
      #expect(explanation.reads.map(\.property) == ["repository", "logger"])
      let scope = try #require(explanation.scope)
      #expect(scope.kind == .test)
      #expect(scope.name == "outside")
      #expect(scope.fileID == #fileID)
      #expect(scope.line == place)

      let json = try JSONEncoder().encode(explanation)
      #expect(try JSONDecoder().decode(InjectionExplanation.self, from: json) == explanation)
    }
  }

  @Test func `what two others read is explained once`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.shop
      let text = InjectedValues.current.explain(\.shop).description
      #expect(text.components(separatedBy: "repository: FileRepository").count == 2)
      #expect(text.components(separatedBy: "userService: LiveUserService").count == 3)
      #expect(text.components(separatedBy: ", see above)").count == 2)
    }
  }

  @Test func `an optional is named by what is in it`() {
    withTestScope("outside") { _ in
    } operation: {
      #expect(InjectedValues.current.maybe == nil)
      #expect(InjectedValues.current.explain(\.maybe).value == "nil")
      withInjected(\.maybe, MockRepository()) {
        #expect(InjectedValues.current.explain(\.maybe).value == "MockRepository")
        #expect(InjectedValues.current.explain(\.maybe).valueType == "Optional<Repository>")
      }
    }
  }

  @Test func `lifetimes are shown where they are not the usual one`() {
    let line: UInt = #line + 1
    withTestScope("outside") { _ in
    } operation: {
      let values = InjectedValues.current
      _ = (values.singleton, values.transient)
      let held = values.shared
      let keeper = "kept by scope \"outside\", InjectionExplanationTests.swift:\(line)"
      #expect(
        values.explain(\.singleton).description
          == "singleton: LiveUserService (default, singleton, \(keeper))"
      )
      #expect(
        values.explain(\.shared).description == "shared: Object (default, shared, \(keeper))"
      )
      #expect(
        values.explain(\.transient).description
          == "transient: any Logger (default, transient, built at every read)"
      )
      withInjected(\.amount, 2) {
        #expect(
          InjectedValues.current.explain(\.singleton).remarks
            == ["because a singleton does not see what inner scopes override"]
        )
      }
      withExtendedLifetime(held) {}
    }
  }

  @Test func `a shared value that nobody holds is not there`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.shared
      let explanation = InjectedValues.current.explain(\.shared)
      #expect(explanation.source == .unbuiltDefault)
      #expect(explanation.value == nil)
    }
  }
}

// MARK: - What is not built yet

extension InjectionExplanationTests {
  @Test func `what was never built is said not to be known`() {
    withTestScope("outside") { _ in
    } operation: {
      #expect(
        InjectedValues.current.explain(\.neverBuilt).description == """
          neverBuilt: any Logger (default, not built yet)
            what it reads is known when it has been built once
          """
      )
    }
  }

  @Test func `what would be built is shown as earlier builds were`() {
    withTestScope("elsewhere") { _ in
    } operation: {
      _ = InjectedValues.current.userService
    }
    withTestScope("outside") { _ in
    } operation: {
      withInjected("inside") {
        $0.logger = ConsoleLogger()
      } operation: {
        let explanation = InjectedValues.current.explain(\.userService)
        #expect(explanation.source == .unbuiltDefault)
        #expect(explanation.scope?.name == "inside")
        #expect(explanation.reads.map(\.source) == [.unbuiltDefault, .override])
        #expect(explanation.reads.map { $0.scope?.name } == ["outside", "inside"])
        #expect(explanation.remarks == ["an earlier build read:"])
      }
    }
  }

  @Test func `asking builds nothing and changes nothing`() {
    withTestScope("outside") { _ in
    } operation: {
      let values = InjectedValues.current
      _ = values.explain(\.counted)
      _ = values.explain(\.counted.description)
      _ = values.explain(CountedKey.self)
      #expect(CountedKey.builds.withLock { $0 } == 0)
      _ = values.counted
      #expect(CountedKey.builds.withLock { $0 } == 1)
      _ = values.explain(\.counted)
      #expect(CountedKey.builds.withLock { $0 } == 1)
    }
  }

  // A search that remembered what it found would hide the second read from the build (R7).
  @Test func `asking inside of a build hides no read from it`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.logger
      _ = InjectedValues.current.asking
      withInjected(\.logger, QuietLogger()) {
        #expect(InjectedValues.current.asking is QuietLogger)
      }
    }
  }
}

// MARK: - Fixtures

private protocol Repository: Sendable {}
private struct FileRepository: Repository {}
private struct MockRepository: Repository {}
private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}
private struct QuietLogger: Logger {}
private protocol UserService: Sendable {}
private struct LiveUserService: UserService {
  let repository: any Repository
  let logger: any Logger
}
private final class Object: Sendable {}
private struct Shop: Sendable {
  let users: any UserService
  let basket: any UserService
}

private enum RepositoryKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}
private enum LoggerKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
}
private enum UserServiceKey: InjectionKey {
  static var defaultValue: any UserService {
    let values = InjectedValues.current
    return LiveUserService(repository: values.repository, logger: values.logger)
  }
}
private enum BasketServiceKey: InjectionKey {
  static var defaultValue: any UserService { InjectedValues.current.userService }
}
private enum ShopKey: InjectionKey {
  static var defaultValue: Shop {
    let values = InjectedValues.current
    return Shop(users: values.userService, basket: values.basketService)
  }
}
private enum MaybeKey: InjectionKey {
  static var defaultValue: (any Repository)? { nil }
}
private enum SingletonKey: InjectionKey {
  static var defaultValue: any UserService {
    LiveUserService(repository: FileRepository(), logger: ConsoleLogger())
  }
  static var lifetime: InjectionLifetime { .singleton }
}
private enum TransientKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
  static var lifetime: InjectionLifetime { .transient }
}
private enum SharedKey: InjectionKey {
  static var defaultValue: Object { Object() }
  static var lifetime: InjectionLifetime { .shared }
}
private enum NeverBuiltKey: InjectionKey {
  static var defaultValue: any Logger { fatalError("must not be built") }
}
private enum CountedKey: InjectionKey {
  static let builds = Mutex(0)
  static var defaultValue: Int {
    builds.withLock { $0 += 1 }
    return 1
  }
}
private enum AmountKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum AskingKey: InjectionKey {
  static var defaultValue: any Logger {
    _ = InjectedValues.current.explain(\.logger)
    _ = withInjected(\.amount, 2) { InjectedValues.current.explain(\.logger) }
    return InjectedValues.current.logger
  }
}

extension InjectedValues {
  fileprivate var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
  fileprivate var logger: any Logger {
    get { self[LoggerKey.self] }
    set { self[LoggerKey.self] = newValue }
  }
  fileprivate var userService: any UserService { self[UserServiceKey.self] }
  fileprivate var basketService: any UserService { self[BasketServiceKey.self] }
  fileprivate var shop: Shop { self[ShopKey.self] }
  fileprivate var maybe: (any Repository)? {
    get { self[MaybeKey.self] }
    set { self[MaybeKey.self] = newValue }
  }
  fileprivate var singleton: any UserService { self[SingletonKey.self] }
  fileprivate var transient: any Logger { self[TransientKey.self] }
  fileprivate var shared: Object { self[SharedKey.self] }
  fileprivate var neverBuilt: any Logger { self[NeverBuiltKey.self] }
  fileprivate var counted: Int { self[CountedKey.self] }
  fileprivate var amount: Int {
    get { self[AmountKey.self] }
    set { self[AmountKey.self] = newValue }
  }
  fileprivate var asking: any Logger { self[AskingKey.self] }
}
