import Foundation

// Finds the lines of the engine that no test needs.
//
// Each mutant changes one condition or leaves out one statement. All are compiled into one build of
// a copy of the package, and an environment variable chooses one, so that each costs a test run
// only. The changes are made by the text, without knowing types: a line in which they don't compile
// has no mutant of that form.

let package = URL(fileURLWithPath: CommandLine.arguments[1])
let work = package.appendingPathComponent(".build-mutants")
let copy = work.appendingPathComponent("package")
let arguments = CommandLine.arguments.dropFirst(2)
let seconds = arguments.compactMap { Double($0) }.first ?? .infinity
let paths = arguments.filter { Double($0) == nil }

// MARK: - Sources

/// The files that are changed. The process's environment is read through the platform.
func sources() -> [String] {
  ["Engine", "Support"].flatMap { folder in
    let root = "Sources/Injection/\(folder)"
    let all = FileManager.default.enumerator(atPath: package.appendingPathComponent(root).path)!
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { "\(root)/\($0)" }
  }.filter { !$0.hasSuffix("/Platform.swift") }
}

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

func read(_ path: String, in folder: URL = package) -> String {
  try! String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
}

func write(_ text: String, to path: String) {
  // What hasn't changed isn't compiled again.
  if (try? String(contentsOf: copy.appendingPathComponent(path), encoding: .utf8)) == text {
    return
  }
  try! Data(text.utf8).write(to: copy.appendingPathComponent(path))
}

/// Runs a program to its end, or until a limit.
func run(
  _ command: [String],
  _ environment: [String: String] = [:],
  log: String,
  limit: Double = .infinity
) -> Bool {
  let (process, file) = (Process(), work.appendingPathComponent(log))
  _ = FileManager.default.createFile(atPath: file.path, contents: nil)
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = copy
  process.environment = ProcessInfo.processInfo.environment
    .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
  process.standardOutput = try! FileHandle(forWritingTo: file)
  process.standardError = process.standardOutput
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  try! process.run()
  let time = limit < .infinity ? DispatchTime.now() + limit : .distantFuture
  if ended.wait(timeout: time) == .success { return process.terminationStatus == 0 }
  kill(process.processIdentifier, SIGKILL)
  ended.wait()
  return false
}

// MARK: - The build

/// Copies a folder, but for what `write` is to write.
func copyFiles(_ folder: String) {
  func files(_ root: URL) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\($0)" }
  }
  let all = files(package)
  for path in all where !path.hasPrefix("Sources/Injection/") || !sources().contains(path) {
    let target = copy.appendingPathComponent(path).deletingLastPathComponent()
    try! FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    write(read(path), to: path)
  }
  for path in Set(files(copy)).subtracting(all) {
    try! FileManager.default.removeItem(at: copy.appendingPathComponent(path))
  }
}

for folder in ["Sources", "Tests"] { copyFiles(folder) }
for path in sources() {
  let target = copy.appendingPathComponent(path).deletingLastPathComponent()
  try! FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
}
write(
  read("Package.swift") + """
    package.targets.removeAll {
      $0.type == .test && $0.name != "InjectionTests" || $0.type == .executable
    }
    """,
  to: "Package.swift"
)
write(Mutator.support, to: "Sources/Injection/Support/Mutants.swift")

var mutants: [Mutant] = []
// What doesn't compile, also the last time.
let refusedFile = work.appendingPathComponent("refused")
var refused = Set(
  ((try? String(contentsOf: refusedFile, encoding: .utf8)) ?? "").split(separator: "\n")
    .map(String.init)
)
while true {
  var number = 0
  mutants = []
  for path in sources() {
    let mutator = Mutator(path, read(path), from: number, without: refused)
    number = mutator.next
    mutants += mutator.mutants
    write(mutator.result, to: path)
  }
  say("\(mutants.count) mutants")
  // Optimized, since most of the time is that of random programs.
  let build = ["swift", "build", "-c", "release", "--build-tests", "-Xswiftc", "-enable-testing"]
  if run(build, log: "build") { break }
  let count = refused.count
  for match in read("build", in: work).matches(
    of: /(?m)(Sources\/Injection\/[^:\n]+):(\d+):\d+: error/
  ) {
    let (path, line) = (String(match.1), Int(match.2)!)
    let here = mutants.filter { $0.path == path && $0.line == line }
    // What isn't returned any more is told of at the end of a function.
    let left = mutants.last { $0.path == path && $0.line < line && $0.form == .leave }
    for mutant in here.isEmpty ? [left].compactMap(\.self) : here { refused.insert(mutant.site) }
  }
  try! Data(refused.sorted().joined(separator: "\n").utf8).write(to: refusedFile)
  if refused.count == count {
    say("It doesn't build: see \(work.path)/build")
    exit(1)
  }
}

// MARK: - The runs

let bundle = copy.appendingPathComponent(".build/release/swift-injectionPackageTests.xctest").path

/// Random programs first, since they find most.
let stages = Array(
  ["ModelTests.*programs? give", "InjectionTests.KeptTableTests", "InjectionTests\\."]
    .prefix(ProcessInfo.processInfo.environment["MUTANTS_STAGES"].flatMap { Int($0) } ?? 3)
)

func passes(_ stage: String, _ number: Int, limit: Double) -> Bool {
  run(
    [bundle, "--testing-library", "swift-testing", "--filter", stage],
    [
      "INJECTION_MUTANT": "\(number)", "INJECTION_SHORT_TESTS": "1",
      "INJECTION_MODEL_PROGRAMS": "1500", "INJECTION_MODEL_FAULTS": "1",
    ],
    log: "run",
    limit: limit
  )
}

let limits = stages.map { stage in
  let start = Date()
  if !passes(stage, 0, limit: 900) {
    say("The tests fail without a mutant: see \(work.path)/run")
    exit(1)
  }
  return 10 + 3 * Date().timeIntervalSince(start)
}

// What is known stays known while the lines stay the same.
let file = work.appendingPathComponent("results")
var results = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
let known = Set(results.split(separator: "\n").map { $0.drop { $0 != "\t" }.dropFirst() })
let end = Date() + seconds
var (survivors, untried) = (0, 0)
for mutant in mutants where paths.isEmpty || paths.contains(where: mutant.path.contains) {
  if known.contains(Substring(mutant.name)) { continue }
  if Date() > end {
    untried += 1
    continue
  }
  let isFound = zip(stages, limits).contains { !passes($0, mutant.number, limit: $1) }
  results += "\(isFound ? "found" : "SURVIVES")\t\(mutant.name)\n"
  try! Data(results.utf8).write(to: file)
  if isFound { continue }
  survivors += 1
  say(mutant.name)
}
say("\(survivors) new survivors, \(untried) not tried; all results: \(file.path)")
