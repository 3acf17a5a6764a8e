import Testing

@testable import Injection

/// Compares what the library gave with what the oracle says, and remembers who is who.
struct ModelComparison {
  let oracle: Oracle
  /// Whether who shares a default is compared, and where homes lead; values always are.
  var comparesIdentity = true
  private(set) var reads = 0
  private(set) var shared = 0
  private(set) var failures: [String] = []

  private var values: [Node: ModelValue] = [:]

  init(_ oracle: Oracle) { self.oracle = oracle }

  /// Compares what a read gave.
  mutating func compare(_ node: Node, _ value: ModelValue, _ what: @autoclosure () -> String) {
    reads += 1
    compareAny(node, value, what)
  }

  private mutating func compareAny(_ node: Node, _ value: ModelValue, _ what: () -> String) {
    guard
      expect(
        node.data == value.data,
        "\(what()): the value is \(node.data) of \(node.parts.map(\.data)), not \(value.data) of "
          + "\(value.parts.map(\.data))"
      )
    else { return }
    if !comparesIdentity { return }
    if let known = values[node] {
      if known === value { return }
      if let record = value.record {
        fail(
          "\(what()): shares what was built from \(describe(known)), and should be built from "
            + describe(record)
        )
      }
      // A default that nobody shares is there for one view.
      return compareHomes(node, value, what)
    }
    if value.node != nil {
      let way = value.record.map { "a second time from \(describe($0))" } ?? "again"
      fail("\(what()): built \(way)")
      return
    }
    value.node = node
    values[node] = value
    if case .shared = value.kind { shared += 1 }
    compareHomes(node, value, what)
    guard
      expect(
        node.parts.count == value.parts.count,
        "\(what()): \(node.parts.count) parts, not \(value.parts.count)"
      )
    else { return }
    for (index, (part, expected)) in zip(node.parts, value.parts).enumerated() {
      compareAny(part, expected) { "\(what()), part \(index)" }
    }
  }

  private mutating func compareHomes(_ node: Node, _ value: ModelValue, _ what: () -> String) {
    // An object that was given to a scope in a build is seen by nobody before the build is over.
    let view = value.home.view
    compareViews(node.late[0].home, view) { "\(what()): the home" }
    compareViews(node.values.scope, view) { "\(what()): what was current" }
  }

  /// Compares what the library and the oracle see.
  mutating func compareViews(_ scope: Scope?, _ view: ModelView, _ what: () -> String) {
    let serials = (scope ?? .process).resolved.ancestors.map(\.serial)
    var isSame = serials.count == view.count
    for (serial, layer) in zip(serials, view) where isSame {
      // What was opened in a build is met here for the first time.
      if layer.serial == nil { layer.serial = serial }
      isSame = layer.serial == serial
    }
    if !isSame { fail("\(what()) is \(describe(serials)), not \(view.numbers)") }
  }

  /// Says whether a default was seen that the library built.
  func knows(_ node: Node) -> Bool { values[node] != nil }

  /// Of all that a scope keeps, no two defaults of a key are for the same.
  mutating func compareKept(_ scope: Scope, _ number: Int) {
    var seen: [ModelRecord: Node] = [:]
    for entry in scope.knownDefaults {
      guard let node = entry.anyValue as? Node, let value = values[node],
        let record = value.record
      else { continue }
      let other = seen.updateValue(node, forKey: record)
      expect(
        other == nil || other === node,
        "layer \(number) keeps two defaults of key \(record.key), which are both valid"
      )
    }
  }

  mutating func fail(_ what: String) { failures.append(what) }

  @discardableResult
  mutating func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) -> Bool {
    if !isTrue { failures.append(what()) }
    return isTrue
  }

  // MARK: Words

  private func describe(_ value: ModelValue) -> String {
    value.record.map { "key \($0.key) (\(describe($0)))" } ?? "a value of nobody else"
  }

  private func describe(_ record: ModelRecord) -> String {
    let findings = record.findings.map { finding in
      switch finding.found {
      case .nothing: "\(finding.key): nothing"
      case .override(let layer): "\(finding.key): layer \(layer.number)"
      case .record(let other): "\(finding.key): default from \(other.tips.map(\.number))"
      }
    }
    return "[\(findings.joined(separator: ", "))]"
  }

  private func describe(_ serials: [UInt]) -> String {
    let names = serials.map { serial in
      oracle.layers.first { $0.serial == serial }.map { "\($0.number)" } ?? "?"
    }
    return "[\(names.joined(separator: ", "))]"
  }
}
