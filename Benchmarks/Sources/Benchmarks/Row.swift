import Dispatch

/// A row of the table: an action of a user.
struct Row {
  /// The limit: how often the time of another row this one may take.
  struct Target {
    let other: String
    let limit: Double
    /// Whether the limit includes noise: for a row that differs from the other one only by what
    /// must cost nothing.
    let isStrict: Bool

    var limitWithNoise: Double { isStrict ? limit : limit * 1.25 }
  }

  let name: String
  let about: String
  /// `nil` for a baseline.
  let target: Target?
  /// Whether one repetition takes milliseconds: then the row is measured in few rounds, and decides
  /// itself what a repetition is.
  let isLong: Bool
  /// Prepares, measures one batch and cleans up.
  let run: (Batch) -> Void

  init(
    _ name: String,
    _ about: String,
    atMost limit: Double? = nil,
    of other: String = "",
    isStrict: Bool = false,
    isLong: Bool = false,
    run: @escaping (Batch) -> Void
  ) {
    self.name = name
    self.about = about
    self.isLong = isLong
    self.run = run
    target = limit.map { Target(other: other, limit: $0, isStrict: isStrict) }
  }

  /// A row that runs in a task, not on the main actor, like the code of a server.
  init(
    _ name: String,
    _ about: String,
    atMost limit: Double? = nil,
    of other: String = "",
    isStrict: Bool = false,
    inTask run: @escaping @Sendable (Batch) async -> Void
  ) {
    self.init(name, about, atMost: limit, of: other, isStrict: isStrict) { batch in
      // Safe: this thread waits until the task has ended.
      nonisolated(unsafe) let batch = batch
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        await unsafe run(batch)
        done.signal()
      }
      done.wait()
    }
  }

  static var all: [Row] { ofOneThread + threads + neighbors + crowds + decorators }

  /// Short ones, whose instructions can be counted.
  static var ofOneThread: [Row] { baselines + reads + lateReads + scopes + graphs + servers }

  /// The rows that satisfy `condition`, with their baselines.
  static func matching(_ condition: (Row) -> Bool) -> [Row] {
    let all = all
    var names = Set(all.filter(condition).map(\.name))
    var count = 0
    while count < names.count {
      count = names.count
      names.formUnion(all.filter { names.contains($0.name) }.compactMap(\.target?.other))
    }
    return all.filter { names.contains($0.name) }
  }
}
