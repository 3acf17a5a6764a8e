import Injection
import InjectionInspection
import InjectionMacros
import TestSupport
import Testing

// The graph of what the scopes of a view keep.
struct InjectionGraphTests {
  @Test func `a graph prints what was built, and from what, as text, Mermaid and DOT`() {
    let line = #line + 1
    let graph = withContainer(named: "outside") {
      $0.other = 2
      $0.provide(InjectedValues.repositoryKey.self) { MockRepository() }
    } operation: {
      _ = InjectedValues.current.singletonService
      return InjectedValues.current.graph
    }
    let outside = "scope \"outside\", InjectionGraphTests.swift:\(line)"
    #expect(
      graph.text == """
        logger: any Logger
          loggerKey, scoped, built once, kept by \(outside)
        other: Int
          otherKey, scoped, overridden by \(outside)
        repository: any Repository
          repositoryKey, scoped, built once, kept by \(outside), provided by \(outside)
        singletonService: any UserService
          singletonServiceKey, singleton, built once, kept by \(outside)
          reads logger
          reads repository
        """
    )
    #expect("\(graph)" == graph.text)
    // Getting the graph builds nothing.
    #expect(graph.nodes.map(\.builds) == [1, 0, 1, 1])
    #expect(
      graph.mermaid == """
        flowchart LR
          k_logger["logger<br/>any Logger"]
          k_other["other<br/>Int"]
          k_repository["repository<br/>any Repository"]
          k_singletonService["singletonService<br/>any UserService<br/>singleton"]
          k_singletonService --> k_logger
          k_singletonService --> k_repository
        """
    )
    let escaped = "scope &#34;outside&#34;, InjectionGraphTests.swift&#58;\(line)"
    #expect(
      graph.dot == """
        digraph Injection {
          rankdir=LR
          node [shape=box]
          k_logger [label="logger\\nany Logger", tooltip="loggerKey, scoped, built once, kept by \
        \(escaped)"]
          k_other [label="other\\nInt", tooltip="otherKey, scoped, overridden by \(escaped)"]
          k_repository [label="repository\\nany Repository", tooltip="repositoryKey, scoped, built \
        once, kept by \(escaped), provided by \(escaped)"]
          k_singletonService [label="singletonService\\nany UserService\\nsingleton", \
        tooltip="singletonServiceKey, singleton, built once, kept by \(escaped)"]
          k_singletonService -> k_logger
          k_singletonService -> k_repository
        }
        """
    )
  }

  @Test func `each scope of a view has its own, and none of another`() {
    withContainer(named: "outside") {
      $0.number = 5
    } operation: {
      _ = InjectedValues.current.service
      withInjected(\.text, "inside") { _ = InjectedValues.current.overText }
      #expect(InjectedValues.current.graph.nodes.map(\.id) == ["number", "service"])
      withInjected(named: "inside", { $0.number = 2 }) {
        _ = InjectedValues.current.service
        let service = InjectedValues.current.graph.nodes.last
        #expect(service?.builds == 2)
        #expect(service?.owners.map(\.name) == ["inside", "outside"])
        let number = InjectedValues.current.graph.nodes.first
        #expect(number?.overrides.map(\.name) == ["inside", "outside"])
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
      let property = withInjected(\.number, 2) {
        withExtendedLifetime(InjectedValues.current.double) { Injected(\.number) }
      }
      withInjected(\.text, "current") {
        _ = InjectedValues.current.overText
        let kept = property.projectedValue.graph.nodes.filter { !$0.owners.isEmpty }
        #expect(kept.map(\.id) == ["double", "overText"])
      }
    }
  }
}

// MARK: - Who reads

extension InjectionGraphTests {
  @Test func `a read in a scope that a build opens is the build's`() {
    withContainer {
      _ = InjectedValues.current.overScope
      #expect(edges == ["overScope building number"])
    }
  }

  @Test func `keys of one name are told apart`() {
    withContainer {
      _ = InjectedValues.current[TwinKey.self]
      _ = InjectedValues.current[Nest.TwinKey.self]
      _ = InjectedValues.current[OtherNest.TwinKey.self]
      _ = InjectedValues.current.number
      #expect(
        InjectedValues.current.graph.nodes.map(\.id)
          == ["number", "twin", "twin 2", "twin 3"]
      )
    }
  }

  /// The compiler's names of private types differ from build to build.
  @Test func `private keys of one name are ordered by their values' types`() {
    withContainer {
      readOfInt()
      readOfCharacter()
      readOfString()
      readOfBool()
      #expect(
        InjectedValues.current.graph.nodes.map { "\($0.id): \($0.valueType)" }
          == ["local: Bool", "local 2: Character", "local 3: Int", "local 4: String"]
      )
    }
  }

  private func readOfInt() {
    enum LocalKey: InjectionKey { static var defaultValue: Int { 1 } }
    _ = InjectedValues.current[LocalKey.self]
  }

  private func readOfCharacter() {
    enum LocalKey: InjectionKey { static var defaultValue: Character { "a" } }
    _ = InjectedValues.current[LocalKey.self]
  }

  private func readOfString() {
    enum LocalKey: InjectionKey { static var defaultValue: String { "" } }
    _ = InjectedValues.current[LocalKey.self]
  }

  private func readOfBool() {
    enum LocalKey: InjectionKey { static var defaultValue: Bool { true } }
    _ = InjectedValues.current[LocalKey.self]
  }

  @Test func `names depend on the keys' types, whatever was read before`() {
    func text() -> String {
      withContainer {
        _ = InjectedValues.current.httpService
        return InjectedValues.current.graph.text
      }
    }
    let first = text()
    withInjected(\.visitor, "Ada") {
      _ = InjectedValues.current.explain(\.httpService)
      _ = InjectedValues.current.explain(\.visitor)
    }
    #expect(text() == first)
    #expect(
      first.matches(of: /(?m)^\S+:/).map { String($0.0) } == ["httpService:", "id:", "visitor:"]
    )
  }

  private var edges: [String] { InjectedValues.current.graph.edgeTexts }
}

// MARK: - Fixtures

/// Runs `operation` in a container like a test's, but without an observer.
private func withContainer<Result>(
  named name: String? = nil,
  _ update: (inout InjectedValues) -> Void = { _ in },
  operation: () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> Result {
  let place = SourceLine(fileID, line)
  var values = InjectedValues(Scope(in: nil, rootOf: Container(.test), at: place, named: name))
  update(&values)
  return withInjected(InjectedValues(values.finished()), operation: operation)
}

private enum TwinKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum Nest {
  enum TwinKey: InjectionKey { static var defaultValue: Int { 2 } }
}
private enum OtherNest {
  enum TwinKey: InjectionKey { static var defaultValue: Int { 3 } }
}

private enum HTTPServiceKey: InjectionKey {
  static var defaultValue: String { InjectedValues.current.visitor + InjectedValues.current.id }
}
private enum VisitorKey: InjectionKey { static var defaultValue: String { "guest" } }
private enum IDKey: InjectionKey { static var defaultValue: String { "1" } }

extension InjectedValues {
  fileprivate var httpService: String { self[HTTPServiceKey.self] }
  fileprivate var id: String { self[IDKey.self] }
  fileprivate var visitor: String {
    get { self[VisitorKey.self] }
    set { self[VisitorKey.self] = newValue }
  }
  @Injectable fileprivate var overText: String = InjectedValues.current.text
  @Injectable fileprivate var overScope: Int = withInjected(\.text, "") {
    InjectedValues.current.number
  }
}
