import Foundation

/// The build of a copy of the package with all mutants.
struct Build {
  private(set) var mutants: [Mutant] = []
  /// What doesn't compile, also the last time.
  private var refused: Set<String>
  private let refusedFile = work.appendingPathComponent("refused")
  /// What is only in the copy.
  private static let operators = "Sources/Injection/Support/Operators.swift"

  init() {
    let known = (try? String(contentsOf: refusedFile, encoding: .utf8)) ?? ""
    refused = Set(known.split(separator: "\n").map(String.init))
    for folder in ["Sources", "Tests", "Benchmarks/Sources"] { copyFiles(folder, from: package) }
    write(read("Benchmarks/Package.swift"), to: "Benchmarks/Package.swift")
    copyFiles("Chosen", from: tool)
    write(read("Operators.swift", in: tool), to: Self.operators)
    write(
      read("Package.swift") + """
        let tests = ["", "Inspection", "Server", "Testing"].map { "Injection\\($0)Tests" }
        package.targets.removeAll {
          $0.type == .test && !tests.contains($0.name) || $0.type == .executable
        }
        package.targets.append(.target(name: "Chosen", path: "Chosen"))
        package.targets.first { $0.name == "Injection" }!.dependencies.append("Chosen")
        """,
      to: "Package.swift"
    )
    repeat { mutate() } while !builds()
  }

  /// The files that are changed. The process's environment is read through the platform.
  private var sources: [String] {
    ["Engine", "Support"].flatMap { folder in
      files(in: "Sources/Injection/\(folder)", of: package).filter { $0.hasSuffix(".swift") }
    }.filter { !$0.hasSuffix("/Platform.swift") }
  }

  private func files(in folder: String, of root: URL) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (all?.compactMap { $0 as? String } ?? []).sorted().map { "\(folder)/\($0)" }
      .filter { $0.contains(/\.(swift|c|h)$/) }
  }

  private func write(_ text: String, to path: String) {
    let file = copy.appendingPathComponent(path)
    // What hasn't changed isn't compiled again.
    if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
    try! FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try! Data(text.utf8).write(to: file)
  }

  /// Copies a folder, except what is mutated.
  private func copyFiles(_ folder: String, from root: URL) {
    let all = files(in: folder, of: root)
    let sources = Set(sources)
    for path in all where !sources.contains(path) { write(read(path, in: root), to: path) }
    for path in Set(files(in: folder, of: copy)).subtracting(all) where path != Self.operators {
      try! FileManager.default.removeItem(at: copy.appendingPathComponent(path))
    }
  }

  private mutating func mutate() {
    mutants = []
    for path in sources {
      let mutator = Mutator(path, read(path), from: mutants.last?.number ?? 0, without: refused)
      mutants += mutator.mutants
      write(mutator.result, to: path)
    }
    say("\(mutants.count) mutants")
  }

  /// Returns whether it does. If not, what doesn't is left out.
  private mutating func builds() -> Bool {
    // Optimized, since most of the time is that of random programs.
    let build = ["swift", "build", "-c", "release", "--build-tests", "-Xswiftc", "-enable-testing"]
    if execute(build, log: "build") == nil { return true }
    let count = refused.count
    for match in read("build", in: work).matches(
      of: /(?m)(Sources\/Injection\/[^:\n]+):(\d+):\d+: error/
    ) {
      let (path, line) = (String(match.1), Int(match.2)!)
      let here = mutants.filter { $0.path == path && $0.line == line }
      // A statement that is left out, if there is one: of what isn't returned or stopped any more is
      // told at the end of a function.
      let left = mutants.last { $0.path == path && $0.line <= line && $0.form == .leave }
      let culprits = left?.line == line || here.isEmpty ? [left].compactMap(\.self) : here
      for mutant in culprits { refused.insert(mutant.site) }
    }
    try! Data(refused.sorted().joined(separator: "\n").utf8).write(to: refusedFile)
    if refused.count == count {
      say("It doesn't build: see \(work.path)/build")
      exit(1)
    }
    return false
  }
}
