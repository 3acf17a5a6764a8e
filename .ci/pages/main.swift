// Writes a package whose modules are the Swift blocks of the documentation: see `run` beside it.
//
// Every page with Swift blocks becomes a module, which has nothing but what the page says: the
// imports that stand in its blocks, and the types of SampleTypes.md where the page links to it
// before its first block.
//
// - Declarations stand in the module as on the page, its tests among them. A block that imports the
//   reader's own module, `@testable import Shop`, is a file of its own, and imports all it needs.
// - Statements become the body of a function on the main actor, as in main.swift, which runs in a
//   live process of its own. What it prints must be what the comments at the ends of its lines say,
//   or else the block of `text` that follows at once.
// - A block whose first line is `// Sources/<module>/…` or `// Tests/<module>/…` stands in that
//   module, which the page's other modules can import.
// - A block that imports a module which is not there, such as UIKit, is listed, not compiled. With
//   SwiftUI it is compiled and not run; where there is none, against the stub of Tests.
//
// The samples in documentation comments are compiled, too, with fixtures of their own, and those of
// the essentials run.

import Foundation

let root = URL(fileURLWithPath: CommandLine.arguments[1])
let output = URL(fileURLWithPath: CommandLine.arguments[2])

let products = [
  "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros", "InjectionSwiftUI",
  "InjectionTesting",
]
let environment = ProcessInfo.processInfo.environment
/// For a simulator, where tests cannot start processes: just the tests that pages have themselves.
let isForIOS = environment["PAGES_FOR_IOS"] == "1"
#if os(Linux)
  let hasSwiftUI = environment["INJECTION_SWIFTUI_STUB"] == "1"
  let missing = Set(["AppIntents", "Combine", "UIKit", "WidgetKit", "XCUIAutomation"])
    .union(hasSwiftUI ? [] : ["SwiftUI"])
#else
  let missing: Set = isForIOS ? ["XCUIAutomation"] : ["UIKit"]
#endif

func relative(_ file: URL) -> String { String(file.path.dropFirst(root.path.count + 1)) }

func files(ending end: String) -> [URL] {
  let sources = root.appendingPathComponent("Sources")
  return FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)!
    .compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix(end) }
    .sorted { $0.path < $1.path }
}

var written: Set<String> = []

/// Leaves a file alone that has this text already, so that it is not compiled again.
@MainActor func write(_ text: String, to path: String) throws {
  written.insert(path)
  let file = output.appendingPathComponent(path)
  if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
  let folder = file.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try text.write(to: file, atomically: true, encoding: .utf8)
}

/// Copies a file that is beside this one.
@MainActor func copy(_ name: String, to module: String) throws {
  let file = root.appendingPathComponent(".ci/pages/\(name)")
  try write(try String(contentsOf: file, encoding: .utf8), to: "\(module)/\(name)")
}

// MARK: - Modules

struct Module {
  var name: String
  var imports: Set<String> = []
  var hasTests = true
}

var modules: [Module] = []
var left: [String] = []

/// What a page has for one module.
struct Contents {
  var imports: [String] = []
  var modules: Set<String> = []
  var declarations = ""
  var functions = ""
  var tests = ""
  /// The files of tests, by the index of their block.
  var files: [Int: String] = [:]

  var source: String {
    // Several times the same is no mistake, as each block says what it needs.
    var known: Set<String> = []
    return imports.filter { known.insert($0).inserted }.joined(separator: "\n") + "\n"
      + declarations + functions
  }
}

