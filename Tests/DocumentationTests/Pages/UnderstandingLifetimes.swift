import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

private enum PathKey: InjectionKey { static var defaultValue: String { "data.json" } }
private enum LanguageKey: InjectionKey { static var defaultValue: String { "en" } }
private enum UserKey: InjectionKey { static var defaultValue: String { "nobody" } }

extension InjectedValues {
  fileprivate var path: String {
    get { self[PathKey.self] }
    set { self[PathKey.self] = newValue }
  }
  fileprivate var language: String {
    get { self[LanguageKey.self] }
    set { self[LanguageKey.self] = newValue }
  }
  fileprivate var user: String {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
}

private final class Repository: Sendable {
  let path = InjectedValues.current.path
}

extension InjectedValues {
  private enum RepositoryKey: InjectionKey {
    static var defaultValue: Repository { Repository() }
  }
  fileprivate var repository: Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
}

private final class History: Sendable {
  private let user = Injected(\.user)
  private let entries = Mutex<[String]>([])

  func add(_ entry: String) {
    entries.withLock { $0.append("\(user()): \(entry)") }
  }
  var all: [String] { entries.withLock { $0 } }
}

extension InjectedValues {
  private enum HistoryKey: InjectionKey {
    static var defaultValue: History { History() }
    static var lifetime: InjectionLifetime { .scoped(by: UserKey.self) }
  }
  fileprivate var history: History {
    get { self[HistoryKey.self] }
    set { self[HistoryKey.self] = newValue }
  }
}

private final class Log: Sendable {}
private final class Draft: Sendable {}
private final class Connection: Sendable {}

extension InjectedValues {
  @Injectable(lifetime: .singleton) fileprivate var log: Log = Log()
  @Injectable(lifetime: .transient) fileprivate var draft: Draft = Draft()
  @Injectable(lifetime: .shared) fileprivate var connection: Connection = Connection()
}

private enum UnscopedHistoryKey: InjectionKey {
  static var defaultValue: History { History() }
}

// One after the other, since they share what is printed.
@Suite(.serialized, .injected()) struct UnderstandingLifetimes {
  @Test func `a default is shared by those who see the same overrides`() {
    let shared = InjectedValues.current.repository

    let same = withInjected(\.language, "cs") {
      InjectedValues.current.repository
    }
    print(same === shared)  // true

    let other = withInjected(\.path, "test.json") {
      InjectedValues.current.repository
    }
    print(other === shared, other.path)  // false test.json

    print(InjectedValues.current.repository === shared)  // true
    #expect(printed.take() == ["true", "false test.json", "true"])
  }

  @Test func `an override is always the value that was given`() {
    withInjected {
      $0.repository = Repository()
      $0.history = History()
    } operation: {
      let repository = InjectedValues.current.repository
      let history = InjectedValues.current.history
      withInjected {
        $0.path = "test.json"
        $0.user = "Ada"
      } operation: {
        #expect(InjectedValues.current.repository === repository)
        #expect(InjectedValues.current.history === history)
      }
    }
  }

  @Test func `what an object reads later does not count, unless its key says so`() {
    withInjected(\.user, "Ada") { InjectedValues.current[UnscopedHistoryKey.self].add("signed in") }
    withInjected(\.user, "Alan") {
      #expect(InjectedValues.current[UnscopedHistoryKey.self].all == ["Ada: signed in"])
    }

    let entries = withInjected(\.user, "Ada") {
      InjectedValues.current.history.add("signed in")
      return InjectedValues.current.history.all
    }
    print(entries)  // ["Ada: signed in"]
    let others = withInjected(\.user, "Alan") {
      InjectedValues.current.history.all
    }
    print(others)  // []
    #expect(printed.take() == [#"["Ada: signed in"]"#, "[]"])
  }

  @Test func `a singleton is one for the container, a transient value one for each read`() {
    let values = InjectedValues.current
    withInjected(\.path, "test.json") { #expect(InjectedValues.current.log === values.log) }
    withTestScope { #expect(InjectedValues.current.log !== values.log) }
    #expect(values.draft !== values.draft)
  }

  @Test func `a shared value is built again when nobody holds it any more`() {
    weak var first: Connection?
    do {
      let connection = InjectedValues.current.connection
      first = connection
      #expect(InjectedValues.current.connection === connection)
    }
    #expect(first == nil)
  }
}

private let printed = Printed()
private func print(_ items: Any...) {
  printed.add(items.map { "\($0)" }.joined(separator: " "))
}
