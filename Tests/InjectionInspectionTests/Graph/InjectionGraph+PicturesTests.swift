import Foundation
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

  @Test func `Mermaid's grammar accepts any names`() throws {
    let chart = try MermaidFlowchart(Self.graph.mermaid)
    #expect(Set(chart.labels.values) == Self.labels)
    #expect(chart.labels.count == Self.names.count)
    #expect(chart.edges.count == Self.names.count - 1)
    #expect(chart.edges.filter(\.isDotted).count == (Self.names.count - 1) / 2)
  }

  // They would turn around what follows them in the source of a picture.
  @Test func `characters that only format are written as references`() {
    for text in [Self.graph.mermaid, Self.graph.dot] {
      #expect(!text.unicodeScalars.contains("\u{202E}"))
      #expect(text.contains("#8238;"))
    }
  }

  @Test(arguments: [
    "flowchart TD", "flowchart LR\n  end[\"x\"]", "flowchart LR\n  a[\"x\"y\"]",
    "flowchart LR\n  a[\"%%\"]", "flowchart LR\n  a[\"x\"]\n  a --> b", "flowchart LR\n  a[\"#x\"]",
    "flowchart LR\n  a[x]", "flowchart LR\n  a[\"x\"]\n  a ---> a", "flowchart LR\n  a[\"<b>\"]",
    "flowchart LR\n  a[\"x\"]\n  a[\"y\"]", "flowchart LR\na[\"x\"]", "flowchart LR\n  a[\"x: y\"]",
  ])
  func `the check of Mermaid's grammar is strict`(text: String) {
    #expect(throws: MermaidFlowchart.Mistake.self) { try MermaidFlowchart(text) }
  }

  @Test(.enabled(if: Graphviz.isInstalled))
  func `Graphviz accepts any names, and shows them as they are`() throws {
    let svg = try Graphviz.svg(Self.graph.dot)
    let drawing = try SVG(svg)
    #expect(drawing.nodes.count == Self.names.count)
    #expect(drawing.edgeCount == Self.names.count - 1)
    // Graphviz draws no text for an empty line, and drops the spaces around one.
    func visible(_ lines: [String]) -> [String] {
      lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    #expect(Set(drawing.nodes.map(visible)) == Set(Self.labels.map(visible)))
  }

  @Test(.enabled(if: Graphviz.isInstalled))
  func `a wrong graph is not accepted`() {
    #expect(throws: Graphviz.Mistake.self) { try Graphviz.svg("digraph { a [label=\"x\"y\"] }") }
  }
}

// MARK: - Fixtures

/// The part of Mermaid's flowcharts that graphs use, read strictly: what is allowed here has no
/// other meaning anywhere in Mermaid, and what is not allowed here is a mistake.
///
/// From Mermaid's lexer and preprocessor: a quoted string ends with the next quote; `%%` starts a
/// comment or a directive; `#name;` is a character reference; a back quote starts Markdown; "style"
/// followed by a colon and a number sign is taken for a color; reserved words are no identifiers.
struct MermaidFlowchart {
  struct Mistake: Error {
    let line: String
  }

  struct Edge: Hashable {
    let from: String
    let to: String
    let isDotted: Bool
  }

  private(set) var labels: [String: [String]] = [:]
  private(set) var edges: [Edge] = []

  init(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popFirst() == "flowchart LR" else { throw Mistake(line: "the first") }
    for line in lines {
      if let match = try /\ \ (\w+)\["(.*)"\]/.wholeMatch(in: line) {
        let id = try identifier(match.1)
        guard labels[id] == nil else { throw Mistake(line: String(line)) }
        labels[id] = try String(match.2).components(separatedBy: "<br/>").map(decode)
      } else if let match = try /\ \ (\w+) (-->|-\.->) (\w+)/.wholeMatch(in: line) {
        let edge = try Edge(
          from: identifier(match.1),
          to: identifier(match.3),
          isDotted: match.2 != "-->"
        )
        guard labels[edge.from] != nil, labels[edge.to] != nil else {
          throw Mistake(line: String(line))
        }
        edges.append(edge)
      } else {
        throw Mistake(line: String(line))
      }
    }
  }

  private static let reserved: Set<String> = [
    "end", "graph", "subgraph", "flowchart", "style", "linkStyle", "classDef", "class", "click",
    "direction", "default", "href", "call", "interpolate", "accTitle", "accDescr",
  ]

  private func identifier(_ text: Substring) throws -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil)
    }
    guard isPlain, !Self.reserved.contains(String(text)), text.first?.isLetter == true else {
      throw Mistake(line: String(text))
    }
    return String(text)
  }

  private func decode(_ text: String) throws -> String {
    var rest = text[...]
    var decoded = String.UnicodeScalarView()
    while let scalar = rest.unicodeScalars.popFirst() {
      if scalar == "#" {
        guard
          let match = try /([0-9]+);/.prefixMatch(in: rest),
          let number = UInt32(match.1), let scalar = Unicode.Scalar(number)
        else { throw Mistake(line: text) }
        rest = rest[match.range.upperBound...]
        decoded.append(scalar)
      } else {
        guard scalar.value >= 0x20, !"\"%&<>`;:{}|[]\\".unicodeScalars.contains(scalar) else {
          throw Mistake(line: text)
        }
        decoded.append(scalar)
      }
    }
    return String(decoded)
  }
}

enum Graphviz {
  struct Mistake: Error {
    let message: String
  }

  static let path = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static var isInstalled: Bool { path != nil }

  static func svg(_ dot: String) throws -> Data {
    let files = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let input = files.appending(path: "graph.dot")
    let output = files.appending(path: "graph.svg")
    try Data(dot.utf8).write(to: input)

    let process = Process()
    process.executableURL = URL(filePath: path!)
    process.arguments = ["-Tsvg", "-o", output.path, input.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let messages = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let message = String(decoding: messages, as: UTF8.self)
    if process.terminationStatus != 0 || message.contains("rror") {
      throw Mistake(message: message)
    }
    return try Data(contentsOf: output)
  }
}

/// The texts of the nodes in a picture that Graphviz drew.
private struct SVG {
  var nodes: [[String]] = []
  var edgeCount = 0

  init(_ data: Data) throws {
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
