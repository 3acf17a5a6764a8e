/// Builds properties, and collects what keeps them from being built.
///
/// A mistake that stops the process leaves no value to go on with, and what waits for the value
/// cannot be unwound. So where there is one, the other properties are built on top of it, on the
/// same stack, which is stuck then.
package final class Verification: @unchecked Sendable {
  // Unchecked since the reads need not be `Sendable`: only the thread that verifies uses what is in
  // here, while it verifies. Tasks that a default starts inherit the reference, and stop by
  // themselves.

  /// A property that can't be built, and why.
  package typealias Problem = (property: String, message: String)

  private let thread = Platform.currentThread
  private var remaining: ArraySlice<() -> Void>
  private var problems: [Problem] = []
  /// Takes the problems; does not return where the stack is stuck.
  private let finish: (_ problems: [Problem], _ isStuck: Bool) -> Void
  /// How many builds of this thread will not end.
  private var stuck = 0
  private var isOver = false

  private static let taskLocal = TaskLocal<Verification?>(wrappedValue: nil)
  package static var current: Verification? { taskLocal.get() }

  private init(_ reads: [() -> Void], _ finish: @escaping ([Problem], Bool) -> Void) {
    self.remaining = reads[...]
    self.finish = finish
  }

  /// Runs all reads.
  ///
  /// - Parameter finish: Takes the problems. Where the stack is stuck, it must not return.
  package static func run(
    _ reads: [() -> Void],
    finish: @escaping (_ problems: [Problem], _ isStuck: Bool) -> Void
  ) {
    let verification = Verification(reads, finish)
    taskLocal.withValue(verification) { verification.readRemaining() }
    verification.isOver = true
    finish(verification.problems, false)
  }

  /// The same for properties of some values. The process stops if one cannot be built.
  static func run(
    _ properties: [(InjectedValues) -> Any],
    of values: InjectedValues,
    at source: SourcePlace
  ) {
    let reads = properties.map { read in { enter(values.place) { _ = read(values) } } }
    run(reads) { problems, _ in
      if problems.isEmpty { return }
      let text = text(problems, of: properties.count, fact: "Not all properties build")
      fatalError(text, file: source.file ?? #fileID, line: UInt(source.line))
    }
  }

  private func readRemaining() {
    while let read = remaining.popFirst() {
      stuck = Builds.keysOfThisThread.count
      read()
    }
  }

  /// Takes a mistake that stops the process, and does not return if it is one of the reads.
  func willStop(_ message: Message) {
    guard Platform.currentThread == thread, !isOver else { return }
    let keys = Builds.keysOfThisThread.dropFirst(stuck)
    // Of a longer circle, what is needed is what could not be built before.
    let text =
      message.circle.count > keys.count + 1
      ? "\(message.circle[0].short) cannot be built: see above." : message.description
    note(text, in: keys.first.map { Subject($0) } ?? message.subject)
    readRemaining()
    finish(problems, true)
  }

  /// Adds a problem of the property that is read.
  package func note(_ message: String, in subject: Subject?) {
    problems.append((subject?.short ?? "a property without a key", message))
  }

  /// The messages of several properties in one.
  ///
  /// - Parameter count: How many properties were verified.
  package static func text(_ problems: [Problem], of count: Int, fact: String) -> String {
    let failed = Set(problems.map(\.property)).count
    var lines = ["\(fact): \(failed) of \(count) do not."]
    for problem in problems {
      lines += ["", "\(problem.property):"]
      for line in problem.message.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(line.isEmpty ? "" : "  \(line)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
