import Injection
import InjectionInspection
import InjectionTesting
import Synchronization
import Testing

// The graph of what is read and built in an operation (R19).
@Suite struct RecordingTests {
  @Test func `has what objects read later`() {
    let line = #line + 1
    withTestScope(named: "test") {
      let (service, graph) = InjectionGraph.recording {
        let service = InjectedValues.current.service
        _ = service.logger()
        return service
      }
      #expect(service.logger() is ConsoleLogger)
      let test = "scope \"test\", InjectionGraph+RecordingTests.swift:\(line)"
      #expect(
        graph.text == """
          logger: any Logger
            LoggerKey, scoped, built once, kept by \(test)
          repository: any Repository
            RepositoryKey, scoped, built once, kept by \(test)
          service: Service
            ServiceKey, scoped, built once, kept by \(test)
            reads logger later
            reads repository
          """
      )
      #expect(graph.mermaid.hasSuffix("\n  k_service -.-> k_logger\n  k_service --> k_repository"))
      #expect(
        graph.dot.hasSuffix(
          "\n  k_service -> k_logger [style=dashed]\n  k_service -> k_repository\n}"
        )
      )
    }
  }

  @Test func `has what was built before and is read, with what that was built from`() {
    withTestScope(named: "test") {
      _ = (InjectedValues.current.overService, InjectedValues.current.amount)
      let graph = InjectionGraph.recording { _ = InjectedValues.current.overService }.graph
      #expect(
        edges(graph) == ["overService building service", "service building repository"]
      )
      #expect(graph.nodes.map(\.owners.first?.name) == ["test", "test", "test"])
    }
  }

  @Test func `has what inner scopes and tasks read, override and provide`() async {
    await withTestScope {
      let line = #line + 1
      let graph = await InjectionGraph.recording {
        await withInjected(named: "inside") {
          $0.repository = MockRepository()
          $0.provide(LoggerKey.self) { QuietLogger() }
        } operation: {
          async let service = Task { InjectedValues.current.service }.value
          _ = await service.logger()
        }
      }.graph
      let inside = "scope \"inside\", InjectionGraph+RecordingTests.swift:\(line + 1)"
      #expect(
        graph.text == """
          logger: any Logger
            LoggerKey, scoped, built once, kept by \(inside), provided by \(inside)
          repository: any Repository
            RepositoryKey, scoped, overridden by \(inside)
          service: Service
            ServiceKey, scoped, built once, kept by \(inside)
            reads logger later
            reads repository
          """
      )
    }
  }

  @Test func `what is read both while building and later is one edge`() {
    withTestScope {
      let graph = InjectionGraph.recording {
        let service = InjectedValues.current.eagerService
        _ = service.logger()
      }.graph
      #expect(edges(graph) == ["eagerService building logger"])
    }
  }

  // What it finds at a scope of the build's own is not what the build depends on.
  @Test func `what a build reads is not read later, wherever it finds it`() {
    withTestScope {
      let graph = InjectionGraph.recording { _ = InjectedValues.current.hidingService }.graph
      #expect(graph.edges.isEmpty)
    }
  }

  @Test func `a property of an object that nobody built for a key has no reader`() {
    withTestScope {
      let graph = InjectionGraph.recording { _ = Service().logger() }.graph
      #expect(graph.edges.isEmpty)
      #expect(graph.nodes.map(\.id) == ["logger", "repository"])
    }
  }

  @Test func `counts builds, and names each scope once a place, without names that change`() {
    withTestScope(named: "outside") {
      let graph = InjectionGraph.recording {
        for round in 1...3 {
          withInjected(named: "round \(round)") {
            $0.repository = MockRepository()
          } operation: {
            _ = InjectedValues.current.service
          }
        }
        _ = InjectedValues.current.service
      }.graph
      let service = graph.nodes.last
      #expect(service?.builds == 4)
      #expect(service?.owners.map(\.name) == ["outside", nil])
      #expect(graph.nodes.first?.overrides.map(\.name) == [nil])
    }
  }

  @Test func `the graph inside is what was recorded so far`() {
    withTestScope {
      _ = InjectedValues.current.amount
      let inner = InjectionGraph.recording {
        _ = InjectedValues.current.lazyService.logger()
        #expect(edges(InjectedValues.current.graph) == ["lazyService later logger"])
        let inner = InjectionGraph.recording { _ = InjectedValues.current.amount }
        #expect(
          InjectedValues.current.graph.nodes.map(\.id) == ["amount", "lazyService", "logger"]
        )
        return inner.graph
      }
      #expect(inner.result.nodes.map(\.id) == ["amount"])
      #expect(inner.graph.nodes.map(\.id) == ["amount", "lazyService", "logger"])
    }
  }

  @Test func `passes on what is thrown`() async {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      _ = try InjectionGraph.recording { () throws(Failure) in throw Failure() }
    }
    await #expect(throws: Failure.self) {
      try await InjectionGraph.recording { () async throws(Failure) in
        await Task.yield()
        throw Failure()
      }
    }
  }

  // The compiler would refuse it if the operation left the actor.
  @Test @MainActor func `runs on the caller's actor`() async {
    let counter = Counter()
    let recorded = await InjectionGraph.recording {
      await Task.yield()
      counter.count += 1
      return counter
    }
    #expect(recorded.result.count == 1)
  }

  @Test func `a property that is isolated is followed on its actor`() async {
    await withTestScope {
      let graph = await InjectionGraph.recording {
        await MainActor.run { _ = InjectedValues.current.isolatedHolder.logger }
      }.graph
      #expect(edges(graph) == ["isolatedHolder later logger"])
    }
  }
}

// MARK: - Memory and threads

