import InjectionMacros
import TestSupport
import Testing

@testable import Injection

// Costs that are exact. Benchmarks has those that are measured.

struct CostTests {
  @Test func `an injected property takes six words`() {
    #expect(MemoryLayout<Injected<any Service>>.size <= 6 * MemoryLayout<UInt>.size)
  }

  #if canImport(Glibc)
    @Test(.enabled(if: HeapTrace.isPossible))
    func `a read allocates nothing`() async {
      await #expect(processExitsWith: .success) {
        let heap = try HeapTrace()
        let outside = Client()
        heap.expectNone("no scope") { outside.read() }
        heap.expectNone("no scope, current") { InjectedValues.current.costService.use() }

        withInjected(\.number, 1) {
          heap.expectNone("an outer default") { outside.read() }
          heap.expectNone("a default of the scope") { InjectedValues.current.costDerived.use() }
        }
        withInjected(\.costService, RealService(2)) {
          let inside = Client()
          heap.expectNone("an override") { outside.read() }
          heap.expectNone("the home is current") { inside.read() }
          heap.expectNone("by type") {
            InjectedValues.current[InjectedValues.costServiceKey.self].use()
          }
          withInjected(\.number, 2) {
            heap.expectNone("a home outside") { inside.read() }
          }
        }
        let home = withInjected(\.costService, RealService(3)) { Client() }
        heap.expectNone("a home, none is current") { home.read() }
        withInjected(\.number, 3) {
          heap.expectNone("a home beside") { home.read() }
        }
      }
    }

    @Test(.enabled(if: HeapTrace.isPossible))
    func `an allocation leaves a trace`() async {
      await #expect(processExitsWith: .success) {
        let heap = try HeapTrace()
        #expect(!heap.isLeft {}, "nothing")
        #expect(heap.isLeft { makeService(1).use() }, "object")
        #expect(heap.isLeft { withInjected(\.number, 1) {} }, "scope")
        #expect(heap.isLeft { InjectedValues.current.costTransient.use() }, "transient")
      }
    }
  #endif
}

#if canImport(Glibc)
  extension HeapTrace {
    /// Reads until the scope has remembered the value, and then often.
    fileprivate func expectNone(
      _ what: Comment,
      sourceLocation: SourceLocation = #_sourceLocation,
      _ read: () -> Void
    ) {
      for _ in 0..<100 { read() }
      #expect(!isLeft { for _ in 0..<1000 { read() } }, what, sourceLocation: sourceLocation)
    }
  }
#endif

// MARK: - Fixtures

/// Not inlined, or the optimizer puts the object on the stack.
@inline(never) private func makeService(_ number: Int) -> any Service { RealService(number) }

private protocol Service: Sendable {
  func use()
}

private final class RealService: Service {
  private let number: Int
  init(_ number: Int) { self.number = number }
  @inline(never) func use() { precondition(number > 0) }
}

private final class Client {
  @Injected(\.costService) var service
  let sendable = Injected(\.costService)

  func read() {
    service.use()
    sendable().use()
    $service.costService.use()
  }
}

extension InjectedValues {
  @Injectable fileprivate var costService: any Service = RealService(1)
  @Injectable
  fileprivate var costDerived: any Service = RealService(InjectedValues.current.number)
  @Injectable(lifetime: .transient) fileprivate var costTransient: any Service = RealService(1)
}
