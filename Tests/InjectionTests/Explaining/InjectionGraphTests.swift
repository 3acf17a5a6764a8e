import Foundation
import Testing

@testable import Injection

@Suite struct InjectionGraphTests {
  // R19
  @Test func `holds what was built and who read what`() {
    let line: UInt = #line + 1
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.service.logger()
      #expect(
        InjectedValues.current.graph.text == """
          logger: any Logger
            LoggerKey, singleton, built once, kept by scope "outside", \
          InjectionGraphTests.swift:\(line)
          repository: any Repository
            RepositoryKey, scoped, built once, kept by scope "outside", \
          InjectionGraphTests.swift:\(line)
          service: Service
            ServiceKey, scoped, built once, kept by scope "outside", \
          InjectionGraphTests.swift:\(line)
            reads logger later
            reads repository
          """
      )
    }
  }

  @Test func `prints as Mermaid`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.service
      #expect(
        InjectedValues.current.graph.mermaid == """
          flowchart LR
            k_logger["logger<br/>any Logger<br/>singleton"]
            k_repository["repository<br/>any Repository"]
            k_service["service<br/>Service"]
            k_service -.-> k_logger
            k_service --> k_repository
          """
      )
    }
  }

  @Test func `prints as DOT`() {
    let line: UInt = #line + 1
    withTestScope {
      $0.repository = MockRepository()
    } operation: {
      _ = InjectedValues.current.service.logger()
      let place = "InjectionGraphTests.swift&#58;\(line)"
      #expect(
        InjectedValues.current.graph.dot == """
          digraph Injection {
            rankdir=LR
            node [shape=box]
            k_logger [label="logger\\nany Logger\\nsingleton", tooltip="LoggerKey, singleton, built \
          once, kept by the scope at \(place)"]
            k_repository [label="repository\\nany Repository", tooltip="RepositoryKey, scoped, not \
          built, overridden at \(place)"]
            k_service [label="service\\nService", tooltip="ServiceKey, scoped, built once, kept by the \
          scope at \(place)"]
            k_service -> k_logger [style=dashed]
            k_service -> k_repository
          }
          """
      )
    }
  }

  @Test func `is the same whatever was read first`() {
    func graph(_ read: () -> Void) -> InjectionGraph {
      withTestScope("outside") { _ in
      } operation: {
        read()
        return InjectedValues.current.graph
      }
    }
    let values = { InjectedValues.current }
    let one = graph { _ = (values().service, values().other, values().logger) }
    let two = graph { _ = (values().logger, values().other, values().service) }
    #expect(one.mermaid == two.mermaid)
    #expect(one.edges == two.edges)
    #expect(one.nodes.map(\.id) == ["logger", "other", "repository", "service"])
  }

  @Test func `survives JSON`() throws {
    let graph = withTestScope {
      $0.repository = MockRepository()
    } operation: {
      _ = InjectedValues.current.service
      return InjectedValues.current.graph
    }
    let json = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(InjectionGraph.self, from: json) == graph)
  }

  @Test func `counts builds, and names each keeper once`() {
    withTestScope("outside") { _ in
    } operation: {
      for _ in 1...3 {
        withInjected("inside") {
          $0.repository = MockRepository()
        } operation: {
          _ = InjectedValues.current.service
        }
      }
      _ = InjectedValues.current.service
      let node = InjectedValues.current.graph.nodes.first { $0.id == "service" }
      #expect(node?.builds == 4)
      #expect(node?.owners.map(\.name) == ["inside", "outside"])
    }
  }

  @Test func `belongs to its container`() {
    withTestScope("other") { _ in
    } operation: {
      _ = InjectedValues.current.service
    }
    withTestScope("outside") { _ in
    } operation: {
      #expect(InjectedValues.current.graph.nodes.isEmpty)
      #expect(InjectedValues.current.graph.mermaid == "flowchart LR")
      #expect(InjectedValues.current.graph.text == "")
    }
  }
}

// MARK: - Who reads

