import Injection
import InjectionTesting
import TestSupport
import Testing

/// Objects that outlive the scope in which they were made, and read in another one beside it.
struct OutlivedScopeTests {
  private struct Session: Sendable {
    static let line = #line + 1
    let label = Injected(\.label)
    let note = Injected(\.note)
  }

  @Test func `a read beside a home that has ended is told, once for two scopes`() throws {
    let line = #line
    let issues = issues([.failOnOutlivedScopes]) {
      let session = withInjected(\.label, "Ada") {
        let session = Session()
        #expect(session.label() == "Ada")
        return session
      }
      withInjected(named: "Alan's", { $0.note = nil }) {
        for _ in 1...3 { #expect(session.label() == "Ada" && session.note() == nil) }
      }
      withInjected({ _ in }) { #expect(session.label() == "Ada") }
    }
    #expect(issues.all.map(\.kind) == [.outlivedScope, .outlivedScope])
    let first = try #require(issues.all.first)
    #expect(first.line == Session.line)
    #expect(
      first.description.contains("Created in: scope at OutlivedScopeTests.swift:\(line + 2)\n")
    )
    #expect(first.description.contains("OutlivedScopeTests.swift:\(line + 7)\n"))
    #expect(first.description.contains("static let shared = withInjected(.root) { Service() }"))
  }

  @Test func `a home that stands on values that an update closure has put in place ends, too`() {
    let issues = issues([.failOnOutlivedScopes]) {
      let base = InjectedValues.current
      let session = withInjected {
        $0 = base
        $0.label = "Ada"
      } operation: {
        Session()
      }
      withInjected(\.note, nil) { #expect(session.label() == "Ada") }
    }
    #expect(issues.all.map(\.kind) == [.outlivedScope])
  }

  @Test func `each home that has ended is told of, also when the one before has gone`() {
    let issues = issues([.failOnOutlivedScopes]) {
      let root = InjectedValues.current
      withInjected(\.note, nil) {
        for number in 1...100 {
          let session = withInjected(root) { withInjected(\.label, "\(number)") { Session() } }
          for _ in 1...2 { #expect(session.label() == "\(number)" && session.note() == nil) }
        }
      }
    }
    #expect(issues.all.count == 100)
  }

  @Test func `a home that an update closure has read ends with its scope`() {
    let issues = issues([.failOnOutlivedScopes]) {
      var session: Session?
      withInjected { values in
        values.label = "Ada"
        session = withInjected(values) { Session() }
        values.note = "later"
      } operation: {
        #expect(session?.label() == "Ada" && session?.note() == "later")
      }
      withInjected(\.note, nil) { #expect(session?.label() == "Ada" && session?.note() == nil) }
    }
    #expect(issues.all.map(\.kind) == [.outlivedScope])
  }

  @Test
  func `neither an object whose home runs is told of, nor one of the root, nor what lies inside`() {
    let issues = issues([.failOnOutlivedScopes]) {
      let root = withInjected(\.label, "Ada") { withInjected(.root) { Session() } }
      withInjected(\.label, "Ada") {
        let (session, values) = (Session(), InjectedValues.current)
        withInjected(.root) { withInjected(\.note, "b") { #expect(session.label() == "Ada") } }
        withInjected(\.label, "b") { #expect(root.label() == "b" && session.label() == "b") }
        withInjected(values) { #expect(session.label() == "Ada") }
      }
    }
    #expect(issues.all.isEmpty)
  }
}
