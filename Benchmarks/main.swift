let rows = Row.baselines + Row.reads + Row.scopes
let harness = Harness(rounds: 100, nanoseconds: 500_000)
for phase in Phase.allCases {
  for result in await harness.run(rows, in: phase) {
    print(result.row.name, result.samples.median, result.samples.spread, result.ratios?.median ?? 1)
  }
}
