import Foundation
import Injection
import InjectionInspection
import InjectionTesting
import Testing

private enum PathKey: InjectionKey { static var defaultValue: String { "data.json" } }
private enum LanguageKey: InjectionKey { static var defaultValue: String { "en" } }

private struct Repository: Sendable {
  let path = InjectedValues.current.path
  let language = InjectedValues.current.language
}

private enum RepositoryKey: InjectionKey {
  static var defaultValue: Repository { Repository() }
}

extension InjectedValues {
  fileprivate var path: String {
    get { self[PathKey.self] }
    set { self[PathKey.self] = newValue }
  }
  fileprivate var language: String { self[LanguageKey.self] }
  fileprivate var repository: Repository { self[RepositoryKey.self] }
}

private struct Service {
  @Injected(\.repository) var repository

  func explanation() -> String { "\(_repository.explain())" }
}

private struct Report {
  @Injected(\.repository) var repository
  func text() -> String { "\(repository.path), \(repository.language)" }
}

private let printed = Printed()
private func print(_ item: Any) { printed.add(item) }

/// What was printed, as on the page.
private func output() -> String {
  printed.take().joined().replacing(/LookingInside.swift:\d+/, with: "Shop.swift:12")
}

// One after the other, since they share what is printed.
@Suite(.serialized) struct LookingInside {
  @Test func `a value is explained`() async {
    await #expect(processExitsWith: .success) {
      // Safe: nothing else runs in this process yet that reads its environment.
      unsafe setenv("INJECTION_CONTEXT", "live", 1)
      withInjected(named: "checkout") {
        $0.path = "test.json"
      } operation: {
        print(InjectedValues.current.explain(\.repository))
      }
      #expect(output() == page(block: 0))
    }
  }

  @Test func `a property is explained with its home`() {
    let service = withInjected(\.path, "home.json") { Service() }
    #expect(service.explanation().contains("path: String (overridden at LookingInside.swift"))
  }

  @Test func `values say what they are`() async {
    await #expect(processExitsWith: .success) {
      // Safe: nothing else runs in this process yet that reads its environment.
      unsafe setenv("INJECTION_CONTEXT", "live", 1)
      withInjected(named: "checkout") {
        $0.path = "test.json"
      } operation: {
        print(InjectedValues.current)
      }
      #expect(output() == page(block: 1))
    }
  }

  @Test(.injected()) func `a graph is drawn`() {
    let (report, graph) = InjectionGraph.recording {
      Report().text()
    }
    print(graph.mermaid)
    #expect(report == "data.json, en")
    #expect(output() == page(block: 2))
  }
}

/// What the page says is printed.
private func page(block index: Int) -> String? {
  let page = try? Page.all().first { $0.name == "LookingInside" }
  let blocks = page?.text.matches(of: /```text\n((?s:.*?))\n```/).map { String($0.1) }
  return blocks?[index]
}
