import Foundation
import Injection
import InjectionInspection
import Testing

// The graph of what the scopes of a view keep.
@Suite struct InjectionGraphTests {
  // R19
  @Test func `holds what was built, from what, and what is overridden`() {
    let line = #line + 1
    withContainer(named: "outside") {
      $0.repository = MockRepository()
    } operation: {
      _ = InjectedValues.current.service
      let outside = "scope \"outside\", InjectionGraphTests.swift:\(line)"
      #expect(
        InjectedValues.current.graph.text == """
          logger: any Logger
            LoggerKey, singleton, built once, kept by \(outside)
          repository: any Repository
            RepositoryKey, scoped, overridden by \(outside)
          service: Service
            ServiceKey, scoped, built once, kept by \(outside)
            reads logger
            reads repository
          """
      )
      #expect("\(InjectedValues.current.graph)" == InjectedValues.current.graph.text)
    }
  }

  @Test func `prints as Mermaid`() {
    withContainer {
      _ = InjectedValues.current.service
      #expect(
        InjectedValues.current.graph.mermaid == """
          flowchart LR
            k_logger["logger<br/>any Logger<br/>singleton"]
            k_repository["repository<br/>any Repository"]
            k_service["service<br/>Service"]
            k_service --> k_logger
            k_service --> k_repository
          """
      )
    }
  }

  @Test func `prints as DOT`() {
    let line = #line + 1
    withContainer {
      $0.provide(RepositoryKey.self) { MockRepository() }
    } operation: {
      _ = InjectedValues.current.service
      let place = "InjectionGraphTests.swift&#58;\(line)"
      #expect(
        InjectedValues.current.graph.dot == """
          digraph Injection {
            rankdir=LR
            node [shape=box]
            k_logger [label="logger\\nany Logger\\nsingleton", tooltip="LoggerKey, singleton, built \
          once, kept by the scope at \(place)"]
            k_repository [label="repository\\nany Repository", tooltip="RepositoryKey, scoped, built \
          once, kept by the scope at \(place), provided at \(place)"]
            k_service [label="service\\nService", tooltip="ServiceKey, scoped, built once, kept by the \
          scope at \(place)"]
            k_service -> k_logger
            k_service -> k_repository
          }
          """
      )
    }
  }

  @Test func `is the same whatever was read first`() {
    func graph(_ read: () -> Void) -> InjectionGraph {
      withContainer {
        read()
        return InjectedValues.current.graph
      }
    }
    let values = { InjectedValues.current }
    let one = graph { _ = (values().service, values().other, values().logger) }
    let two = graph { _ = (values().logger, values().other, values().service) }
    #expect(one == two)
    #expect(one.nodes.map(\.id) == ["logger", "other", "repository", "service"])
  }

  @Test func `survives JSON`() throws {
    let graph = withContainer {
      $0.repository = MockRepository()
    } operation: {
      _ = InjectedValues.current.service
      return InjectedValues.current.graph
    }
    let json = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(InjectionGraph.self, from: json) == graph)
  }

  @Test func `each scope of the view has its own, and none of another`() {
    withContainer(named: "outside") {
      _ = InjectedValues.current.service
      withInjected(\.other, 1) {
        _ = InjectedValues.current.overOther
      }
      #expect(InjectedValues.current.graph.nodes.map(\.id) == ["logger", "repository", "service"])
      withInjected(named: "inside") {
        $0.repository = MockRepository()
      } operation: {
        _ = InjectedValues.current.service
        let service = InjectedValues.current.graph.nodes.last
        #expect(service?.builds == 2)
        #expect(service?.owners.map(\.name) == ["inside", "outside"])
      }
    }
    withContainer {
      #expect(InjectedValues.current.graph.nodes.isEmpty)
      #expect(InjectedValues.current.graph.mermaid == "flowchart LR")
      #expect(InjectedValues.current.graph.text == "")
    }
  }

  @Test func `the view of a home and another scope has what both keep`() {
    withContainer {
      let object = withInjected(named: "home") {
        $0.repository = MockRepository()
      } operation: {
        _ = InjectedValues.current.overTransient
        return Object()
      }
      withInjected(named: "current") {
        $0.other = 5
      } operation: {
        _ = InjectedValues.current.overOther
        let kept = object.values.graph.nodes.filter { !$0.owners.isEmpty }
        #expect(
          kept.map { "\($0.id) \($0.owners[0].name!)" } == [
            "overOther current", "overTransient home",
          ]
        )
      }
    }
  }

  @Test func `asking builds nothing`() {
    withContainer {
      $0.other = 2
    } operation: {
      #expect(InjectedValues.current.graph.nodes.map(\.builds) == [0])
    }
  }
}

