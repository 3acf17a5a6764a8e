@testable import Injection

extension ModelComparison {
  func dump(_ node: Node, _ scopes: [(layer: ModelLayer, scope: Scope)]) -> String {
    var text = ""
    for (layer, scope) in scopes + [
      (ModelLayer(-1, in: nil, container: 0, isBase: true), Scope.process)
    ] {
      for e in scope.knownDefaults where (e.anyValue as? Node) === node {
        let r = e.record!
        text +=
          "\n   layer \(layer.number) serial \(scope.knownSerial): provider \(r.provider) tips \(r.tips) homeSerials \(r.homeSerials) homes \(r.homes) marks \(r.marks) findings \(r.findings.map { f in "\(f.key.type) \(f.found)" })"
      }
    }
    return text
  }
}
