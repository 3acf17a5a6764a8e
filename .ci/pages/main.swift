// Writes a package of the Swift blocks of README.md, the pages and the documentation comments: see
// `run` beside it.
//
// A page becomes a module, which has nothing but what the page says. Declarations stand in it as on
// the page. Statements become the body of a function on the main actor, as in main.swift, which
// runs in a live process of its own, and prints what its comments say.
//
// - A block whose first line is `// Sources/<module>/<file>` or `// Tests/<module>/<file>` becomes
//   that file, and one that imports the reader's own module, `@testable import Shop`, a file of its
//   own.
// - A module with `MainActor` in its name has that default isolation. The pages about migrating
//   become such a module, too.
// - A block with SwiftUI is compiled and not run, on Linux against the stub of Tests. One with
//   another library that is not there is listed.
// - The samples in documentation comments have Fixtures.swift. Those of the essentials run.

import Foundation

let root = URL(fileURLWithPath: CommandLine.arguments[1])
let output = URL(fileURLWithPath: CommandLine.arguments[2])
let wanted = CommandLine.arguments.dropFirst(3)
#if os(Linux)
  let missing: Set = [
    "AppIntents", "Combine", "Hummingbird", "UIKit", "WidgetKit", "XCUIAutomation",
  ]
#else
  let missing: Set = ["Hummingbird", "UIKit"]
#endif
let products: Set = [
  "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros", "InjectionServer",
  "InjectionSwiftUI", "InjectionTesting",
]

/// Whether a page's readers bring code of their own, which may be in a module of either isolation.
func isForBothIsolations(_ path: String) -> Bool { path.contains("/Migrating/") }

/// Leaves a file alone that has this text already, so that it is not compiled again.
@MainActor func write(_ text: String, to path: String) throws {
  let file = output.appendingPathComponent(path)
  if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
  let folder = file.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try text.write(to: file, atomically: true, encoding: .utf8)
}

/// The files, by module and name.
var modules: [String: [String: String]] = [:]

func imports(_ text: String) -> Set<String> {
  Set(text.matches(of: /(?m)^ *(?:@testable )?import (\w+)/).map { String($0.1) })
}

// MARK: - Pages

@MainActor func addPage(_ page: String, _ path: String, _ text: String, in own: String) throws {
  for block in Block.all(in: text, path: path) {
    let imports = imports(block.source)
    if block.source.hasPrefix("// swift-tools-version") {
      // `run` asks the package manager what it thinks of it.
      try write(block.source, to: "Manifests/\(page)\(block.line)/Package.swift")
      continue
    }
    guard imports.isDisjoint(with: missing) else {
      print("Not compiled here: \(path):\(block.line)")
      continue
    }
    var module = own
    var file = page
    if let place = block.source.firstMatch(of: /^\/\/ (?:Sources|Tests)\/(\w+)\/(\w+)\.swift/) {
      (module, file) = (String(place.1), String(place.2))
    } else if imports.contains("Shop") {
      file = "Block\(block.line)"
    }
    // A module of tests has a `main` already.
    var source =
      block.source(of: .import).replacing("@testable import Shop", with: "")
      + block.source(of: .declaration).replacing("@main\n", with: "")
    let statements = block.source(of: .statement)
    if !statements.isEmpty {
      source += "@MainActor func block\(block.line)() async throws {\n\(statements)}\n"
      if !imports.contains("SwiftUI") {
        modules[module, default: [:]]["Blocks", default: tests] += test(of: block)
      }
    }
    #if os(Linux)
      // A stub has no macros.
      source.replace("#Preview", with: "preview")
    #endif
    modules[module, default: [:]][file, default: ""] += source
  }
}

/// Beside the page's file, so that what is imported here is not seen there.
let tests = """
  import Foundation
  import Testing

  /// Places depend on the page's lines.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\\n").map {
      String($0).replacing(/[A-Za-z]+\\.(swift|md):[0-9]+/, with: "Shop.swift:12")
        .replacing(/\\ +$/, with: "")
    }
  }

  """

