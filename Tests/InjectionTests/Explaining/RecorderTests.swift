import Foundation
import Testing

@testable import Injection

@Suite struct RecorderTests {
  // A process that opens scopes for weeks must not grow by what is recorded.
  @Test func `what is recorded does not grow with the number of scopes`() throws {
    func work(_ round: Int) {
      withInjected("round \(round)") {
        $0.inner = round
      } operation: {
        _ = InjectedValues.current.middle
        let object = InjectedValues.current.object
        withInjected(\.inner, -round) {
          _ = (object.inner(), InjectedValues.current.middle, InjectedValues.current.passing)
        }
      }
    }
    withTestScope("outside") { _ in
    } operation: {
      let container = Scope.current!.container
      let id = EntryID(InnerKey.self)
      work(0)
      work(1)
      let before = container.recorder.size
      let placesBefore = OverridePlaces.of(id).count
      for round in 2..<1000 { work(round) }
      #expect(container.recorder.size == before)
      #expect(before > 0)
      #expect(OverridePlaces.of(id).count <= 4)
      #expect(placesBefore >= 2)
      #expect(container.recorder.notes(of: EntryID(MiddleKey.self))?.builds == 2000)
    }
  }

  @Test func `a name that changes from scope to scope is not kept`() {
    withTestScope("outside") { _ in
    } operation: {
      for round in 1...2 {
        withInjected("round \(round)") {
          $0.inner = round
        } operation: {
          _ = InjectedValues.current.middle
        }
      }
      let node = InjectedValues.current.graph.nodes.first { $0.id == "middle" }
      #expect(node?.owners.map(\.name) == [nil])
    }
  }

  @Test func `reads outside of builds are not recorded`() {
    withTestScope("outside") {
      $0.inner = 1
    } operation: {
      _ = InjectedValues.current.inner
      withInjected("inside") {
        $0.other = 1
      } operation: {
        _ = Object().inner()
      }
      #expect(Scope.current!.container.recorder.size == 0)
    }
  }
}

extension Recorder {
  /// How many things it keeps.
  fileprivate var size: Int {
    notes
      .map { 1 + $0.owners.count + $0.reads.count + $0.lateReads.count + $0.properties.count }
      .reduce(0, +)
  }
}

// MARK: - Fixtures

private final class Object: Sendable {
  let inner = Injected(\.inner)
}

private enum InnerKey: InjectionKey { static var defaultValue: Int { 0 } }
private enum OtherKey: InjectionKey { static var defaultValue: Int { 0 } }
private enum MiddleKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.inner }
}
private enum PassingKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.inner }
  static var lifetime: InjectionLifetime { .transient }
}
private enum ObjectKey: InjectionKey {
  static var defaultValue: Object {
    let object = Object()
    _ = object.inner()
    return object
  }
}

extension InjectedValues {
  fileprivate var inner: Int {
    get { self[InnerKey.self] }
    set { self[InnerKey.self] = newValue }
  }
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var middle: Int { self[MiddleKey.self] }
  fileprivate var passing: Int { self[PassingKey.self] }
  fileprivate var object: Object { self[ObjectKey.self] }
}
