/// Builds properties, and finds all that are wrong before the process stops.
///
/// A mistake that stops the process leaves no value to go on with, and what waits for the value
/// cannot be unwound. So where one is found, the other properties are built on top of it, on the
/// same stack, and then the process stops with all that was found.
final class Verification: @unchecked Sendable {
  // Unchecked since the properties need not be `Sendable`: only the thread that verifies uses what
  // is in here, while it verifies. Tasks that a default starts inherit the reference, and stop by
  // themselves.
  private let thread = Platform.currentThread
  private let place: SourcePlace
  /// The reads of the properties that are to be built.
  private var remaining: ArraySlice<() -> Void>
  private var problems: [(property: String, message: String)] = []
  /// How many builds this thread ran before it read the property that is read now: those that will
  /// not end.
  private var stuck = 0

  private var isOver = false

  private static let taskLocal = TaskLocal<Verification?>(wrappedValue: nil)
  static var current: Verification? { taskLocal.get() }

  private init(_ reads: [() -> Void], at place: SourcePlace) {
    self.place = place
    self.remaining = reads[...]
  }

  /// Builds properties of these values, and stops the process if one cannot be built.
  static func run(
    _ properties: [(InjectedValues) -> Any],
    of values: InjectedValues,
    at place: SourcePlace
  ) {
    let viewpoint = values.entrance
    let reads = properties.map { read in { Viewpoint.run(in: viewpoint) { _ = read(values) } } }
    let verification = Verification(reads, at: place)
    taskLocal.withValue(verification) { verification.readRemaining() }
    verification.isOver = true
    if !verification.problems.isEmpty { verification.stop() }
  }

  private func readRemaining() {
    while let read = remaining.popFirst() {
      stuck = BuildRegistry.ownKeys.count
      read()
    }
  }

  /// Takes a mistake that stops the process, and does not return.
  func willStop(_ message: Message) {
    guard note(message) else { return }
    readRemaining()
    stop()
  }

  /// Notes a mistake; returns whether it is one of the properties that are verified.
  private func note(_ message: Message) -> Bool {
    guard Platform.currentThread == thread, !isOver else { return false }
    let keys = BuildRegistry.ownKeys.dropFirst(stuck)
    let property = keys.first.map { Subject($0).short } ?? message.subject?.short
    // Of a longer circle, what is needed is what could not be built before.
    let text =
      message.circle.count > keys.count + 1
      ? "\(message.circle[0].short) cannot be built: see above." : message.description
    problems.append((property ?? "a property without a key", text))
    return true
  }

  private func stop() -> Never {
    let text = Message.unverified(
      problems,
      of: remaining.endIndex,
      fact: "Not all properties build"
    )
    fatalError(text, file: place.file, line: UInt(place.line))
  }
}

extension Message {
  /// The messages of several properties in one.
  ///
  /// - Parameters:
  ///   - problems: What is wrong, by property, as messages.
  ///   - count: How many properties were verified.
  package static func unverified(
    _ problems: [(property: String, message: String)],
    of count: Int,
    fact: String
  ) -> String {
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
