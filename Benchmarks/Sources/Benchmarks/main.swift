import Foundation
import System

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
  print(Arguments.help)
  exit(0)
}
if arguments.isNames {
  for row in Row.ofOneThread { print(row.name) }
  exit(0)
}
if !arguments.loops.isEmpty {
  let all = Row.all
  for loop in arguments.loops {
    guard let row = all.first(where: { $0.name == loop.row }) else {
      fail("there is no row '\(loop.row)'")
    }
    row.run(Batch(count: loop.count))
    row_has_ended()
  }
  exit(0)
}
// Safe: these are the process's own arguments.
unsafe restart_on_one_core(CommandLine.unsafeArgv)

let rows = Row.matching { row in
  arguments.filters.isEmpty || arguments.filters.contains { row.name.contains($0) }
}
if rows.isEmpty { fail("no row's name contains any of \(arguments.filters)") }
let measurements = Harness(rounds: arguments.isQuick ? 20 : 100).run(rows)
print(([Table.heading] + measurements.map(Table.line)).joined(separator: "\n"))

let over = Set(measurements.filter(\.isOver).map(\.row.name))
if arguments.isCheck && !over.isEmpty {
  let again = Harness(rounds: 100).run(Row.matching { over.contains($0.name) })
  print("\nonce more\n" + again.map(Table.line).joined(separator: "\n"))
  let missed = again.filter { $0.isOver && over.contains($0.row.name) }.map(\.row.name)
  if !missed.isEmpty { fail("over the target: " + missed.joined(separator: ", ")) }
}
