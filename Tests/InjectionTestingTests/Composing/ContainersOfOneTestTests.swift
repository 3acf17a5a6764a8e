import Injection
import InjectionTesting
import Testing

/// Objects that are made in one container of a test and read in another one (R3).
struct ContainersOfOneTestTests {
  /// A helper as many suites have: it makes the object under test with doubles.
  private static func made() -> Cart {
    withTestScope {
      $0.label = "mock"
    } operation: {
      Cart()
    }
  }

  @Suite(.injected()) struct WithTrait {
    private let cart = ContainersOfOneTestTests.made()

    @Test(.injected(.failOnOutlivedScopes))
    func `an object of withTestScope keeps its values in a test with a trait`() {
      #expect(cart.label == "mock" && cart.report.title == "Report on mock")
      #expect(cart.report === cart.report)
      withInjected(\.note, "b") { #expect(cart.label == "mock" && cart.note == "b") }
      withInjected(\.label, "inner") { #expect(cart.label == "inner") }
    }

    @Test func `its values may be entered`() {
      withInjected(cart.values) { #expect(InjectedValues.current.report.title == "Report on mock") }
    }
  }

  @Test(.injected(\.label, "trait")) func `an object of a trait keeps its values in withTestScope`()
  {
    let cart = Cart()
    withTestScope {
      $0.note = "inner"
    } operation: {
      #expect(cart.label == "trait" && cart.note == "inner")
      withTestScope {
        $0.label = "innermost"
      } operation: {
        #expect(cart.label == "innermost")
        withInjected(cart.values) { #expect(InjectedValues.current.label == "trait") }
      }
    }
  }

  @Test func `what is read in a container inside isn't unused`() {
    let issues = issues(.failOnUnusedOverrides) {
      $0.label = "read"
      $0.note = "unread"
    } operation: {
      let cart = Cart()
      withTestScope { withTestScope { #expect(cart.label == "read") } }
      withInjected(\.label, "entered") {
        let values = InjectedValues.current
        let seen = withTestScope { withInjected(values) { InjectedValues.current.label } }
        #expect(seen == "entered")
      }
    }
    #expect(issues.properties == ["note"])
  }

  @Test(.injected()) func `the home of another test counts nowhere`() async {
    let other = await Task.detached { Self.made() }.value
    #expect(other.label == "test")
    withTestScope { #expect(other.label == "test") }
  }

  @Test(.injected()) func `an object of another test that has ended is told where asked for`() async
  {
    let other = await Task.detached { Self.made() }.value
    let issues = issues(.failOnOutlivedScopes) {
      for _ in 1...2 { #expect(other.label == "test") }
    }
    #expect(issues.all.map(\.kind) == [.outlivedScope])
  }
}

private struct Cart: Sendable {
  @Injected(\.label) var label
  @Injected(\.note) var note
  @Injected(\.report) var report
  let values = InjectedValues.current
}
