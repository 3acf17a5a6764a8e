import Foundation
import TestSupport
import Testing

// How it is proved that every snippet of a page runs.
//
// To add a page: write `Sources/<target>/<target>.docc/**/SomePage.md`, and beside the other tests
// a file of the page's name, `Tests/**/SomePage.swift`, or several: `SomePage+Facet.swift`. Each
// block of the page that begins with ```` ```swift ```` must stand in one of these files, line for
// line, at any indentation. A file may say `private` or `fileprivate` where the page does not,
// since the files of a target share their names, and `preview` for the macro `#Preview`; imports
// may stand anywhere in the file. Then call the code in tests of the same file, and check there
// what the page says of it. Whatever is not to be compiled, such as a mistake or what is printed,
// is a block of another language: `text`, `console`. `swift test --filter PageTests` finds a block
// that stands nowhere. `.ci/run pages` runs the tests of the folders that hold such files, and
// finds each line of a block that did not run, and each part of a line, such as what is behind a
// `guard`: see `Coverage`.

/// An article or another page of a documentation catalog.
struct Page: CustomTestStringConvertible {
  /// The file, from the package's folder.
  let path: String
  let text: String

  /// The file's name, without its extension.
  var name: String { String(path.split(separator: "/").last!.dropLast(".md".count)) }

  var snippets: [Snippet] { Snippet.all(in: text, path: path) }

  var testDescription: String { path }
}

extension Page {
  /// The pages of all catalogs.
  static func all() throws -> [Page] {
    try PackageDirectory.files(in: "Sources", ending: ".md")
      .filter { $0.contains(".docc/") }
      .map { Page(path: $0, text: try PackageDirectory.text(of: $0)) }
  }

  /// The files that may hold the page's snippets.
  func listings() throws -> [Listing] {
    try PackageDirectory.files(in: "Tests", ending: ".swift")
      .filter { path in
        let file = path.split(separator: "/").last!.dropLast(".swift".count)
        return file == name || file.hasPrefix("\(name)+")
      }
      .map { Listing(path: $0, text: try PackageDirectory.text(of: $0)) }
  }
}

/// A file of a test target in which snippets of a page stand.
struct Listing {
  /// The file, from the package's folder.
  let path: String
  private let lines: [String]

  init(path: String, text: String) {
    self.path = path
    self.lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.comparable($0) }
  }

  /// Where a snippet stands: the numbers of its lines, each time, without those of its imports,
  /// which are looked for one by one.
  func places(of snippet: Snippet) -> [Range<Int>] {
    let wanted = snippet.lines.map { Self.comparable($0) }
    let code = wanted[snippet.code]
    guard wanted.filter(Snippet.isImport).allSatisfy(lines.contains), let first = code.first
    else { return [] }
    return lines.indices.dropLast(code.count - 1).filter { start in
      guard lines[start].hasSuffix(first) else { return false }
      let indentation = lines[start].dropLast(first.count)
      return indentation.allSatisfy { $0 == " " }
        && zip(lines[start...], code).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
    }.map { $0 + 1..<$0 + 1 + code.count }
  }

  /// The conditions, `#if`, that a line is compiled under.
  func conditions(ofLine number: Int) -> [String] {
    var conditions: [String] = []
    for line in lines.prefix(number).map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("#if ") { conditions.append(String(line.dropFirst("#if ".count))) }
      if line.hasPrefix("#else") { conditions[conditions.count - 1] = "else" }
      if line.hasPrefix("#endif") { conditions.removeLast() }
    }
    return conditions
  }

  private static func comparable(_ line: some StringProtocol) -> String {
    String(line).replacing("fileprivate ", with: "").replacing("private ", with: "")
      .replacing("#Preview", with: "preview")
  }
}

extension Snippet {
  /// The lines after the imports, from 0.
  var code: Range<Int> {
    let isCode = { (line: String) in !line.isEmpty && !Self.isImport(line) }
    guard let first = lines.firstIndex(where: isCode) else { return 0..<0 }
    return first..<lines.lastIndex(where: isCode)! + 1
  }

  static func isImport(_ line: String) -> Bool { line.hasPrefix("import ") }
}

extension PackageDirectory {
  /// The files in a folder and those below, from the package's folder, in the order of their names.
  static func files(in folder: String, ending end: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: url.appendingPathComponent(folder).path)!
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(end) }.sorted()
      .map { "\(folder)/\($0)" }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }
}
