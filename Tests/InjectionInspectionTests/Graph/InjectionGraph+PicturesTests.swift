import Foundation
import Testing

@testable import InjectionInspection

/// Pictures follow the grammars of their languages, whatever characters names have.
struct PicturesTests {
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
        key: "\(name)Key",
        valueType: "Value<\(name)>",
        lifetime: "transient"
      )
    }
    let edges = zip(names, names.dropFirst()).enumerated().map { index, pair in
      InjectionGraph.Edge(reader: pair.0, read: pair.1, kind: index % 2 == 0 ? .building : .later)
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
    // The characters of a label have no other meaning in Mermaid. From its lexer and preprocessor:
    // a quoted string ends with the next quote; `%%` starts a comment or a directive; `#name;` is a
    // character reference; a back quote starts Markdown; "style" followed by a colon and a number
    // sign is taken for a color; reserved words, none of which begins with `k_`, are no
    // identifiers.
    let box = #/  (k_[A-Za-z0-9_]*)\["((?:[^"%&<>`;:{}|\[\]\\#\u{0}-\u{1F}]|#[0-9]+;|<br/>)*)"\]/#
      .matchingSemantics(.unicodeScalar)
    let arrow = #/  (k_\w*) (-->|-\.->) (k_\w*)/#

    let lines = Self.graph.mermaid.split(separator: "\n", omittingEmptySubsequences: false)
    let boxes = lines.compactMap { $0.wholeMatch(of: box)?.output }
    let arrows = lines.compactMap { $0.wholeMatch(of: arrow)?.output }
    #expect(lines.first == "flowchart LR" && lines.count == 1 + boxes.count + arrows.count)

    let ids = Set(boxes.map(\.1))
    #expect(ids.count == Self.names.count && Set(boxes.map { shown($0.2) }) == Self.labels)
    #expect(arrows.allSatisfy { ids.contains($0.1) && ids.contains($0.3) })
    #expect(arrows.count == Self.names.count - 1)
    #expect(arrows.count { $0.2 == "-.->" } == (Self.names.count - 1) / 2)
    // Characters that only format would reverse the following text in the source of a picture.
    let pictures = [Self.graph.mermaid, Self.graph.dot]
    #expect(
      pictures.allSatisfy { $0.contains("#8238;") && !$0.unicodeScalars.contains("\u{202E}") }
    )
  }

  @Test func `DOT's grammar accepts any names, and they are shown as they are`() {
    // In a quoted string, a quotation mark ends it, and a backslash or a reference means another
    // character.
    let text = #"((?:[^"\\&<>\x{0}-\x{1F}]|&#[0-9]+;|\\n)*)"#
    let box = try! Regex(#"  (k_[A-Za-z0-9_]*) \[label="\#(text)", tooltip="\#(text)"\]"#)
      .matchingSemantics(.unicodeScalar)
    let arrow = #/  (k_\w*) -> (k_\w*)( \[style=dashed\])?/#

    let lines = Self.graph.dot.split(separator: "\n", omittingEmptySubsequences: false)
    let boxes = lines.compactMap { $0.wholeMatch(of: box) }
    let arrows = lines.compactMap { $0.wholeMatch(of: arrow)?.output }
    #expect(lines.count == 4 + boxes.count + arrows.count)
    #expect(Set(boxes.map { $0[1].substring! }).count == Self.names.count)
    let labels = boxes.map { box in
      shown(box[2].substring!, lineBreak: "\\n", reference: #/&#([0-9]+);/#)
        .map { line in
          // The language reads escapes after references, so each backslash is doubled.
          let parts = line.components(separatedBy: "\\\\")
          #expect(!parts.joined().contains("\\"))
          return parts.joined(separator: "\\")
        }
    }
    #expect(Set(labels) == Self.labels && arrows.count == Self.names.count - 1)
    #expect(arrows.count { $0.3 != nil } == (Self.names.count - 1) / 2)
  }
}

// MARK: - Fixtures

/// The lines of a label, as a tool shows them.
private func shown(
  _ label: Substring,
  lineBreak: String = "<br/>",
  reference: Regex<(Substring, Substring)> = #/#([0-9]+);/#
) -> [String] {
  String(label).components(separatedBy: lineBreak).map {
    $0.replacing(reference) { String(Unicode.Scalar(UInt32($0.1)!)!) }
  }
}