@MainActor func add(_ file: URL) throws {
  let path = relative(file)
  let blocks = Block.all(in: try String(contentsOf: file, encoding: .utf8), path: path)
  let page = file.deletingPathExtension().lastPathComponent
  var contents: [String: Contents] = [:]
  for (index, block) in blocks.enumerated() {
    if block.lines.first?.hasPrefix("// swift-tools-version") == true {
      // `run` asks the package manager what it thinks of it.
      try write(block.lines.joined(separator: "\n"), to: "Manifests/\(page)\(index)/Package.swift")
      continue
    }
    if !block.importedModules.isDisjoint(with: missing) {
      left.append("\(path):\(block.line)")
      continue
    }
    let name = block.module ?? (page == "SampleTypes" ? page : "\(page)Page")
    contents[name, default: Contents()].modules.formUnion(block.importedModules)
    // A module of tests has a `main` already.
    let declarations = block.declarations { $0.replacing("@main\n", with: "") }
    if block.isFileOfTests {
      precondition(block.statements.isEmpty, "\(path):\(block.line): statements among tests")
      contents[name]!.files[index] = block.imports.joined(separator: "\n") + "\n" + declarations
      continue
    }
    contents[name]!.imports += block.imports
    contents[name]!.declarations += declarations
    let statements = withPreviews(block.statements)
    if statements.isEmpty { continue }
    contents[name]!.functions += """

      @MainActor func block\(index)() async throws {
      \(statements)}

      """
    if isForIOS || block.importedModules.contains("SwiftUI") { continue }
    contents[name]!.tests += """

      @Test func `\(path):\(block.line)`() async throws {
        let result = try #require(
          await #expect(processExitsWith: .success, observing: [\\.standardOutputContent]) {
            setenv("INJECTION_CONTEXT", "live", 1)
            try await block\(index)()
          }
        )
        let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(comparable(printed) == comparable(\(block.expectedOutput.debugDescription)))
      }

      """
  }
  let links = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```").first!
  for (name, var content) in contents {
    if links.contains("SampleTypes") && page != "SampleTypes" {
      content.imports.insert("@testable import SampleTypes", at: 0)
      content.files = content.files.mapValues { "@testable import SampleTypes\n" + $0 }
      content.modules.insert("SampleTypes")
    }
    if content.modules.contains("SwiftUI") {
      content.modules.insert("InjectionSwiftUI")
      #if os(Linux)
        try copy("SwiftUIShapes.swift", to: name)
      #endif
    }
    let isTest = !content.tests.isEmpty || !content.modules.isDisjoint(with: ["Testing", "XCTest"])
    try write(content.source, to: "\(name)/\(page).swift")
    for (index, file) in content.files { try write(file, to: "\(name)/Tests\(index).swift") }
    if !content.tests.isEmpty { try write(header + content.tests, to: "\(name)/Blocks.swift") }
    modules.append(Module(name: name, imports: content.modules, hasTests: isTest))
  }
}

/// A stub has no macros.
func withPreviews(_ source: String) -> String {
  #if os(Linux)
    source.replacing("#Preview", with: "preview")
  #else
    source
  #endif
}

/// Beside the page's file, so that what is imported here is not seen there.
let header = """
  import Foundation
  import Testing

  /// Places depend on the page's lines.
  private func comparable(_ text: String) -> [String] {
    text.split(separator: "\\n").map {
      String($0).replacing(/[A-Za-z]+\\.(swift|md):[0-9]+/, with: "Shop.swift:12")
        .replacing(/\\ +$/, with: "")
    }
  }

  """

// MARK: - Documentation comments

@MainActor func addComments() throws {
  try copy("Fixtures.swift", to: "CommentFixtures")
  modules.append(
    Module(name: "CommentFixtures", imports: ["Injection", "SampleTypes"], hasTests: false)
  )
  // Those of the essentials need nothing that is not there, so they run.
  for (name, hasTests) in [("DocumentationComments", false), ("EssentialsComments", true)] {
    let imports = Set(products).subtracting(["InjectionSwiftUI"])
    modules.append(
      Module(
        name: name,
        imports: imports.union(["CommentFixtures", "SampleTypes"]),
        hasTests: hasTests
      )
    )
  }
  let imports = """
    @testable import CommentFixtures
    import Foundation
    import Injection
    import InjectionEssentials
    import InjectionInspection
    import InjectionMacros
    import InjectionTesting
    import Observation
    @testable import SampleTypes
    import Testing
    import XCTest
    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    """
  for file in files(ending: ".swift") {
    let path = relative(file)
    for block in Block.all(in: try String(contentsOf: file, encoding: .utf8), path: path) {
      if path.hasPrefix("Sources/InjectionSwiftUI/") {
        left.append("\(path):\(block.line)")
        continue
      }
      let runs = path.hasPrefix("Sources/InjectionEssentials/")
      var source = imports
      if block.lines.first?.hasPrefix("override ") == true {
        source += "private final class SomeTests: XCTestCase {\n\(block.whole)}\n"
      } else {
        source += block.declarations(Block.privately)
        let statements = block.statements
        if !statements.isEmpty {
          source += "\(runs ? "@Test " : "")private func sample() async throws {\n\(statements)}\n"
        }
      }
      let base = path.replacing("/", with: "_").replacing(".swift", with: "")
      try write(
        // Each is private to its file, also if it says `public`.
        source.replacing("{ … }", with: "{ leftOut() }").replacing("public ", with: ""),
        to: "\(runs ? "EssentialsComments" : "DocumentationComments")/\(base)_\(block.line).swift"
      )
    }
  }
}

// MARK: - The package

let wanted = CommandLine.arguments.dropFirst(3)
for file in [root.appendingPathComponent("README.md")] + files(ending: ".md") {
  let page = file.deletingPathExtension().lastPathComponent
  if wanted.isEmpty || wanted.contains(page) || page == "SampleTypes" { try add(file) }
}
if wanted.isEmpty && !isForIOS { try addComments() }

let targets = modules.sorted { $0.name < $1.name }.map { module in
  let names = module.imports.sorted()
  let dependencies =
    names.filter { products.contains($0) }
    .map { #".product(name: "\#($0)", package: "swift-injection")"# }
    + names.filter { name in name != module.name && modules.contains { $0.name == name } }
    .map { #""\#($0)""# }
  // Samples in comments need not use what they declare.
  let settings =
    module.name.hasSuffix("Comments")
    ? #", swiftSettings: [.unsafeFlags(["-suppress-warnings"])]"#
    : ", swiftSettings: [.treatAllWarnings(as: .error)]"
  return """
        .\(module.hasTests ? "testTarget" : "target")(
          name: "\(module.name)", dependencies: [\(dependencies.joined(separator: ", "))],
          path: "\(module.name)"\(settings)),
    """
}
try write(
  """
  // swift-tools-version: 6.2
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
// What an earlier run wrote, of blocks that are gone.
let old = FileManager.default.enumerator(at: output, includingPropertiesForKeys: nil)!
for case let file as URL in old where file.pathExtension == "swift" {
  let path = String(file.path.dropFirst(output.path.count + 1))
  if !path.hasPrefix(".") && !written.contains(path) {
    try FileManager.default.removeItem(at: file)
  }
}
for place in left { print("Not compiled here, since it needs Apple's systems: \(place)") }
