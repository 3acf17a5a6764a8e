/// What the library promises: how often the time of another row, measured in the same rounds.
struct Target {
  let what: String
  let row: String
  let other: String
  let phase: Phase
  let limit: Double

  init(_ what: String, _ row: String, atMost limit: Double, of other: String, in phase: Phase) {
    self.what = what
    self.row = row
    self.other = other
    self.phase = phase
    self.limit = limit
  }

  static let all =
    [
      Target("no scope", "read", atMost: 1, of: "task-local", in: .noScope),
      Target("by key type", "read-by-type", atMost: 1, of: "task-local", in: .noScope),
      Target("by a macro", "read-macro", atMost: 1, of: "task-local", in: .noScope),
      Target("Sendable form", "read-sendable", atMost: 1, of: "task-local", in: .noScope),
      Target("10,000 keys", "read-10000-keys", atMost: 1, of: "task-local", in: .manyKeys),
    ]
    + [
      "override", "override-macro", "outer-default", "home-current", "home-outside", "home-beside",
    ].map {
      Target("read in a scope", $0, atMost: 1.6, of: "task-local-bound", in: .scopes)
    }
    + [Target("read in no scope", "home", atMost: 1.9, of: "task-local-bound", in: .scopes)]
    + [("override", "override"), ("default", "outer-default"), ("home", "home")].flatMap {
      name,
      other in
      ["1000-overrides", "1000-deep", "10000-keys"].map {
        Target("does not grow", "\(name)-\($0)", atMost: 1.25, of: other, in: .scopes)
      }
    }
    + [
      Target("1 override", "enter", atMost: 2.5, of: "with-value", in: .scopes),
      Target("1 override", "enter-closure", atMost: 2.5, of: "with-value", in: .scopes),
      Target("1 override", "enter-thread", atMost: 2.5, of: "with-value-thread", in: .scopes),
      Target("4 overrides", "enter-4", atMost: 2.5, of: "enter-closure", in: .scopes),
      Target("1 override", "enter-async", atMost: 2.5, of: "with-value-async", in: .scopes),

      Target("10 defaults", "graph-ten", atMost: 130, of: "with-value-thread", in: .scopes),
      Target("10 defaults", "graph-ten-rebuilt", atMost: 145, of: "with-value-thread", in: .scopes),
      Target("a request", "server", atMost: 6, of: "server-bare", in: .scopes),

      Target("does not grow", "chain-10000", atMost: 1.25, of: "chain-5000", in: .long),
      Target("does not grow", "chain-50000", atMost: 1.25, of: "chain-5000", in: .long),
      Target("side by side", "parallel-builds", atMost: 1.3, of: "wait-thread", in: .long),
      Target("side by side", "parallel-builds-tasks", atMost: 1.3, of: "wait-tasks", in: .long),

      // 1.8 times the reads of one thread in the same time.
      Target("two threads", "two-threads", atMost: 1 / 1.8, of: "one-thread", in: .noScope),
      Target(
        "two threads",
        "two-threads-scopes",
        atMost: 1 / 1.8,
        of: "one-thread-scope",
        in: .scopes
      ),

      // 5 and 20 times faster. What the merged design costs depends on how much there is to merge;
      // ten overrides are what a test has. Its rows with less have no target.
      Target("designs", "read", atMost: 1 / 5, of: "design-keypath", in: .noScope),
      Target("designs", "override", atMost: 1 / 5, of: "design-keypath", in: .scopes),
      Target(
        "designs",
        "override-10-overrides",
        atMost: 1 / 20,
        of: "design-merged-home-10",
        in: .scopes
      ),
    ]
}
