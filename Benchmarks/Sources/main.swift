import Foundation
import Injection

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("Benchmarks: \(message)\n".utf8))
  exit(1)
}

let arguments: Arguments
do throws(Arguments.Problem) {
  arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch {
  fail(error.description)
}

if arguments.isHelp {
  print(Arguments.help, terminator: "")
  exit(0)
}

if let loop = arguments.loop {
  guard let row = Row.all.first(where: { $0.name == loop.row }) else {
    fail("there is no row '\(loop.row)'")
  }
  row.phases[0].prepare()
  await row.run(Batch(count: loop.count))
  exit(0)
}

let rows = Row.matching(arguments.filter)
if rows.isEmpty { fail("no row's name contains '\(arguments.filter ?? "")'") }

var report = Report()
for phase in Phase.allCases where rows.contains(where: { $0.phases.contains(phase) }) {
  phase.prepare()
  let harness = Harness(for: phase, isQuick: arguments.isQuick)
  let table = report.add(await harness.run(rows, in: phase))
  if !arguments.isJSON { print(table, terminator: "") }
}
if rows.contains(where: { $0.name == "server" }) {
  report.add(bytesPerScope: await Server.bytesPerScope())
}
print(arguments.isJSON ? report.json : report.summary)
if arguments.isCheck && !report.meetsTargets { fail("a target is missed, or none was measured") }
