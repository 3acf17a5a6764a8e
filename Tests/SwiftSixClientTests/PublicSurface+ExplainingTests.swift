import Foundation
import Injection
import Testing

/// Uses all that is public of explanations and graphs.
@Suite struct PublicSurfaceExplainingTests {
  @Test func `an explanation, before and after a build`() throws {
    try withTestScope("outside") {
      $0.price = 3
    } operation: {
      let unbuilt = InjectedValues.current.explain(\.offer)
      #expect(unbuilt.source == .unbuiltDefault)
      #expect(unbuilt.value == nil)

      _ = InjectedValues.current.offer
      let built = InjectedValues.current.explain(\.offer)
      #expect(built.source == .builtDefault)
      #expect(built.property == "offer")
      #expect(built.key == "OfferKey")
      #expect(built.valueType == "any Offering")
      #expect(built.value == "Offer")
      #expect(built.scope?.kind == .test)
      #expect(built.lifetime == .scoped)
      #expect(built.context == .test)
      #expect(built.remarks.isEmpty)
      #expect(built.reads.map(\.property) == ["discount", "price"])
      #expect(built.description.hasPrefix("offer: Offer (default, kept by scope \"outside\""))
      try requireStoredAnywhere(built)

      let price = try #require(built.reads.last)
      #expect(price.source == .override)
      #expect(price.lifetime == nil)
      withInjected(\.label, "inside") {
        let remarks = InjectedValues.current.explain(\.offer).remarks
        #expect(remarks == ["because it reads nothing that this scope overrides"])
      }
    }
  }

  @Test func `an explanation of a computed property`() {
    withTestScope {
      _ = InjectedValues.current.discountAndOffer
      let explanation = InjectedValues.current.explain(\.discountAndOffer)
      #expect(explanation.source == .computed)
      #expect(explanation.property == nil && explanation.key == nil)
      #expect(explanation.reads.map(\.property) == ["discount", "offer"])
      #expect(explanation.reads.map(\.isExplainedAbove) == [false, false])
      #expect(explanation.reads[1].reads.first?.isExplainedAbove == true)
    }
  }

  @Test func `ways to ask for an explanation`() {
    let path: KeyPath<InjectedValues, Int> = \.price
    withInjected(\.price, 2) {
      let values = InjectedValues.current
      let explanations = [
        values.explain(\.price), values.explain(path), values.explain(PriceKey.self),
        Injected(\.price).explain(),
      ]
      #expect(explanations.allSatisfy { $0.source == .override && $0.key == "PriceKey" })
    }
  }

  @Test func `sources`() throws {
    typealias Source = InjectionExplanation.Source
    #expect(Source.allCases == [.override, .builtDefault, .unbuiltDefault, .computed])
    #expect(Source(rawValue: "override") == .override)
    #expect(Source.computed.rawValue == "computed")
    try requireStoredAnywhere(Source.builtDefault)
  }

  @Test func `scopes in explanations`() throws {
    let process = try #require(InjectedValues.current.explain(\.label).scope)
    #expect(process.kind == .process)
    #expect(process.name == nil && process.fileID == nil && process.line == nil)
    #expect(process.description == "the process")

    let line = #line + 1
    let nested = withInjected("name") {
      $0.price = 2
    } operation: {
      InjectedValues.current.explain(\.price).scope
    }
    let scope = try #require(nested)
    #expect(scope.kind == .nested)
    #expect(scope.name == "name")
    #expect(scope.fileID == #fileID)
    #expect(scope.line == line)
    #expect(scope.description == "scope \"name\", PublicSurface+ExplainingTests.swift:\(line)")
    try requireStoredAnywhere(scope)

    #expect(InjectionScope.Kind.allCases == [.process, .test, .nested])
    #expect(InjectionScope.Kind(rawValue: "nested") == .nested)
    #expect(InjectionScope.Kind.process.rawValue == "process")
  }

  @Test func `a graph`() throws {
    let graph = withTestScope {
      $0.price = 3
    } operation: {
      _ = InjectedValues.current.offer
      return InjectedValues.current.graph
    }
    #expect(graph.nodes.map(\.id) == ["discount", "label", "offer", "price"])
    #expect(graph.edges.map(\.reader) == ["discount", "offer", "offer", "offer"])
    #expect(graph.edges.map(\.read) == ["price", "discount", "label", "price"])
    #expect(graph.edges.map(\.kind) == [.building, .building, .later, .building])

    let offer = graph.nodes[2]
    #expect(offer.property == "offer")
    #expect(offer.key == "OfferKey")
    #expect(offer.valueType == "any Offering")
    #expect(offer.lifetime == .scoped)
    #expect(offer.owners.map(\.kind) == [.test])
    #expect(offer.overrides.isEmpty)
    #expect(offer.builds == 1)
    let price = graph.nodes[3]
    #expect(price.owners.isEmpty)
    #expect(price.overrides == offer.owners)
    #expect(price.builds == 0)

    #expect(graph.text.contains("\n  reads label later\n  reads price\n"))
    #expect(graph.description == graph.text)
    #expect(graph.mermaid.hasSuffix("\n  k_offer --> k_price"))
    #expect(graph.dot.hasSuffix("\n  k_offer -> k_price\n}"))

    try requireStoredAnywhere(graph)
    try requireStoredAnywhere(offer)
    try requireStoredAnywhere(graph.edges[0])
    requireIdentifiable(offer)
  }

  @Test func `kinds of edges`() throws {
    typealias Kind = InjectionGraph.Edge.Kind
    #expect(Kind.allCases == [.building, .later])
    #expect(Kind(rawValue: "later") == .later)
    #expect(Kind.building.rawValue == "building")
    try requireStoredAnywhere(Kind.later)
  }
}

// MARK: - Fixtures

private protocol Offering: Sendable {}

private struct Offer: Offering {
  @Injected(\.label) var label
  init() { _ = InjectedValues.current.discount + InjectedValues.current.price }
}

private enum PriceKey: InjectionKey { static var defaultValue: Int { 1 } }

private enum DiscountKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.price / 2 }
}

private enum LabelKey: InjectionKey {
  static var defaultValue: String { "label" }
  static var lifetime: InjectionLifetime { .singleton }
}

private enum OfferKey: InjectionKey { static var defaultValue: any Offering { Offer() } }

extension InjectedValues {
  fileprivate var price: Int {
    get { self[PriceKey.self] }
    set { self[PriceKey.self] = newValue }
  }
  fileprivate var discount: Int { self[DiscountKey.self] }
  fileprivate var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }
  fileprivate var offer: any Offering { self[OfferKey.self] }
  fileprivate var discountAndOffer: String { "\(discount) \(offer)" }
}

private func requireStoredAnywhere<Value: Codable & Hashable & Sendable>(_ value: Value) throws {
  let data = try JSONEncoder().encode([value])
  #expect(try JSONDecoder().decode(Set<Value>.self, from: data) == [value])
}

private func requireIdentifiable<Value: Identifiable<String>>(_: Value) {}
