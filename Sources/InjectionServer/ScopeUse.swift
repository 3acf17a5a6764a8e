import Injection
import Synchronization

/// What code does with a scope of a collection: it opens or closes it, or is an operation in it.
///
/// Code that needs the scope that it opens would wait for itself, or open the scope for ever. Only
/// code in the same task is sure to: a task that it starts may outlive it, and wait for it.
final class ScopeUse: Sendable {
  enum Kind: Sendable { case opening, closing, operation }

  let kind: Kind
  private let id: any Hashable & Sendable
  private let collection: ObjectIdentifier
  /// Where the collection was made.
  private let source: SourceLine
  /// The use that this one is a part of, or follows from.
  private let outer: ScopeUse?
  /// The task that runs the code; 0 before and after.
  //
  // Relaxed: it's the reader's own task or another one, and tasks are told apart by address.
  private let task = Atomic(0)
  /// The opening that this one waits for.
  private let awaited = Lock<ScopeUse?>(nil)

  init(
    _ kind: Kind,
    _ id: some Hashable & Sendable,
    of collection: AnyObject,
    at source: SourceLine,
    in outer: ScopeUse?
  ) {
    (self.kind, self.id, self.source, self.outer) = (kind, id, source, outer)
    self.collection = ObjectIdentifier(collection)
  }

  // MARK: In the task

  private static let taskLocal = TaskLocal<ScopeUse?>(wrappedValue: nil)

  /// Tells the running task from all that run; never 0.
  private static var runningTask: Int {
    // Safe: the task isn't used after the call.
    (unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } ?? 0) | 1
  }

  /// The innermost use whose code the running task runs. Tasks that the code started inherit the
  /// task-local only.
  static var current: ScopeUse? {
    guard let use = taskLocal.get() else { return nil }
    return use.task.load(ordering: .relaxed) == runningTask ? use : nil
  }

  /// Runs the code, once.
  func run<Result>(_ code: () -> Result) -> Result {
    task.store(Self.runningTask, ordering: .relaxed)
    defer { task.store(0, ordering: .relaxed) }
    return Self.taskLocal.withValue(self, operation: code)
  }

  func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ code: () async throws -> Result
  ) async throws -> Result {
    task.store(Self.runningTask, ordering: .relaxed)
    defer { task.store(0, ordering: .relaxed) }
    return try await Self.taskLocal.bind(self, isolation: isolation, code)
  }

  // MARK: Circles

  /// This use and those around it.
  private var chain: some Sequence<ScopeUse> { sequence(first: self, next: \.outer) }

  /// The innermost use of a kind.
  func innermost(_ kind: Kind) -> ScopeUse? { chain.first { $0.kind == kind } }

  /// Stops the process if the code is about to enter a scope that it opens or closes.
  func willEnter<ID: Hashable & Sendable>(_ id: ID, of collection: AnyObject) {
    let use = chain.first { use in
      use.kind != .operation && use.isOf(collection) && use.id as? ID == id
    }
    guard let use else { return }
    let path = chain.prefix { $0 !== use }.map(\.name)
    use.stop(path: ["\"\(id)\""] + path + [use.name])
  }

  /// Notes that this opening waits for another one. Stops the process if that waits for this one.
  func willWait(for other: ScopeUse) {
    // Of openings that wait for each other, the last one finds the circle: each notes this before
    // it looks at the others.
    awaited.withLock { $0 = other }
    var path = [other]
    while let next = path[path.count - 1].awaited.withLock({ $0 }) {
      if next === self { next.stop(path: ([other, self] + path.reversed()).map(\.name)) }
      // A circle of others, which stop.
      if path.contains(where: { $0 === next }) { return }
      path.append(next)
    }
  }

  func didWait() { awaited.withLock { $0 = nil } }

  /// Stops the process if the code is about to wait for the end of all uses of a collection.
  func willRemoveAll(of collection: AnyObject) {
    guard let use = chain.first(where: { $0.isOf(collection) }) else { return }
    Message.removesAllInside(use.name, use.kind, at: use.source).stop()
  }

  private func isOf(_ other: AnyObject) -> Bool { collection == ObjectIdentifier(other) }

  private var name: String { "\"\(id)\"" }

  /// - Parameter path: The names of the circle's scopes, from the innermost one on.
  private func stop(path: [String]) -> Never {
    let message = Message.scopeNeedsItself(path.reversed(), isClosing: kind == .closing, at: source)
    message.stop(in: InjectedValues.current.context)
  }
}

extension Message {
  fileprivate static func scopeNeedsItself(
    _ path: [String],
    isClosing: Bool,
    at source: SourceLine
  ) -> Message {
    let message = Message(
      "A scope needs itself while it is " + (isClosing ? "closed: " : "opened: ")
        + path.joined(separator: " → "),
      source: source,
      fixes: isClosing
        ? """
        - In the closure after closing:, use the values that it gets: they are those of the scope.
        - Or do it before the scope is removed, in an operation.
        """
        : """
        - In the closure that opens a scope, use the values that it sets, and don't enter the scope.
        - Or move what scopes need from each other into the scope around them, the collection's base.
        """
    )
    message.kind = .circular
    return message
  }

  fileprivate static func removesAllInside(
    _ name: String,
    _ kind: ScopeUse.Kind,
    at source: SourceLine
  ) -> Message {
    let place =
      switch kind {
      case .opening: "while \(name) was opened"
      case .closing: "while \(name) was closed"
      case .operation: "in \(name)"
      }
    return Message(
      "removeAll() must be called outside of the collection's scopes (was called \(place)).",
      source: source,
      fixes: """
        - Call it when the server has stopped: it waits for all that runs in the scopes.
        - Or start a task for it, and don't wait for that: Task { await tenants.removeAll() }.
        """
    )
  }
}
