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

let build = Build()
if arguments.contains("names") {
  for mutant in build.mutants { say(mutant.name) }
  exit(0)
}

// What is known stays known while the lines stay the same: by the name of a mutant, what has found
// it, or else which parts of the tests it has survived.
let file = work.appendingPathComponent("results")
let survives = "SURVIVES"
var results: [String: String] = [:]
for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n") {
  let tab = line.firstIndex(of: "\t")!
  results[String(line[line.index(after: tab)...])] = String(line[..<tab])
}
if arguments.contains("speed") {
  let speed = Speed()
  for mutant in build.mutants where results[mutant.name]?.hasPrefix(survives) == true {
    say("\(mutant.number) \(mutant.name)\t\(speed.row(seeing: mutant.number) ?? "no row")")
  }
  exit(0)
}

let tests = Tests()
let end = Date() + seconds
for part in tests.parts {
  var rest = build.mutants.filter { mutant in
    let result = results[mutant.name, default: survives]
    return (paths.isEmpty || paths.contains(where: mutant.path.contains))
      && result.hasPrefix(survives) && !result.split(separator: " ").contains(part.name[...])
  }
  // What no test here reaches has survived it at once.
  for mutant in rest where !part.reaches(mutant.number) {
    results[mutant.name, default: survives] += " " + part.name
  }
  rest.removeAll { !part.reaches($0.number) }
  while !rest.isEmpty, Date() < end {
    // One of a line: two may undo each other.
    var lines: Set<String> = []
    let batch = rest.filter {
      lines.count < part.batch && lines.insert("\($0.path):\($0.line)").inserted
    }
    rest.removeAll { mutant in batch.contains { $0.number == mutant.number } }
    let finders = tests.finders(of: batch.map(\.number), in: part)
    for mutant in batch {
      results[mutant.name] =
        finders[mutant.number] ?? results[mutant.name, default: survives] + " " + part.name
      say("\(part.name) \(mutant.number) \(mutant.name)\t\(results[mutant.name]!)")
    }
    let all = results.map { "\($1)\t\($0)\n" }.sorted()
    try! Data(all.joined().utf8).write(to: file)
  }
  say("\(part.name): \(rest.count) not tried")
}
say("Not reached by any test:")
for mutant in build.mutants where !tests.reaches(mutant.number) {
  say("\(mutant.number) \(mutant.name)")
}
