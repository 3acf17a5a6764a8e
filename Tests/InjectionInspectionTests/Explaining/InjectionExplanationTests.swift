import Foundation
import Injection
import InjectionInspection
import InjectionTesting
import Testing

// What is said of a value, as a whole text.
@Suite struct InjectionExplanationTests {
  // R18: the example of the documents.
  @Test func `says what overrides, who keeps, and because of which reads`() {
    let line = #line + 1
    withTestScope(named: "CheckoutTests.total()") {
      withInjected(named: "checkout") {
        $0.repository = MockRepository()
      } operation: {
        #expect(
          "\(InjectedValues.current.explain(\.userService))" == """
            userService: LiveUserService (test default, kept by scope "checkout", \(place(line + 1)))
            ├─ repository: MockRepository (overridden by scope "checkout", \(place(line + 1)))
            └─ logger: ConsoleLogger (test default, kept by scope "CheckoutTests.total()", \(place(line)))
                 \(sharedRemark)
            """
        )
      }
    }
  }

  @Test func `scopes without a name go by their place, and the process by its own`() {
    let line = #line + 1
    withInjected(\.repository, MockRepository()) {
      #expect(
        "\(InjectedValues.current.explain(\.userService))" == """
          userService: LiveUserService (test default, kept by the scope at \(place(line)))
          ├─ repository: MockRepository (overridden at \(place(line)))
          └─ logger: ConsoleLogger (test default, kept by the process)
               \(sharedRemark)
          """
      )
    }
  }

  // R6: what the update reads is built in a scope that its later changes lie in.
  @Test func `one call is one scope, also where its update reads values`() {
    let line = #line + 1
    withInjected(named: "inside") {
      $0.repository = MockRepository()
      _ = $0.userService
      $0.amount = 2
    } operation: {
      #expect(
        "\(InjectedValues.current.explain(\.repository))" == """
          repository: MockRepository (overridden by scope "inside", \(place(line)))
          """
      )
      #expect(InjectedValues.current.explain(\.userService).scope?.name == "inside")
    }
  }

  @Test func `provided code is told, with the scope that provides it`() {
    let line = #line + 1
    withTestScope {
      $0.provide(RepositoryKey.self) { FileRepository(logger: InjectedValues.current.logger) }
    } operation: {
      let scope = "the scope at \(place(line))"
      #expect(
        "\(InjectedValues.current.explain(\.repository))" == """
          repository: FileRepository (provided at \(place(line)), kept by \(scope))
          └─ logger: ConsoleLogger (test default, kept by \(scope))
          """
      )
      #expect(InjectedValues.current.explain(\.repository).provider?.line == line)
      withInjected(named: "quiet") {
        $0.logger = QuietLogger()
      } operation: {
        let quiet = "scope \"quiet\", \(place(line + 11))"
        #expect(
          "\(InjectedValues.current.explain(\.repository))" == """
            repository: FileRepository (provided at \(place(line)), kept by \(quiet))
            └─ logger: QuietLogger (overridden by \(quiet))
            """
        )
      }
    }
  }

  @Test func `what a key is scoped by is told, built or not`() {
    // From here on the name of the property is known.
    _ = InjectedValues.current.user
    let line = #line + 1
    withTestScope {
      let scope = "the scope at \(place(line))"
      #expect(
        "\(InjectedValues.current.explain(\.history))" == """
          history: History (test default, scoped(by: UserKey), kept by \(scope))
          └─ user: String (not overridden)
          """
      )
      withInjected(\.user, "Ada") {
        #expect(
          "\(InjectedValues.current.explain(\.history))" == """
            history: History (test default, scoped(by: UserKey), kept by the scope at \(place(line + 8)))
            └─ user: String (overridden at \(place(line + 8)))
            """
        )
      }
      withInjected {
        $0.provide(UserKey.self) { fatalError("is not built") }
      } operation: {
        #expect(
          "\(InjectedValues.current.explain(\.history))" == """
            history: History (test default, scoped(by: UserKey), kept by the scope at \(place(line + 16)))
            └─ user: String (provided at \(place(line + 16)))
            """
        )
      }
    }
  }

  @Test func `lifetimes are shown where they are not the usual one`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      let keeper = "kept by scope \"outside\", \(place(line))"
      withInjected(\.amount, 2) {
        let values = InjectedValues.current
        #expect(
          "\(values.explain(\.singleton))" == """
            singleton: LiveUserService (test default, singleton, \(keeper))
              \(sharedRemark)
            """
        )
      }
      let values = InjectedValues.current
      #expect(
        "\(values.explain(\.shared))" == "shared: SharedObject (test default, shared, \(keeper))"
      )
      #expect(
        "\(values.explain(\.transient))" == """
          transient: FileRepository (test default, transient, built at every read)
          └─ logger: ConsoleLogger (test default, \(keeper))
          """
      )
    }
  }

  // Nobody keeps what was read at every read: what that read was read by whoever asked for it.
  @Test func `a transient value that another was built from is told, and what it read`() {
    let line = #line + 1
    withTestScope {
      let keeper = "kept by the scope at \(place(line))"
      #expect(
        "\(InjectedValues.current.explain(\.overTransient))" == """
          overTransient: FileRepository (test default, \(keeper))
          ├─ logger: ConsoleLogger (test default, \(keeper))
          └─ transient: any Repository (test default, transient, built at every read)
          """
      )
      withInjected {
        $0.provide(TransientKey.self) { FileRepository(logger: QuietLogger()) }
      } operation: {
        #expect(
          "\(InjectedValues.current.explain(\.overTransient))" == """
            overTransient: FileRepository (test default, kept by the scope at \(place(line + 9)))
            └─ transient: any Repository (provided at \(place(line + 9)), transient, built at every read)
            """
        )
      }
    }
  }

  @Test func `what two others read is explained once`() {
    withTestScope(named: "outside") {
      let shop = InjectedValues.current.explain(\.shop)
      #expect(shop.reads.map(\.property) == ["userService", "basketService"])
      let again = shop.reads[1].reads[0]
      #expect(again.property == "userService")
      #expect(again.isExplainedAbove && again.reads.isEmpty)
      #expect("\(again)".hasSuffix(", see above)"))
      #expect("\(shop)".components(separatedBy: ", see above)").count == 2)
    }
  }

  @Test func `an optional is named by what is in it`() {
    withTestScope {
      #expect(InjectedValues.current.explain(\.maybe).value == "nil")
      withInjected(\.maybe, MockRepository()) {
        #expect(InjectedValues.current.explain(\.maybe).value == "MockRepository")
        #expect(InjectedValues.current.explain(\.maybe).valueType == "Optional<Repository>")
      }
    }
  }

  @Test func `a value for one view is kept by its scope`() {
    withTestScope {
      let stray = withInjected(\.logger, QuietLogger()) { Holder() }
      withInjected(named: "here") {
        $0.stray = stray
      } operation: {
        let explanation = InjectedValues.current.explain(\.throughStray)
        #expect(explanation.scope?.name == "here")
        #expect(explanation.value == "QuietLogger")
        #expect(explanation.remarks.isEmpty)
      }
    }
  }

  @Test func `where inner scopes override nothing, there is nothing to say of them`() {
    withTestScope {
      withInjected {
        _ in
      } operation: {
        #expect(InjectedValues.current.explain(\.logger).remarks.isEmpty)
      }
    }
  }

  // The younger of two scopes keeps it, although the other one is the inner one here.
  @Test func `a value that stands on scopes side by side was built with what both override`() {
    withTestScope {
      let current = withInjected(\.amount, 2) {
        // Which of two scopes is the younger is told by which is read first.
        _ = InjectedValues.current.amount
        return InjectedValues.current
      }
      let object = withInjected(named: "younger") {
        $0.logger = QuietLogger()
      } operation: {
        Holder()
      }
      withInjected(current) {
        let explanation = object.logger.projectedValue.explain(\.amountAndLogger)
        #expect(explanation.scope?.name == "younger")
        #expect(explanation.reads.map(\.source) == [.override, .override])
        #expect(!"\(explanation)".contains(sharedRemark))
      }
    }
  }

  // R11, R18
  @Test func `what a singleton read is what its root has`() {
    let line = #line + 1
    withTestScope(named: "root") {
      withInjected(\.logger, QuietLogger()) {
        #expect(
          "\(InjectedValues.current.explain(\.logging))" == """
            logging: FileRepository (test default, singleton, kept by scope "root", \(place(line)))
              \(sharedRemark)
            └─ logger: ConsoleLogger (test default, kept by scope "root", \(place(line)))
            """
        )
      }
    }
  }

  @Test func `has the same in parts`() throws {
    let line = #line + 1
    try withTestScope(named: "outside") {
      let explanation = InjectedValues.current.explain(\.userService)
      #expect(explanation.property == "userService")
      #expect(explanation.key == "UserServiceKey")
      #expect(explanation.valueType == "any UserService")
      #expect(explanation.value == "LiveUserService")
      #expect(explanation.source == .builtDefault)
      #expect(explanation.lifetime == "scoped")
      #expect(explanation.context == .test)
      #expect(explanation.provider == nil)
      #expect(explanation.reads.map(\.property) == ["repository", "logger"])
      let scope = try #require(explanation.scope)
      #expect(scope.kind == .test)
      #expect(scope.name == "outside")
      #expect(scope.fileID == #fileID)
      #expect(scope.line == line)

      let json = try JSONEncoder().encode(explanation)
      #expect(try JSONDecoder().decode(InjectionExplanation.self, from: json) == explanation)
    }
  }
}