extension InjectionGraphTests {
  @Test func `a transient value in between is a node of its own`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.overTransient
      #expect(
        edges == ["overTransient building transient", "transient building repository"]
      )
    }
  }

  @Test func `a read in a scope that a build opens is the build's`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.overScope
      #expect(edges == ["overScope building repository"])
    }
  }

  @Test func `a task that a build started reads later`() async {
    await withTestScope("outside") { _ in
    } operation: {
      await InjectedValues.current.overTask.value
      #expect(edges == ["overTask later repository"])
    }
  }

  // The property is not read here; and where it is, reads that find a value at once are not seen.
  @Test func `a property of an object that a build made reads later, read or not`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.service.logger()
      #expect(edges == ["service later logger", "service building repository"])
      #expect(InjectedValues.current.graph.nodes.first { $0.id == "logger" }?.builds == 1)
    }
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.lazyService
      #expect(edges == ["lazyService later logger"])
      #expect(InjectedValues.current.graph.nodes.first { $0.id == "logger" }?.builds == 0)
    }
  }

  @Test func `what is read both while building and later is one edge`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.eagerService
      #expect(edges == ["eagerService building logger"])
    }
  }

  @Test func `two keys of one name are told apart`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current[TwinKey.self, "twin"]
      _ = InjectedValues.current[Nest.TwinKey.self, "twin"]
      _ = InjectedValues.current[OtherNest.TwinKey.self, "twin"]
      _ = InjectedValues.current.repository
      #expect(
        InjectedValues.current.graph.nodes.map(\.id)
          == ["repository", "twin", "twin (TwinKey)", "twin (TwinKey) 2"]
      )
    }
  }

  private var edges: [String] {
    InjectedValues.current.graph.edges.map { "\($0.reader) \($0.kind.rawValue) \($0.read)" }
  }
}

// MARK: - Fixtures

private protocol Repository: Sendable {}
private struct FileRepository: Repository {}
private struct MockRepository: Repository {}
private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}

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

private enum RepositoryKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}
private enum LoggerKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
  static var lifetime: InjectionLifetime { .singleton }
}
private enum ServiceKey: InjectionKey {
  static var defaultValue: Service { Service() }
}

extension InjectedValues {
  fileprivate var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
  fileprivate var logger: any Logger { self[LoggerKey.self] }
  fileprivate var service: Service { self[ServiceKey.self] }
}

private enum OtherKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum TransientKey: InjectionKey {
  static var defaultValue: any Repository { InjectedValues.current.repository }
  static var lifetime: InjectionLifetime { .transient }
}
private enum OverTransientKey: InjectionKey {
  static var defaultValue: any Repository { InjectedValues.current.transient }
}
private enum OverScopeKey: InjectionKey {
  static var defaultValue: any Repository {
    withInjected(\.other, 2) { InjectedValues.current.repository }
  }
}
private enum OverTaskKey: InjectionKey {
  static var defaultValue: Task<Void, Never> {
    let build = InjectedValues.current
    return Task {
      // Until the build is over, which the scope that it ran in tells.
      while build.scope?.resolved === build.scope { await Task.yield() }
      _ = InjectedValues.current.repository
    }
  }
}
private enum LazyServiceKey: InjectionKey {
  static var defaultValue: LazyService { LazyService() }
}
private enum EagerServiceKey: InjectionKey {
  static var defaultValue: EagerService { EagerService() }
}
private enum TwinKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum Nest {
  enum TwinKey: InjectionKey { static var defaultValue: Int { 2 } }
}
private enum OtherNest {
  enum TwinKey: InjectionKey { static var defaultValue: Int { 3 } }
}

extension InjectedValues {
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var transient: any Repository { self[TransientKey.self] }
  fileprivate var overTransient: any Repository { self[OverTransientKey.self] }
  fileprivate var overScope: any Repository { self[OverScopeKey.self] }
  fileprivate var overTask: Task<Void, Never> { self[OverTaskKey.self] }
  fileprivate var lazyService: LazyService { self[LazyServiceKey.self] }
  fileprivate var eagerService: EagerService { self[EagerServiceKey.self] }
}