func test(of block: Block) -> String {
  """
  @Test func `\(block.path):\(block.line)`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\\.standardOutputContent]) {
        setenv("INJECTION_CONTEXT", "live", 1)
        try await block\(block.line)()
      }
    )
    let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(lines(printed) == lines(\(block.output.debugDescription)))
  }

  """
}

// MARK: - Documentation comments

let commentImports =
  (products.subtracting(["InjectionSwiftUI"]).sorted() + ["Observation", "XCTest"])
  .map { "import \($0)\n" }.joined()

@MainActor func addComments(_ path: String, _ text: String) {
  let name = path.dropLast(6).replacing("/", with: "_")
  let runs = path.hasPrefix("Sources/InjectionEssentials/")
  for block in Block.all(in: text, path: path) {
    var source = tests + commentImports + "@testable import CommentFixtures\n"
    source += "#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif\n"
    if block.source.hasPrefix("override ") {
      source += "private final class Tests: XCTestCase {\n\(block.source(of: .declaration))}\n"
    } else {
      source += block.source(of: .declaration, Item.privately).replacing("@main ", with: "")
      let statements = block.source(of: .statement)
      if !statements.isEmpty {
        source += "\(runs ? "@Test " : "")private func sample() async throws {\n\(statements)}\n"
      }
    }
    modules[runs ? "EssentialsComments" : "Comments", default: [:]]["\(name)_\(block.line)"] =
      source.replacing("{ … }", with: "{ leftOut() }").replacing("public ", with: "")
  }
}

// MARK: - The package

let sources = root.appendingPathComponent("Sources").path
let paths = FileManager.default.enumerator(atPath: sources)!.compactMap { "Sources/\($0)" }
for path in ["README.md"] + paths.sorted() {
  let file = root.appendingPathComponent(path)
  let name = file.deletingPathExtension().lastPathComponent
  if path.hasSuffix(".md"), wanted.isEmpty || wanted.contains(name) {
    let text = try String(contentsOf: file, encoding: .utf8)
    try addPage(name, path, text, in: "\(name)Page")
    if isForBothIsolations(path) { try addPage(name, path, text, in: "\(name)MainActorPage") }
  } else if path.hasSuffix(".swift"), !path.hasPrefix("Sources/InjectionSwiftUI/"), wanted.isEmpty {
    addComments(path, try String(contentsOf: file, encoding: .utf8))
  }
}
if wanted.isEmpty {
  let fixtures = root.appendingPathComponent(".ci/pages/Fixtures.swift")
  modules["CommentFixtures"] = ["Fixtures": try String(contentsOf: fixtures, encoding: .utf8)]
}

let imported = modules.mapValues { imports($0.values.joined()) }
let targets = try modules.sorted { $0.key < $1.key }.map { name, files in
  for (file, text) in files { try write(text, to: "\(name)/\(file).swift") }
  var imports = imported[name]!
  // The stub is a part of it.
  if imports.contains("SwiftUI") { imports.insert("InjectionSwiftUI") }
  let dependencies =
    imports.intersection(products).map { #".product(name: "\#($0)", package: "swift-injection")"# }
    + imports.intersection(modules.keys).map { #""\#($0)""# }
  let isTest = name != "Comments" && !imported.values.contains { $0.contains(name) }
  // Samples in comments need not use what they declare.
  let areComments = name.hasSuffix("Comments")
  var settings = [
    areComments ? #".unsafeFlags(["-suppress-warnings"])"# : ".treatAllWarnings(as: .error)"
  ]
  if name.contains("MainActor") { settings.append(".defaultIsolation(MainActor.self)") }
  return """
        .\(isTest ? "testTarget" : "target")(
          name: "\(name)", dependencies: [\(dependencies.sorted().joined(separator: ", "))],
          path: "\(name)", sources: \(files.keys.sorted().map { "\($0).swift" }),
          swiftSettings: [\(settings.joined(separator: ", "))]
        ),
    """
}
try write(
  """
  // swift-tools-version: 6.3
  import PackageDescription

  let package = Package(
    name: "Pages",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "swift-injection", path: "\(root.path)")],
    targets: [
  \(targets.joined(separator: "\n"))
    ]
  )

  """,
  to: "Package.swift"
)
