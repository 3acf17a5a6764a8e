import Injection
import InjectionTesting
import Synchronization
import Testing

// Views that are merged with merged views: what went wrong where they were made in two ways.
@Suite struct MergedViewsTests {
  // R2, R7
  @Test(arguments: [false, true])
  func `an override of the current scope wins over the home's, whatever was read before`(
    isReadBefore: Bool
  ) {
    withTestScope {
      let one = scope { $0.tenant = "one" }
      let hub = withInjected(scope(in: one)) { Hub() }
      let two = scope(in: scope { $0.hub = hub }) {
        $0.tenant = "two"
        $0.region = "EU"
      }
      let auditor = withInjected(two) { Auditor() }
      if isReadBefore {
        withInjected(scope(in: one)) {
          withInjected(auditor.region.projectedValue) { _ = hub.report() }
        }
      }
      withInjected(two) {
        #expect(InjectedValues.current.tenant == "two")
        #expect(hub.report() == Report(tenant: "two", policy: "policy of EU"))
      }
    }
  }

  // R9
  @Test func `a shared value that somebody holds is not built again for who shares it`() {
    withTestScope {
      let root = InjectedValues.current
      let s2 = scope(in: root)
      let s3 = scope(in: root) { $0.p = 11 }
      let s4 = scope(in: s3) { $0.q = 13 }
      let s5 = scope(in: root) { $0.p = 16 }
      let (holder, other) = withInjected(s4) { (Holder(), Holder()) }
      let s6 = scope(in: s3) { $0.holder = holder }
      let s9 = scope(in: s5)
      let reader = withInjected(s9) { Reader() }

      let first = withInjected(s5) { other.session() }
      let second = withInjected(s2) { holder.session() }
      let third = withInjected(s6) { reader.user().session }
      let fourth = withInjected(s6) { InjectedValues.current.sessionUser.session }
      #expect([first.p, second.p, third.p, fourth.p] == [16, 11, 16, 11])
      #expect([first.q, second.q, third.q, fourth.q] == [13, 13, 13, 13])
      #expect(second === fourth)
      #expect(first === third)
    }
  }
}

// MARK: - Fixtures

private func scope(
  in outer: InjectedValues = .current,
  _ update: (inout InjectedValues) -> Void = { _ in }
) -> InjectedValues {
  withInjected(outer) { withInjected(update, operation: { InjectedValues.current }) }
}

private final class Client: Sendable {
  let tenant: String
  let policy = Injected(\.policy)
  init(_ tenant: String) { self.tenant = tenant }
}

private struct Report: Equatable, Sendable {
  let tenant: String
  let policy: String
}

private final class Hub: Sendable { let report = Injected(\.report) }
private final class Auditor: Sendable { let region = Injected(\.region) }

private final class Session: Sendable {
  let p: Int
  let q: Int
  init(_ p: Int, _ q: Int) { (self.p, self.q) = (p, q) }
}

private final class Holder: Sendable { let session = Injected(\.session) }

private final class User: Sendable {
  let session: Session
  init(_ session: Session) { self.session = session }
}

private final class Reader: Sendable { let user = Injected(\.sessionUser) }

extension InjectedValues {
  private enum TenantKey: InjectionKey { static var defaultValue: String { "none" } }
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }

  private enum RegionKey: InjectionKey { static var defaultValue: String { "none" } }
  fileprivate var region: String {
    get { self[RegionKey.self] }
    set { self[RegionKey.self] = newValue }
  }

  private enum ClientKey: InjectionKey {
    static var defaultValue: Client { Client(InjectedValues.current.tenant) }
  }
  fileprivate var client: Client { self[ClientKey.self] }

  private enum PolicyKey: InjectionKey {
    static var defaultValue: String { "policy of \(InjectedValues.current.region)" }
  }
  fileprivate var policy: String { self[PolicyKey.self] }

  private enum ReportKey: InjectionKey {
    static var defaultValue: Report {
      let client = InjectedValues.current.client
      return Report(tenant: client.tenant, policy: client.policy())
    }
  }
  fileprivate var report: Report { self[ReportKey.self] }

  private enum HubKey: InjectionKey { static var defaultValue: Hub { Hub() } }
  fileprivate var hub: Hub {
    get { self[HubKey.self] }
    set { self[HubKey.self] = newValue }
  }

  private enum PKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var p: Int {
    get { self[PKey.self] }
    set { self[PKey.self] = newValue }
  }

  private enum QKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var q: Int {
    get { self[QKey.self] }
    set { self[QKey.self] = newValue }
  }

  private enum SessionKey: InjectionKey {
    static var defaultValue: Session {
      let session = Session(InjectedValues.current.p, InjectedValues.current.q)
      built.withLock { $0.append(session) }
      return session
    }
    static var lifetime: InjectionLifetime { .shared }
    /// Holds what was built.
    private static let built = Mutex<[Session]>([])
  }
  fileprivate var session: Session { self[SessionKey.self] }

  private enum HolderKey: InjectionKey { static var defaultValue: Holder { Holder() } }
  fileprivate var holder: Holder {
    get { self[HolderKey.self] }
    set { self[HolderKey.self] = newValue }
  }

  private enum UserKey: InjectionKey {
    static var defaultValue: User { User(InjectedValues.current.holder.session()) }
  }
  fileprivate var sessionUser: User { self[UserKey.self] }
}
