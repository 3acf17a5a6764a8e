import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

// Views that are merged with merged views: what went wrong where they were made in two ways.
@Suite struct MergedViewsTests {
  // R2, R7
  @Test(arguments: [false, true])
  func `an override of the current scope wins over the home's, whatever was read before`(
    isReadBefore: Bool
  ) {
    withTestScope {
      let home = scope { $0.first = "one" }
      let reader = withInjected(home) { Reader() }
      let current = scope(in: scope { $0.reader = reader }) {
        $0.first = "two"
        $0.second = "EU"
      }
      let other = withInjected(current) { Holder() }
      if isReadBefore {
        withInjected(home) { withInjected(other.$second) { _ = reader.report() } }
      }
      withInjected(current) {
        #expect(InjectedValues.current.first == "two")
        #expect(reader.report() == "two, policy of EU")
      }
    }
  }

  // R9
  @Test func `a shared value that somebody holds is not built again for who shares it`() {
    withTestScope {
      let root = InjectedValues.current
      let plain = scope(in: root)
      let left = scope(in: root) { $0.number = 11 }
      let home = scope(in: left) { $0.other = 13 }
      let right = scope(in: root) { $0.number = 16 }
      let (reader, other) = withInjected(home) { (Reader(), Reader()) }
      let leftInside = scope(in: left) { $0.reader = reader }
      let last = withInjected(scope(in: right)) { Reader() }

      let first = withInjected(right) { other.session() }
      let second = withInjected(plain) { reader.session() }
      let third = withInjected(leftInside) { last.user().session }
      let fourth = withInjected(leftInside) { InjectedValues.current.user.session }
      #expect([first, second, third, fourth].map(\.number) == [16, 11, 16, 11])
      #expect([first, second, third, fourth].map(\.other) == [13, 13, 13, 13])
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

private final class Reader: Sendable {
  let report = Injected(\.report)
  let session = Injected(\.session)
  let user = Injected(\.user)
}

private final class Client: Sendable {
  let name = InjectedValues.current.first
  let policy = Injected(\.policy)
  var report: String { "\(name), \(policy())" }
}

private final class Session: Sendable {
  let number = InjectedValues.current.number
  let other = InjectedValues.current.other
  init() { Session.built.withLock { $0.append(self) } }
  /// Holds what was built.
  private static let built = Lock<[Session]>([])
}

private struct User: Sendable {
  let session: Session
}

extension InjectedValues {
  @Injectable fileprivate var policy: String = "policy of \(InjectedValues.current.second)"
  @Injectable fileprivate var client: Client = Client()
  @Injectable fileprivate var report: String = InjectedValues.current.client.report
  @Injectable fileprivate var reader: Reader = Reader()
  @Injectable(lifetime: .shared) fileprivate var session: Session = Session()
  @Injectable fileprivate var user: User = User(session: InjectedValues.current.reader.session())
}
