import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

// The graph of what is read and built in an operation.
struct RecordingTests {
  @Test func `a recording has what objects read later`() {
    let line = #line + 1
    withTestScope(named: "test") {
      let (service, graph) = InjectionGraph.recording {
        let service = InjectedValues.current.lateService
        _ = service.logger()
        return service
      }
      #expect(service.logger() is ConsoleLogger)
      let test = "scope \"test\", InjectionGraph+RecordingTests.swift:\(line)"
      #expect(
        graph.text == """
          lateService: LateService
            lateServiceKey, scoped, built once, kept by \(test)
            reads logger later
            reads repository
          logger: any Logger
            loggerKey, scoped, built once, kept by \(test)
          repository: any Repository
            repositoryKey, scoped, built once, kept by \(test)
          """
      )
      #expect(graph.mermaid.contains("\n  k_lateService -.-> k_logger\n"))
      #expect(graph.dot.contains("\n  k_lateService -> k_logger [style=dashed]\n"))
    }
  }

  @Test(.injected()) func `nothing is recorded in a test where no recording is asked for`() {
    withInjected(\.repository, MockRepository()) {
      _ = InjectedValues.current.lateService.logger()
    }
    #expect(InjectedValues.current.graph.nodes.map(\.id) == ["logger"])
    #expect(InjectedValues.current.graph.edges.isEmpty)
  }

  @Test func `a recording has what was built before and is read, with what that was built from`() {
    withTestScope(named: "test") {
      _ = (InjectedValues.current.quadruple, InjectedValues.current.other)
      let graph = InjectionGraph.recording { _ = InjectedValues.current.quadruple }.graph
      #expect(graph.edgeTexts == ["double building number", "quadruple building double"])
      #expect(graph.nodes.map(\.owners.first?.name) == ["test", "test", "test"])
    }
  }

  @Test(.injected())
  func `a recording has what inner scopes and tasks read, override and provide`() async {
    let line = #line + 1
    let graph = await InjectionGraph.recording {
      await withInjected(named: "inside") {
        $0.repository = MockRepository()
        $0.provide(InjectedValues.loggerKey.self) { QuietLogger() }
      } operation: {
        async let service = Task { InjectedValues.current.lateService }.value
        _ = await service.logger()
      }
    }.graph
    let inside = "scope \"inside\", InjectionGraph+RecordingTests.swift:\(line + 1)"
    #expect(
      graph.text == """
        lateService: LateService
          lateServiceKey, scoped, built once, kept by \(inside)
          reads logger later
          reads repository
        logger: any Logger
          loggerKey, scoped, built once, kept by \(inside), provided by \(inside)
        repository: any Repository
          repositoryKey, scoped, overridden by \(inside)
        """
    )
  }

  @Test(.injected()) func `what is read both while building and later is one edge`() {
    let graph = InjectionGraph.recording { _ = InjectedValues.current.service.late() }.graph
    #expect(graph.edgeTexts == ["service building number"])
  }

  @Test(.injected()) func `a property of an object that no key's build made has no reader`() {
    let graph = InjectionGraph.recording { _ = LateService().logger() }.graph
    #expect(graph.edges.isEmpty)
    #expect(graph.nodes.map(\.id) == ["logger", "repository"])
  }

  @Test func `a recording passes on what is thrown`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      _ = try InjectionGraph.recording { () throws(Failure) in throw Failure() }
    }
  }

  // The compiler would reject it if the operation left the actor.
  @Test(.injected()) @MainActor
  func `a recording runs on the caller's actor`() async {
    let recorded = await InjectionGraph.recording {
      let holder = InjectedValues.current.holder
      await Task.yield()
      holder.count += holder.number
      return holder
    }
    #expect(recorded.result.count == 1 && recorded.graph.edgeTexts == ["holder later number"])
  }
}

// MARK: - Memory and threads

extension RecordingTests {
  @Test func `a recording keeps no value`() {
    weak var kept: Service?
    weak var inner: Service?
    withTestScope {
      _ = InjectionGraph.recording {
        kept = InjectedValues.current.service
        withInjected(\.number, 2) { inner = InjectedValues.current.service }
        // Not even while the recording runs.
        #expect(inner == nil && kept != nil)
      }
    }
    #expect(kept == nil)
  }

  @Test func `what is read after the end is not recorded`() {
    func build() -> InjectedValues {
      withInjected(\.repository, MockRepository()) {
        _ = InjectedValues.current.lateService
        return InjectedValues.current
      }
    }
    let values = InjectionGraph.recording { build() }.result
    withInjected(values) { _ = values.lateService.logger() }
    #expect(values.graph.edgeTexts.contains("lateService building repository"))
    #expect(!values.graph.edgeTexts.contains("lateService later logger"))
  }

  @Test(.injected()) func `after an operation that threw, nothing is recorded, either`() async {
    struct Failure: Error {}
    var captured: [InjectedValues] = []
    #expect(throws: Failure.self) {
      _ = try InjectionGraph.recording { () throws(Failure) in
        captured.append(.current)
        throw Failure()
      }
    }
    await #expect(throws: Failure.self) {
      _ = try await InjectionGraph.recording { () async throws(Failure) in
        await Task.yield()
        captured.append(.current)
        throw Failure()
      }
    }
    for values in captured {
      withInjected(values) {
        workInScope()
        #expect(InjectedValues.current.graph.edges.isEmpty)
      }
    }
    #expect(captured.count == 2)
  }

  @Test(.enabled(if: canMeasureMemory))
  func `a recording does not grow with the number of scopes and reads`() async {
    await #expect(processExitsWith: .success) {
      _ = try InjectionGraph.recording {
        try expectNoGrowth(10_000) { workInScope(named: "round \($0)") }
      }
    }
  }

  @Test(.injected()) func `tasks that run at once are recorded`() async {
    let (begun, start) = (BuildCounter(), Gate())
    let graph = await InjectionGraph.recording {
      await withTaskGroup { group in
        for _ in 0..<100 {
          group.addTask {
            // None reads until all have begun.
            if begun.next() == 100 { start.open() }
            await start.wait()
            withInjected(\.repository, MockRepository()) {
              _ = InjectedValues.current.overLate
              _ = InjectedValues.current.lateService.logger()
              _ = InjectedValues.current.graph
            }
          }
        }
      }
    }.graph
    #expect(
      graph.edgeTexts == [
        "lateService later logger", "lateService building repository",
        "overLate building lateService",
      ]
    )
    #expect(graph.nodes.map(\.builds) == [100, 1, 100, 0])
  }
}

// MARK: - Fixtures

/// Opens a scope of its own at one place, and builds and reads in it.
private func workInScope(named name: String? = nil) {
  withInjected(named: name) {
    $0.repository = MockRepository()
  } operation: {
    _ = InjectedValues.current.lateService.logger()
  }
}

@MainActor private final class Holder {
  @Injected(\.number) var number
  var count = 0
}

extension InjectedValues {
  @Injectable fileprivate var overLate: [LateService] = [InjectedValues.current.lateService]
  @MainActor @Injectable fileprivate var holder: Holder = Holder()
}