extension RecordingTests {
  @Test func `leaves nothing behind`() {
    weak var kept: Service?
    weak var inner: Service?
    withTestScope {
      _ = InjectionGraph.recording {
        kept = InjectedValues.current.service
        withInjected(\.repository, MockRepository()) { inner = InjectedValues.current.service }
        // Not even while it runs.
        #expect(inner == nil)
        #expect(kept != nil)
      }
    }
    #expect(kept == nil)
  }

  @Test func `what is read after the end is not recorded`() {
    withContainer {
      let (values, graph) = InjectionGraph.recording {
        _ = InjectedValues.current.lazyService
        return InjectedValues.current
      }
      withInjected(values) { _ = values.lazyService.logger() }
      #expect(graph.nodes.map(\.id) == ["lazyService"])
      #expect(values.graph.nodes.map(\.id) == ["lazyService", "logger"])
      #expect(values.graph.edges.isEmpty)
    }
  }

  @Test(.enabled(if: !isSanitized))
  func `a recording does not grow with the number of scopes and reads`() async {
    // In a process of its own, where nothing else takes memory.
    await #expect(processExitsWith: .success) {
      func work(_ count: Int) {
        for round in 0..<count {
          withInjected(named: "round \(round)") {
            $0.repository = MockRepository()
          } operation: {
            _ = InjectedValues.current.service.logger()
          }
        }
      }
      _ = try InjectionGraph.recording {
        work(100)
        let before = try residentBytes()
        work(10_000)
        let growth = try residentBytes() - before
        #expect(growth < 1 << 20)
      }
    }
  }

  @Test func `a graph can be asked for while other threads read keys for the first time`() async {
    await withTestScope {
      let values = InjectedValues.current
      async let built: Int = InjectedValues.current[ManyReadsKey.self]
      var graphs = 0
      while values.graph.edges.count < ManyReadsKey.count && graphs < 100_000 { graphs += 1 }
      #expect(await built == ManyReadsKey.count)
      #expect(values.graph.edges.count == ManyReadsKey.count)
    }
  }

  @Test func `many threads are recorded at once`() async {
    await withTestScope {
      let graph = await InjectionGraph.recording {
        await withTaskGroup { group in
          for _ in 0..<100 {
            group.addTask {
              withInjected {
                $0.repository = MockRepository()
              } operation: {
                _ = InjectedValues.current.overService
                _ = InjectedValues.current.service.logger()
                _ = InjectedValues.current.graph
              }
            }
          }
        }
      }.graph
      #expect(
        edges(graph) == [
          "overService building service", "service later logger", "service building repository",
        ]
      )
      #expect(graph.nodes.map(\.builds) == [1, 100, 0, 100])
    }
  }
}

// MARK: - Fixtures

private func edges(_ graph: InjectionGraph) -> [String] {
  graph.edges.map { "\($0.reader) \($0.kind.rawValue) \($0.read)" }
}

private protocol Repository: Sendable {}
private struct FileRepository: Repository {}
private struct MockRepository: Repository {}
private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}
private struct QuietLogger: Logger {}

@MainActor private final class Counter {
  var count = 0
}

private final class Service: Sendable {
  let repository = InjectedValues.current.repository
  let logger = Injected(\.logger)
}

private final class LazyService: Sendable {
  let logger = Injected(\.logger)
}

private final class EagerService: Sendable {
  let logger = Injected(\.logger)
  init() { _ = logger() }
}

@MainActor private final class IsolatedHolder {
  @Injected(\.logger) var logger
}

private enum RepositoryKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}
private enum LoggerKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
}
private enum ServiceKey: InjectionKey { static var defaultValue: Service { Service() } }
private enum LazyServiceKey: InjectionKey {
  static var defaultValue: LazyService { LazyService() }
}
private enum EagerServiceKey: InjectionKey {
  static var defaultValue: EagerService { EagerService() }
}
private enum HidingServiceKey: InjectionKey {
  static var defaultValue: LazyService {
    let service = LazyService()
    withInjected {
      $0.logger = QuietLogger()
    } operation: {
      _ = service.logger()
    }
    return service
  }
}
private enum OverServiceKey: InjectionKey {
  static var defaultValue: [Service] { [InjectedValues.current.service] }
}
private enum IsolatedHolderKey: @MainActor InjectionKey {
  @MainActor static var defaultValue: IsolatedHolder { IsolatedHolder() }
}
private enum AmountKey: InjectionKey { static var defaultValue: Int { 1 } }

private enum ManyReadsKey: InjectionKey {
  static let count = 100
  static var defaultValue: Int { read(Int.self, count) }

  /// Reads as many keys as asked for, each of a type of its own.
  private static func read<Number>(_ number: Number.Type, _ count: Int) -> Int {
    if count == 0 { return 0 }
    return InjectedValues.current[NestedNumberKey<Number>.self] + read([Number].self, count - 1)
  }
}

private enum NestedNumberKey<Number>: InjectionKey {
  static var defaultValue: Int { 1 }
}

extension InjectedValues {
  fileprivate var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
  fileprivate var logger: any Logger {
    get { self[LoggerKey.self] }
    set { self[LoggerKey.self] = newValue }
  }
  fileprivate var service: Service { self[ServiceKey.self] }
  fileprivate var lazyService: LazyService { self[LazyServiceKey.self] }
  fileprivate var eagerService: EagerService { self[EagerServiceKey.self] }
  fileprivate var hidingService: LazyService { self[HidingServiceKey.self] }
  fileprivate var overService: [Service] { self[OverServiceKey.self] }
  fileprivate var amount: Int { self[AmountKey.self] }
  @MainActor fileprivate var isolatedHolder: IsolatedHolder { self[IsolatedHolderKey.self] }
}
