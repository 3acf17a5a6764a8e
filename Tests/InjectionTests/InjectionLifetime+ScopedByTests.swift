import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// State that belongs to a user or a request, but reads it only later.
struct InjectionLifetime_ScopedByTests {
  @Test(arguments: [\.builtHistory, \.scopedHistory] as [@Sendable (InjectedValues) -> History])
  func `what reads the user while it is built is each user's`(
    history: @Sendable (InjectedValues) -> History
  ) {
    withTestScope {
      let ada = withInjected(\.user, "Ada") { history(.current) }
      let bo = withInjected(\.user, "Bo") { history(.current) }
      #expect(ada !== bo && ada.user() == "Ada" && bo.user() == "Bo")
      // One for each scope that overrides the user, however deep the read.
      withInjected(\.user, "Cy") {
        let cy = history(.current)
        withInjected(\.other, 1) { #expect(history(.current) === cy) }
      }
      // Also without a user.
      #expect(history(.current) === history(.current) && history(.current).user() == nil)
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

  @Test func `of several keys that one is scoped by, each counts`() {
    withTestScope {
      let outer = InjectedValues.current.scopedByBoth
      withInjected(\.other, 1) { #expect(InjectedValues.current.scopedByBoth !== outer) }
      withInjected(\.user, nil) { #expect(InjectedValues.current.scopedByBoth !== outer) }
      withInjected(\.number, 1) { #expect(InjectedValues.current.scopedByBoth === outer) }
    }
  }
}

// MARK: - Fixtures

final class History: Sendable {
  fileprivate let user = Injected(\.user)
  init(of user: String? = nil) {}
}

private struct ScopedKey<each Other: InjectionKey>: InjectionKey {
  static var defaultValue: History { History() }
  static var lifetime: InjectionLifetime { .scoped(by: repeat (each Other).self) }
}

extension InjectedValues {
  @Injectable fileprivate var user: String? = nil
  @Injectable fileprivate var builtHistory: History = History(of: InjectedValues.current.user)
  @Injectable
  fileprivate var readsCounted: Int = withExtendedLifetime(InjectedValues.current.counted) { 1 }

  fileprivate var scopedHistory: History { self[ScopedKey<userKey>.self] }
  fileprivate var scopedByBoth: History { self[ScopedKey<userKey, otherKey>.self] }
  fileprivate var counted: History { self[ScopedKey<readsCountedKey>.self] }
}