// MARK: - Who reads

extension InjectionGraphTests {
  @Test func `a read in a scope that a build opens is the build's`() {
    withContainer {
      _ = InjectedValues.current.overScope
      #expect(edges == ["overScope building repository"])
    }
  }

  @Test func `what a transient value reads is read by whoever asked for it`() {
    withContainer {
      _ = InjectedValues.current.overTransient
      #expect(edges == ["overTransient building repository", "overTransient building transient"])
    }
  }

  @Test func `what a key is scoped by is read, and not built`() {
    // From here on the name of the property is known.
    _ = InjectedValues.current.other
    withContainer {
      _ = InjectedValues.current.scopedByOther
      #expect(edges == ["scopedByOther building other"])
      #expect(InjectedValues.current.graph.nodes.map(\.builds) == [0, 1])
      #expect(InjectedValues.current.graph.nodes[1].lifetime == "scoped(by: OtherKey)")
    }
  }

  @Test func `a shared value that is gone was built`() {
    withContainer {
      _ = InjectedValues.current.shared
      let shared = InjectedValues.current.graph.nodes.first { $0.id == "shared" }
      #expect(shared?.builds == 1)
    }
  }

  @Test func `two keys of one name are told apart`() {
    withContainer {
      _ = InjectedValues.current[TwinKey.self, "twin"]
      _ = InjectedValues.current[Nest.TwinKey.self, "twin"]
      _ = InjectedValues.current[OtherNest.TwinKey.self, "twin"]
      _ = InjectedValues.current.repository
      #expect(
        InjectedValues.current.graph.nodes.map(\.id) == ["repository", "twin", "twin 2", "twin 3"]
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
  let logger = InjectedValues.current.logger
}

private final class Object {
  @Injected(\.other) var other
  var values: InjectedValues { $other }
}

private enum RepositoryKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}
private enum LoggerKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
  static var lifetime: InjectionLifetime { .singleton }
}
private enum ServiceKey: InjectionKey { static var defaultValue: Service { Service() } }
private enum OtherKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum OverOtherKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.other }
}
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
private enum ScopedByOtherKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var lifetime: InjectionLifetime { .scoped(by: OtherKey.self) }
}
private enum SharedKey: InjectionKey {
  static var defaultValue: Service { Service() }
  static var lifetime: InjectionLifetime { .shared }
}
private enum TwinKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum Nest {
  enum TwinKey: InjectionKey { static var defaultValue: Int { 2 } }
}
private enum OtherNest {
  enum TwinKey: InjectionKey { static var defaultValue: Int { 3 } }
}

extension InjectedValues {
  fileprivate var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var logger: any Logger { self[LoggerKey.self] }
  fileprivate var service: Service { self[ServiceKey.self] }
  fileprivate var overOther: Int { self[OverOtherKey.self] }
  fileprivate var transient: any Repository { self[TransientKey.self] }
  fileprivate var overTransient: any Repository { self[OverTransientKey.self] }
  fileprivate var overScope: any Repository { self[OverScopeKey.self] }
  fileprivate var scopedByOther: Int { self[ScopedByOtherKey.self] }
  fileprivate var shared: Service { self[SharedKey.self] }
}
