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
  private let values: InjectedValues
  /// What is current where the properties are read.
  private let viewpoint: Viewpoint?
  private let place: SourcePlace
  private let count: Int
  private var remaining: ArraySlice<(InjectedValues) -> Any>
  private var problems: [(property: String, message: String)] = []
  /// How many builds this thread ran before it read the property that is read now: those that will
  /// not end.
  private var stuck = 0

  private var isOver = false

  private static let taskLocal = TaskLocal<Verification?>(wrappedValue: nil)
  static var current: Verification? { taskLocal.get() }

  private init(
    _ properties: [(InjectedValues) -> Any],
    of values: InjectedValues,
    at place: SourcePlace
  ) {
    self.values = values
    self.viewpoint = values.entrance
    self.place = place
    self.count = properties.count
    self.remaining = properties[...]
  }

  /// Builds properties of these values, and stops the process if one cannot be built.
  static func run(
    _ properties: [(InjectedValues) -> Any],
    of values: InjectedValues,
    at place: SourcePlace
  ) {
    let verification = Verification(properties, of: values, at: place)
    taskLocal.withValue(verification) { verification.readRemaining() }
    verification.isOver = true
    if !verification.problems.isEmpty { verification.stop() }
  }

  private func readRemaining() {
    while let read = remaining.popFirst() {
      stuck = BuildRegistry.ownKeys.count
      Viewpoint.run(in: viewpoint) { _ = read(values) }
    }
  }

  /// Takes a mistake that stops the process, and does not return.
  func willStop(_ failure: InjectionFailure) {
    guard note(failure) else { return }
    readRemaining()
    stop()
  }

  /// Notes a mistake; returns whether it is one of the properties that are verified.
  private func note(_ failure: InjectionFailure) -> Bool {
    guard Platform.currentThread == thread, !isOver else { return false }
    let keys = BuildRegistry.ownKeys.dropFirst(stuck)
    var message = failure.message.description
    var property = keys.first.map { Subject($0).short } ?? failure.subject?.short
    if case .circle(let subjects, _) = failure, subjects.count > keys.count + 1 {
      // What is needed is what could not be built before.
      property = property ?? subjects[0].short
      message = "\(subjects[0].short) cannot be built: see above."
    }
    problems.append((property ?? "a property without a key", message))
    return true
  }

  private func stop() -> Never {
    let text = Message.unverified(problems, of: count, fact: "Not all properties build")
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

extension InjectionFailure {
  fileprivate var subject: Subject? {
    switch self {
    case .circle(let subjects, _): subjects.first
    case .sharedNeedsClass(let subject, _), .builtOffActor(let subject, _, _),
      .unprovided(let subject, _, _, _):
      subject
    case .unimplemented(_, let subject, _): subject
    default: nil
    }
  }
}
