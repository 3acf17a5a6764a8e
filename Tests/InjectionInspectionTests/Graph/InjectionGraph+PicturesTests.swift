import Foundation
import TestSupport
import Testing

@testable import InjectionInspection

/// Checks that real tools accept what a graph prints, whatever characters names have.
@Suite struct PicturesTests {
  static let names = [
    "plain", "a b", "a-b", "a_b", "a_20_b",
    "end", "subgraph", "style", "graph", "k_k", "_2_", "2",
    "with \"quotes\" and 'more'",
    "back\\slash\\",
    "#35; #quot; &amp; &#38; <b>bold</b><br/>",
    "%%{init: {'theme': 'dark'}}%% comment",
    "a] --> b[c", "{x} | (y) ; z", "`code` **bold**", "style: #fff;", "\\n\\l\\N",
    "größe", "日本語", "🧺", "tab\tnew\nline\r\u{0}", "\u{202E}right to left",
    "",
  ]

  static let graph: InjectionGraph = {
    let nodes = names.map { name in
      InjectionGraph.Node(
        id: name,
        property: name,
        key: "\(name)Key",
        valueType: "Value<\(name)>",
        lifetime: "transient"
      )
    }
    let edges = zip(names, names.dropFirst()).enumerated().map { index, pair in
      InjectionGraph.Edge(
        reader: pair.0,
        read: pair.1,
        kind: index % 2 == 0 ? .building : .later
      )
    }
    return InjectionGraph(nodes: nodes, edges: edges)
  }()

  /// The lines of each node's label, as a tool shows them.
  static let labels = Set(
    names.map { name in
      [name, "Value<\(name)>", "transient"].map { line in
        String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
      }
    }
  )

  @Test func `Mermaid's grammar accepts any names, and they are shown as they are`() {
    // What may be in a label here has no other meaning anywhere in Mermaid. From its lexer and
    // preprocessor: a quoted string ends with the next quote; `%%` starts a comment or a directive;
    // `#name;` is a character reference; a back quote starts Markdown; "style" followed by a colon
    // and a number sign is taken for a color; reserved words, none of which begins with `k_`, are
    // no identifiers.
    let box = #/  (k_[A-Za-z0-9_]*)\["((?:[^"%&<>`;:{}|\[\]\\#\u{0}-\u{1F}]|#[0-9]+;|<br/>)*)"\]/#
      .matchingSemantics(.unicodeScalar)
    let arrow = #/  (k_\w*) (-->|-\.->) (k_\w*)/#

    let lines = Self.graph.mermaid.split(separator: "\n", omittingEmptySubsequences: false)
    let boxes = lines.compactMap { $0.wholeMatch(of: box)?.output }
    let arrows = lines.compactMap { $0.wholeMatch(of: arrow)?.output }
    #expect(lines.first == "flowchart LR")
    #expect(lines.count == 1 + boxes.count + arrows.count)

    let ids = Set(boxes.map(\.1))
    #expect(ids.count == Self.names.count)
    #expect(Set(boxes.map { shown($0.2) }) == Self.labels)
    #expect(arrows.allSatisfy { ids.contains($0.1) && ids.contains($0.3) })
    #expect(arrows.count == Self.names.count - 1)
    #expect(arrows.count { $0.2 == "-.->" } == (Self.names.count - 1) / 2)
  }

  // They would turn around what follows them in the source of a picture.
  @Test func `characters that only format are written as references`() {
    for text in [Self.graph.mermaid, Self.graph.dot] {
      #expect(!text.unicodeScalars.contains("\u{202E}"))
      #expect(text.contains("#8238;"))
    }
  }

  @Test(.enabled(if: Graphviz.isInstalled))
  func `Graphviz accepts any names, and shows them as they are`() async throws {
    let drawing = SVG(try await Graphviz.svg(Self.graph.dot))
    #expect(drawing.nodes.count == Self.names.count)
    #expect(drawing.edgeCount == Self.names.count - 1)
    // Graphviz draws no text for an empty line, and drops the spaces around one.
    func visible(_ lines: [String]) -> [String] {
      lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    #expect(Set(drawing.nodes.map(visible)) == Set(Self.labels.map(visible)))
  }

  @Test(.enabled(if: Graphviz.isInstalled))
  func `Graphviz does not accept a wrong graph`() async {
    await #expect(throws: Graphviz.Mistake.self) {
      try await Graphviz.svg("digraph { a [label=\"x\"y\"] }")
    }
  }
}

// MARK: - Fixtures

/// The lines of a label in Mermaid, as it shows them.
private func shown(_ label: Substring) -> [String] {
  String(label).components(separatedBy: "<br/>").map {
    $0.replacing(/#([0-9]+);/) { String(Unicode.Scalar(UInt32($0.1)!)!) }
  }
}

private enum Graphviz {
  struct Mistake: Error {
    let message: String
  }

  static let path = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static var isInstalled: Bool { path != nil }

  static func svg(_ dot: String) async throws -> Data {
    let file = URL(filePath: path!)
    let process = try await ChildProcess.run(file, ["-Tsvg"], input: Data(dot.utf8))
    if process.status != 0 || process.errorOutput.contains("rror") {
      throw Mistake(message: process.errorOutput)
    }
    return process.outputData
  }
}

/// The texts of the nodes in a picture that Graphviz drew.
private struct SVG {
  var nodes: [[String]] = []
  var edgeCount = 0

  init(_ data: Data) {
    let text = String(decoding: data, as: UTF8.self)
    edgeCount = text.components(separatedBy: " class=\"edge\"").count - 1
    for group in text.components(separatedBy: " class=\"node\"").dropFirst() {
      nodes.append(group.matches(of: /<text[^>]*>([^<]*)<\/text>/).map { SVG.decode($0.1) })
    }
  }

  private static func decode(_ text: Substring) -> String {
    let decoded = String(text).replacing(/&#(x?)([0-9a-fA-F]+);/) { match in
      let number = UInt32(match.2, radix: match.1.isEmpty ? 10 : 16)
      return number.flatMap(Unicode.Scalar.init).map(String.init) ?? "?"
    }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(decoded) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
      .replacingOccurrences(of: "\u{A0}", with: " ")
  }
}
