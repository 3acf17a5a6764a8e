import Foundation

// Finds the lines of the engine that no test needs.
//
// Each mutant changes one condition or leaves out one statement. All are compiled into one build of
// a copy of the package, and an environment variable chooses one, so that each costs a test run
// only. The changes are made by the text, without knowing types: a line in which they don't compile
// has no mutant of that form.
//
// A run of the tests without a mutant notes which mutants would change something in which suite. So
// each is tried with these suites only, the quick ones first, until the first issue.

let package = URL(fileURLWithPath: CommandLine.arguments[1])
let work = package.appendingPathComponent(".build-mutants")
let copy = work.appendingPathComponent("package")
let tool = package.appendingPathComponent(".ci/mutants")
let arguments = CommandLine.arguments.dropFirst(2)
let seconds = arguments.compactMap { Double($0) }.first ?? .infinity
let paths = arguments.filter { Double($0) == nil }

/// The parts of the tests that are run; the last one takes most of the time.
let parts =
  ProcessInfo.processInfo.environment["MUTANTS_PARTS"].flatMap { Int($0) }
  ?? Tests.Part.allCases.count

let build = Build()
let tests = Tests(build.mutants.count)

// What is known stays known while the lines stay the same; of a survivor, with how many parts of the
// tests it was tried.
let file = work.appendingPathComponent("results")
var results: [String: String] = [:]
for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n") {
  let tab = line.firstIndex(of: "\t")!
  results[String(line[line.index(after: tab)...])] = String(line[..<tab])
}
let end = Date() + seconds
var (survivors, untried) = (0, 0)
for mutant in build.mutants where paths.isEmpty || paths.contains(where: mutant.path.contains) {
  let known = results[mutant.name]
  let tried = known.map { Int($0.dropFirst("SURVIVES ".count)) ?? .max } ?? 0
  if tried >= parts { continue }
  if Date() > end {
    untried += 1
    continue
  }
  let finder = tests.finder(of: mutant.number, in: tried..<parts)
  results[mutant.name] = finder ?? "SURVIVES \(parts)"
  let all = results.map { "\($1)\t\($0)" }.sorted()
  try! Data(all.joined(separator: "\n").utf8).write(to: file)
  if let finder, finder != "UNREACHED" { continue }
  survivors += 1
  say("\(mutant.number) \(mutant.name)")
}
say("\(survivors) new survivors, \(untried) not tried; all results: \(file.path)")