// MARK: - Fixtures

private let sharedRemark =
  "built without what inner scopes override; what it reads later is not known here"

private func place(_ line: Int) -> String { "InjectionExplanationTests.swift:\(line)" }

private protocol Repository: Sendable {}
private struct FileRepository: Repository {
  var logger: (any Logger)?
}
private struct MockRepository: Repository {}
private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}
private struct QuietLogger: Logger {}
private protocol UserService: Sendable {}
private struct LiveUserService: UserService {
  let repository = InjectedValues.current.repository
  let logger = InjectedValues.current.logger
}
private protocol Object: AnyObject, Sendable {}
private final class SharedObject: Object {}
private final class History: Sendable {}
private struct Holder: Sendable {
  let logger = Injected(\.logger)
}
private struct Shop: Sendable {
  let users = InjectedValues.current.userService
  let basket = InjectedValues.current.basketService
}

private enum RepositoryKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}
private enum LoggerKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
}
private enum UserServiceKey: InjectionKey {
  static var defaultValue: any UserService { LiveUserService() }
}
private enum BasketServiceKey: InjectionKey {
  static var defaultValue: any UserService { InjectedValues.current.userService }
}
private enum ShopKey: InjectionKey { static var defaultValue: Shop { Shop() } }
private enum MaybeKey: InjectionKey { static var defaultValue: (any Repository)? { nil } }
private enum AmountKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum UserKey: InjectionKey { static var defaultValue: String { "nobody" } }
private enum StrayKey: InjectionKey { static var defaultValue: Holder? { nil } }
private enum ThroughStrayKey: InjectionKey {
  static var defaultValue: any Logger { InjectedValues.current.stray!.logger() }
}
private enum AmountAndLoggerKey: InjectionKey {
  static var defaultValue: String {
    "\(InjectedValues.current.amount) \(InjectedValues.current.logger)"
  }
}
private enum HistoryKey: InjectionKey {
  static var defaultValue: History { History() }
  static var lifetime: InjectionLifetime { .scoped(by: UserKey.self) }
}
private enum SingletonKey: InjectionKey {
  static var defaultValue: any UserService {
    withInjected {
      $0.repository = MockRepository()
      $0.logger = QuietLogger()
    } operation: {
      LiveUserService()
    }
  }
  static var lifetime: InjectionLifetime { .singleton }
}
private enum LoggingKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository(logger: InjectedValues.current.logger) }
  static var lifetime: InjectionLifetime { .singleton }
}
private enum TransientKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository(logger: InjectedValues.current.logger) }
  static var lifetime: InjectionLifetime { .transient }
}
private enum OverTransientKey: InjectionKey {
  static var defaultValue: any Repository { InjectedValues.current.transient }
}
private enum SharedKey: InjectionKey {
  static var defaultValue: any Object { SharedObject() }
  static var lifetime: InjectionLifetime { .shared }
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
  fileprivate var amount: Int {
    get { self[AmountKey.self] }
    set { self[AmountKey.self] = newValue }
  }
  fileprivate var user: String {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
  fileprivate var stray: Holder? {
    get { self[StrayKey.self] }
    set { self[StrayKey.self] = newValue }
  }
  fileprivate var throughStray: any Logger { self[ThroughStrayKey.self] }
  fileprivate var amountAndLogger: String { self[AmountAndLoggerKey.self] }
  fileprivate var history: History { self[HistoryKey.self] }
  fileprivate var singleton: any UserService { self[SingletonKey.self] }
  fileprivate var logging: any Repository { self[LoggingKey.self] }
  fileprivate var transient: any Repository { self[TransientKey.self] }
  fileprivate var overTransient: any Repository { self[OverTransientKey.self] }
  fileprivate var shared: any Object { self[SharedKey.self] }
}
