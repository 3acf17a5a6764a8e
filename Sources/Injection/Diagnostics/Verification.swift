/// Builds properties, and collects the problems that prevent it.
///
/// After a mistake that stops the process, there is no value to continue with, and the callers that
/// wait for it can't be unwound. So the other properties are built on top of the same stack, which
/// is stuck from then on.
package final class Verification: @unchecked Sendable {
  // Unchecked, since the reads need not be `Sendable`: only the verifying thread uses the state,
  // while it verifies. Tasks that a default starts inherit the reference, but stop on their own.

  /// A property that can't be built, and why.
  package typealias Problem = (property: String, message: String)

  private let thread = Platform.currentThread
  private let reads: [() -> Void]
  private var next = 0
  private var problems: [Problem] = []
  /// Takes the problems. It doesn't return if the stack is stuck.
  private let finish: (_ problems: [Problem], _ isStuck: Bool) -> Void
  /// The number of this thread's builds that won't end.
  private var stuck = 0
  private var isOver = false

  private static let taskLocal = TaskLocal<Verification?>(wrappedValue: nil)
  package static var current: Verification? { taskLocal.get() }

  private init(_ reads: [() -> Void], _ finish: @escaping ([Problem], Bool) -> Void) {
    self.reads = reads
    self.finish = finish
  }

  /// Runs all reads.
  ///
  /// - Parameter finish: A closure that takes the problems. It must not return if the stack is
  ///   stuck.
  package static func run(
    _ reads: [() -> Void],
    finish: @escaping (_ problems: [Problem], _ isStuck: Bool) -> Void
  ) {
    let verification = Verification(reads, finish)
    taskLocal.withValue(verification) { verification.readRemaining() }
    verification.isOver = true
    finish(verification.problems, false)
  }

  /// Runs reads of properties. The process stops if one can't be built.
  static func run(
    _ properties: [(InjectedValues) -> Any],
    of values: InjectedValues,
    at source: SourceLine
  ) {
    let values = InjectedValues(values.place, at: .unknownOfProperty)
    let reads = properties.map { read in { enter(values.place) { _ = read(values) } } }
    run(reads) { problems, _ in
      if problems.isEmpty { return }
      source.stop(text(problems, of: properties.count, fact: "Not all properties build"))
    }
  }

  private func readRemaining() {
    while next < reads.count {
      stuck = Builds.ofThisThread.count
      next += 1
      reads[next - 1]()
    }
  }

  /// Takes a mistake that stops the process. It doesn't return if one of the reads made it.
  func willStop(_ message: Message) {
    guard Platform.currentThread == thread, !isOver else { return }
    let keys = Builds.ofThisThread.dropFirst(stuck).map(\.key)
    // A longer circle ends in a property that couldn't be built before.
    let text =
      message.circle.count > keys.count + 1
      ? message.circle[0] + " cannot be built: see above." : message.description
    let subject = keys.first.map { Subject($0) } ?? message.subject
    problems.append((subject?.short ?? "a property without a key", text))
    readRemaining()
    finish(problems, true)
  }

  /// The messages of several properties as one text.
  ///
  /// - Parameter count: The number of verified properties.
  package static func text(_ problems: [Problem], of count: Int, fact: String) -> String {
    var failed: [String] = []
    var text = ""
    for (property, message) in problems {
      if !failed.contains(property) { failed.append(property) }
      text += "\n\n" + property + ":\n"
      var last: Character = "\n"
      for character in message {
        if last == "\n", character != "\n" { text += "  " }
        text.append(character)
        last = character
      }
    }
    return "\(fact): \(failed.count) of \(count) do not." + text
  }
}
