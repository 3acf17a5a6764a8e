import InjectionMacros
import InjectionServer
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
        inProcess {
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
            withInjected(\.number, 2) { heap.expectNone("a home outside") { inside.read() } }
          }
          let home = withInjected(\.costService, RealService(3)) { Client() }
          heap.expectNone("a home, none is current") { home.read() }
          LateClient.key(withBitOf: nil)!.enter { heap.expectNone("a home beside") { home.read() } }
          expectNoneInKeptScope(heap)
        }
      }
    }

    @Test(.enabled(if: HeapTrace.isPossible))
    func `a late read of what a default made allocates nothing`() async {
      await #expect(processExitsWith: .success) {
        let heap = try HeapTrace()
        let ofProcess = InjectedValues.current.costClient
        let other = LateClient.key(withBitOf: nil)!
        heap.expectNone("of the process", by: ofProcess)
        let (made, values) = withInjected {
          $0.costService = RealService(5)
          $0.number = 5
        } operation: {
          let made = InjectedValues.current.costClient
          heap.expectNone("in its scope", by: made)
          other.enter { heap.expectNone("further in", by: made) }
          // The bits of keys can't tell that the default doesn't stand on it.
          LateClient.key(withBitOf: InjectedValues.costDerivedKey.self)?.enter {
            heap.expectNone("further in, with a common bit", by: made)
          }
          return (made, InjectedValues.current)
        }
        heap.expectNone("in no scope", by: made)
        other.enter {
          heap.expectNone("beside", by: made)
          heap.expectNone("of the process, in a scope", by: ofProcess)
        }
        withInjected(values) { heap.expectNone("in captured values", by: made) }
        withExtendedLifetime(values) {}
        let gone = withInjected(\.number, 6) { InjectedValues.current.costClient }
        heap.expectNone("without its scope", by: gone)
        other.enter { heap.expectNone("without, beside", by: gone) }
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
  /// A kept scope is seen together with the one in which it is entered.
  private func expectNoneInKeptScope(_ heap: borrowing HeapTrace) {
    let kept = InjectedScopes<Int>(limit: 9) { $0.number = $1 }
    withInjected(\.costService, RealService(4)) {
      let inside = Client()
      kept.withInjected(1) {
        let made = InjectedValues.current.costClient
        heap.expectNone("a home outside of a kept scope") { inside.read() }
        heap.expectNone("in a kept scope and another one", by: made)
      }
      kept.withInjected(1) {
        heap.expectNone("a default of both") { InjectedValues.current.costBoth.use() }
      }
    }
  }

  extension HeapTrace {
    /// Reads until the scope has remembered the value, and then often.
    fileprivate func expectNone(
      _ what: Comment,
      sourceLocation: SourceLocation = #_sourceLocation,
      _ read: () -> Void
    ) {
      for _ in 0..<100 { read() }
      // What a thread of the system allocates meanwhile is left once.
      let isLeft = (1...3).allSatisfy { _ in self.isLeft { for _ in 0..<1000 { read() } } }
      #expect(!isLeft, what, sourceLocation: sourceLocation)
    }

    fileprivate func expectNone(
      _ what: String,
      by client: LateClient,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      for (name, read) in client.reads {
        expectNone("\(name), \(what)", sourceLocation: sourceLocation, read)
      }
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

/// Reads an override of its scope, a default of it, and one of the process.
private final class LateClient: Sendable {
  private let service = Injected(\.costService)
  private let derived = Injected(\.costDerived)
  private let other = Injected(\.other)
  init(_: Int) {}

  /// A key that has one of the keys' bit, or else none of those that are read.
  static func key(withBitOf key: (any InjectionKey.Type)?) -> (any ExchangedKey.Type)? {
    let own: [any InjectionKey.Type] = [
      InjectedValues.numberKey.self, InjectedValues.costServiceKey.self,
      InjectedValues.costDerivedKey.self, InjectedValues.otherKey.self,
    ]
    let bits = own.reduce(0) { $0 | KeyID($1).bit }
    let all = digits.flatMap { first in digits.map { exchangedKey(first, $0) } }
    return all.first { other in
      key.map { KeyID(other).bit == KeyID($0).bit } ?? (KeyID(other).bit & bits == 0)
    }
  }

  var reads: [(name: String, read: () -> Void)] {
    [
      ("an override", { self.service().use() }),
      ("a default of the scope", { self.derived().use() }),
      ("a default of the process", { precondition(self.other() == 0) }),
    ]
  }
}

extension ExchangedKey {
  fileprivate static func enter(_ operation: () -> Void) {
    withInjected({ set(&$0, Exchange.Thing(0)) }, operation: operation)
  }
}

extension InjectedValues {
  @Injectable fileprivate var costService: any Service = RealService(1)
  @Injectable
  fileprivate var costDerived: any Service = RealService(InjectedValues.current.number)
  @Injectable
  fileprivate var costBoth: any Service = {
    InjectedValues.current.costService.use()
    return RealService(InjectedValues.current.number)
  }()
  @Injectable
  fileprivate var costClient: LateClient = LateClient(InjectedValues.current.number)
  @Injectable(lifetime: .transient) fileprivate var costTransient: any Service = RealService(1)
}
