import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Testing

@testable import InjectionSwiftUI

/// Tests the object that keeps a view's scope, without a view. `SwiftUIClient` compiles views.
@MainActor
@Suite(.injected())
struct KeptTests {
  private let kept = Kept<InjectedValues>()
  private let outer = InjectedValues.current

  @Test func `when the outer values or the id change, another scope is opened`() {
    let captured = (0..<2).flatMap { _ in
      // Values of one scope are the same, however they are captured.
      withInjected(\.name, "a") { [InjectedValues.current, Injected(\.name).projectedValue] }
    }
    let outers = [outer, outer] + captured + [outer, .process, .process]
    let seen = outers.enumerated().map { open(\.number, $0, in: $1).number }
    #expect(seen == [0, 0, 2, 2, 4, 4, 6, 7, 7])
    let ids: [AnyHashable?] = [nil, "a", "a", "b", 1, nil]
    let numbers = ids.enumerated().map { open(\.number, $0, in: outer, id: $1).number }
    #expect(numbers == [0, 1, 1, 3, 4, 5])
  }

  @Test func `when a preview sets the process's values again, another scope is opened`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      unsafe setenv("INJECTION_CONTEXT", "preview", 1)
      let kept = Kept<InjectedValues>()
      for name in ["first", "second"] {
        InjectedValues.bootstrap { $0.name = name }
        let values = kept.value(for: .process, id: nil) {
          $0.opening(\.number, { 1 }, fileID: #fileID, line: #line)
        }
        #expect(values.name == name)
      }
    }
  }

  @Test func `a scope's defaults keep their state, and go with its successor, or what kept it`() {
    var kept: Kept<InjectedValues>? = Kept()
    func session(_ id: Int) -> Session? {
      kept?.value(for: outer, id: id) {
        $0.opening(\.number, { id }, fileID: #fileID, line: #line)
      }.session
    }
    weak let first = session(1)
    for _ in 0..<10 { session(1)?.visits += 1 }
    #expect(first?.visits == 10 && outer.session.visits == 0)
    weak let second = session(2)
    #expect(first == nil && second?.visits == 0)
    kept = nil
    #expect(second == nil)
  }

  @Test(.injected(.failOnOutlivedScopes))
  func `a view's scope doesn't end while the view keeps it`() {
    let opened = [
      outer.opening({ $0.number = 1 }, fileID: #fileID, line: #line),
      outer.opening(\.number, { 1 }, fileID: #fileID, line: #line),
    ]
    for values in opened {
      let number = withInjected(values) { Injected(\.number) }
      withInjected(\.name, "beside") { #expect(number() == 1) }
    }
  }

  // MARK: - Previews

  @Test func `a preview has a container of its own`() {
    let process = InjectedValues.process
    let first = process.openingPreview({ $0.number = 1 }, fileID: #fileID, line: #line)
    let second = process.openingPreview(\.name, { "second" }, fileID: #fileID, line: #line)
    #expect([first, second].map(\.context) == [.preview, .preview])
    #expect([first, second].map(\.name) == ["preview", "second"])
    // Singletons, too, see the replacement.
    #expect([first, first, second].map(\.ticket.number) == [1, 1, -1])
  }

  @Test func `a preview's values print that they are those of one`() {
    let values = InjectedValues.process.openingPreview({ _ in }, fileID: #fileID, line: 1_000)
    #expect("\(values)" == "InjectedValues(preview scope at KeptTests.swift:1000; preview)")
  }

  @Test func `a message says what to write in a preview`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let values = InjectedValues.process.openingPreview({ _ in }, fileID: #fileID, line: #line)
        withInjected(values) { _ = InjectedValues.current.title }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let fix =
      "Provide it in #Preview(traits: .injected { $0.title = … }), or in a scope"
    #expect(message.contains("\n- \(fix): withInjected"))
  }

  @Test func `what a preview's closure makes or reads is at home in the preview's container`() {
    withInjected(.process) {
      var numbers: [Injected<Int>] = []
      var tickets: [Session] = []
      func make() -> Int {
        numbers.append(Injected(\.number))
        tickets.append(InjectedValues.current.ticket)
        return 1
      }
      let process = InjectedValues.process
      _ = process.openingPreview({ $0.number = make() }, fileID: #fileID, line: #line)
      _ = process.openingPreview(\.number, { make() }, fileID: #fileID, line: #line)
      // What the trait replaces isn't seen there.
      #expect(numbers.map { $0() } == [-1, -1] && tickets.map(\.number) == [-1, -1])
      #expect(tickets[0] !== tickets[1])
    }
  }

  @Test func `of two traits, the inner one sees the outer one's container and wins`() {
    let outer = InjectedValues.process
      .openingPreview({ ($0.number, $0.name) = (1, "outer") }, fileID: #fileID, line: #line)
    let inner = [
      outer.openingPreview({ $0.number = 2 }, fileID: #fileID, line: #line),
      outer.openingPreview(\.number, { 2 }, fileID: #fileID, line: #line),
    ]
    #expect(inner.allSatisfy { $0.number == 2 && $0.name == "outer" && $0.ticket === outer.ticket })
  }

  private func open<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    _ value: Value,
    in outer: InjectedValues,
    id: AnyHashable? = nil
  ) -> InjectedValues {
    kept.value(for: outer, id: id) { $0.opening(keyPath, { value }, fileID: #fileID, line: #line) }
  }
}

// MARK: - Fixtures

@MainActor
private final class Session {
  let number: Int
  var visits = 0
  nonisolated init(number: Int) { self.number = number }
}

extension InjectedValues {
  @Injectable(preview: -1) fileprivate var number: Int = 0
  @Injectable(preview: "preview") fileprivate var name: String = "live"
  @Injectable fileprivate var title: String
  @Injectable fileprivate var session: Session = Session(number: InjectedValues.current.number)
  @Injectable(lifetime: .singleton)
  fileprivate var ticket: Session = Session(number: InjectedValues.current.number)
}
