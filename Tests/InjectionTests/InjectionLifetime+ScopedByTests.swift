import Injection
import InjectionTesting
import Testing

/// R22: state that belongs to a user or a request, and reads it later than it is built.
@Suite struct InjectionLifetime_ScopedByTests {
  private func historyOf<History>(
    _ name: String,
    _ property: (InjectedValues) -> History
  ) -> History {
    withInjected(\.user, User(name: name)) { property(.current) }
  }

  @Test func `what reads the user later is shared by all users`() {
    withTestScope {
      #expect(historyOf("Ada", \.sharedHistory) === historyOf("Bo", \.sharedHistory))
    }
  }

  @Test func `what reads it while it is built is each user's`() {
    withTestScope {
      let ada = historyOf("Ada", \.builtHistory)
      let bo = historyOf("Bo", \.builtHistory)
      #expect(ada !== bo)
      #expect(ada.name == "Ada" && bo.name == "Bo")
    }
  }

  @Test func `so is what says that it is scoped by the user`() {
    withTestScope {
      let ada = historyOf("Ada", \.scopedHistory)
      let bo = historyOf("Bo", \.scopedHistory)
      #expect(ada !== bo)
      #expect(ada.user()?.name == "Ada" && bo.user()?.name == "Bo")
      // One for each scope that overrides the user, whoever asks from inside.
      withInjected(\.user, User(name: "Cy")) {
        let cy = InjectedValues.current.scopedHistory
        withInjected(\.other, 1) { #expect(InjectedValues.current.scopedHistory === cy) }
      }
      // Where there is no user, too.
      #expect(InjectedValues.current.scopedHistory === InjectedValues.current.scopedHistory)
      #expect(InjectedValues.current.scopedHistory.user() == nil)
    }
  }

  @Test func `nothing of the key is built that it is scoped by`() {
    withTestScope {
      // The key's own code would stop the process.
      #expect(InjectedValues.current.scopedByUnbuildable == 1)
      // What that code reads does not count.
      withInjected(\.other, 1) { #expect(InjectedValues.current.scopedByUnbuildable == 1) }
    }
  }

  @Test func `code that is provided for the key counts as an override`() {
    withTestScope {
      let outer = InjectedValues.current.scopedHistory
      withInjected {
        $0.provide(UserKey.self) { User(name: "provided") }
      } operation: {
        let inner = InjectedValues.current.scopedHistory
        #expect(inner !== outer)
        #expect(inner.user()?.name == "provided")
      }
    }
  }

  @Test func `a key may be scoped by one whose own default reads it`() {
    withTestScope {
      #expect(InjectedValues.current.readsCounted == 1)
      let outer = InjectedValues.current.counted
      withInjected(\.readsCounted, 5) { #expect(InjectedValues.current.counted !== outer) }
      #expect(InjectedValues.current.counted === outer)
    }
  }

  @Test func `to be scoped by itself has no effect`() {
    withTestScope {
      let outer = InjectedValues.current.scopedByItself
      withInjected(\.other, 1) { #expect(InjectedValues.current.scopedByItself === outer) }
      let mine = History()
      withInjected(\.scopedByItself, mine) {
        #expect(InjectedValues.current.scopedByItself === mine)
      }
      #expect(InjectedValues.current.scopedByItself === outer)
    }
  }

  @Test func `several keys count, each`() {
    withTestScope {
      let outer = InjectedValues.current.scopedByBoth
      withInjected(\.other, 1) { #expect(InjectedValues.current.scopedByBoth !== outer) }
      withInjected(\.user, nil) { #expect(InjectedValues.current.scopedByBoth !== outer) }
      withInjected(\.readsCounted, 1) { #expect(InjectedValues.current.scopedByBoth === outer) }
    }
  }
}

// MARK: - Fixtures

private struct User: Sendable {
  var name: String
}

private final class History: Sendable {
  let user = Injected(\.user)
  let name: String?
  init(of user: User? = nil) { self.name = user?.name }
}

private enum UserKey: InjectionKey { static var defaultValue: User? { nil } }
private enum OtherKey: InjectionKey { static var defaultValue: Int { 0 } }

private enum SharedHistoryKey: InjectionKey { static var defaultValue: History { History() } }
private enum BuiltHistoryKey: InjectionKey {
  static var defaultValue: History { History(of: InjectedValues.current.user) }
}
private enum ScopedHistoryKey: InjectionKey {
  static var defaultValue: History { History() }
  static var lifetime: InjectionLifetime { .scoped(by: UserKey.self) }
}

private enum UnbuildableKey: InjectionKey {
  static var defaultValue: Int { fatalError("\(InjectedValues.current.other)") }
}
private enum ScopedByUnbuildableKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var lifetime: InjectionLifetime { .scoped(by: UnbuildableKey.self) }
}

private enum CountedKey: InjectionKey {
  static var defaultValue: History { History() }
  static var lifetime: InjectionLifetime { .scoped(by: ReadsCountedKey.self) }
}
private enum ReadsCountedKey: InjectionKey {
  static var defaultValue: Int {
    _ = InjectedValues.current.counted
    return 1
  }
}

private enum ScopedByItselfKey: InjectionKey {
  static var defaultValue: History { History() }
  static var lifetime: InjectionLifetime { .scoped(by: ScopedByItselfKey.self) }
}

private enum ScopedByBothKey: InjectionKey {
  static var defaultValue: History { History() }
  static var lifetime: InjectionLifetime { .scoped(by: UserKey.self, OtherKey.self) }
}

extension InjectedValues {
  fileprivate var user: User? {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var sharedHistory: History { self[SharedHistoryKey.self] }
  fileprivate var builtHistory: History { self[BuiltHistoryKey.self] }
  fileprivate var scopedHistory: History { self[ScopedHistoryKey.self] }
  fileprivate var scopedByUnbuildable: Int { self[ScopedByUnbuildableKey.self] }
  fileprivate var counted: History { self[CountedKey.self] }
  fileprivate var readsCounted: Int {
    get { self[ReadsCountedKey.self] }
    set { self[ReadsCountedKey.self] = newValue }
  }
  fileprivate var scopedByItself: History {
    get { self[ScopedByItselfKey.self] }
    set { self[ScopedByItselfKey.self] = newValue }
  }
  fileprivate var scopedByBoth: History { self[ScopedByBothKey.self] }
}
