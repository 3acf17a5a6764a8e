import Injection
import InjectionMacros
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
  @Injectable fileprivate var tenant: String = "none"

  @Injectable fileprivate var region: String = "none"

  @Injectable fileprivate var client: Client = Client(InjectedValues.current.tenant)

  @Injectable fileprivate var policy: String = "policy of \(InjectedValues.current.region)"

  private enum ReportKey: InjectionKey {
    static var defaultValue: Report {
      let client = InjectedValues.current.client
      return Report(tenant: client.tenant, policy: client.policy())
    }
  }
  fileprivate var report: Report { self[ReportKey.self] }

  @Injectable fileprivate var hub: Hub = Hub()

  @Injectable fileprivate var p: Int = 0

  @Injectable fileprivate var q: Int = 0

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

  @Injectable fileprivate var holder: Holder = Holder()

  @Injectable fileprivate var sessionUser: User = User(InjectedValues.current.holder.session())
}
