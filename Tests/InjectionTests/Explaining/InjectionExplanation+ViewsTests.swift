import Injection
import Synchronization
import Testing

/// Values that are seen from elsewhere than the scope that asks.
@Suite struct InjectionExplanationViewsTests {
  @Test func `what a singleton reads is what its root has`() {
    // From here on it is known what it reads.
    withTestScope { _ = InjectedValues.current.viewedSingle }
    withTestScope("root") { _ in
    } operation: {
      withInjected("inner") {
        $0.viewedName = "inner"
      } operation: {
        let unbuilt = InjectedValues.current.explain(\.viewedSingle)
        #expect(unbuilt.reads.map(\.source) == [.unbuiltDefault])
        #expect(InjectedValues.current.viewedSingle == "single of default")
        let built = InjectedValues.current.explain(\.viewedSingle)
        let name = built.reads.first
        #expect(name?.property == "viewedName" && name?.source == .builtDefault)
        // About the singleton, and not about what it reads.
        #expect(name?.remarks == [])
      }
    }
  }

  @Test func `two values of one key are explained, each with what it reads`() {
    withTestScope("root") { _ in
    } operation: {
      withInjected("inner") {
        $0.viewedName = "inner"
      } operation: {
        _ = InjectedValues.current.viewedBoth
        let both = InjectedValues.current.explain(\.viewedBoth)
        let ofSingle = both.reads.first { $0.property == "viewedSingleUser" }?.reads.first
        let own = both.reads.first { $0.property == "viewedUser" }
        #expect(ofSingle?.reads.first?.source == .builtDefault)
        #expect(own?.reads.first?.source == .override)
      }
    }
  }

  @Test func `asking does not change what is read later`() {
    withTestScope { _ = InjectedValues.current.explain(\.viewedThroughStatic) }
    let value = Kept.shared.value
    withInjected(\.viewedName, "inner") {
      #expect(Kept.shared.value === value)
      #expect(InjectedValues.current.viewedObject === value)
    }
  }

  @Test func `values that were captured and changed say where the property is`() {
    var values = withTestScope("root") { _ in
    } operation: {
      InjectedValues.current
    }
    values.viewedName = "changed"
    let explanation = values.explain(\.viewedName)
    #expect(explanation.source == .override)
    #expect(explanation.scope?.name == nil)
    #expect(explanation.scope?.line == setterLine)
  }

  @Test func `a later change of captured values replaces an earlier one`() {
    let unread = Mutex(0)
    let count = TestScopeOptions.onIssue { _ in unread.withLock { $0 += 1 } }
    withTestScope(options: [.failOnUnusedOverrides, count]) {
      var values = InjectedValues.current
      values.viewedName = "first"
      values.viewedName = "second"
      withInjected(values) { #expect(InjectedValues.current.viewedName == "second") }
    }
    #expect(unread.withLock { $0 } == 0)
  }
}

// MARK: - Fixtures

private let setterLine = #line + 6

extension InjectedValues {
  private enum NameKey: InjectionKey { static var defaultValue: String { "default" } }
  fileprivate var viewedName: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }

  private enum SingleKey: InjectionKey {
    static var lifetime: InjectionLifetime { .singleton }
    static var defaultValue: String { "single of \(InjectedValues.current.viewedName)" }
  }
  fileprivate var viewedSingle: String { self[SingleKey.self] }

  private enum UserKey: InjectionKey {
    static var defaultValue: String { InjectedValues.current.viewedName }
  }
  fileprivate var viewedUser: String { self[UserKey.self] }

  private enum SingleUserKey: InjectionKey {
    static var lifetime: InjectionLifetime { .singleton }
    static var defaultValue: String { InjectedValues.current.viewedUser }
  }
  fileprivate var viewedSingleUser: String { self[SingleUserKey.self] }

  private enum BothKey: InjectionKey {
    static var defaultValue: String {
      InjectedValues.current.viewedSingleUser + InjectedValues.current.viewedUser
    }
  }
  fileprivate var viewedBoth: String { self[BothKey.self] }

  private enum ObjectKey: InjectionKey { static var defaultValue: Viewed { Viewed() } }
  fileprivate var viewedObject: Viewed { self[ObjectKey.self] }

  /// Makes an object that stays, when it is read first.
  fileprivate var viewedThroughStatic: Viewed {
    _ = Kept.shared
    return viewedObject
  }
}

private final class Viewed: Sendable {}

private final class Kept: Sendable {
  static let shared = Kept()
  private let object = Injected(\.viewedObject)
  var value: Viewed { object() }
}
