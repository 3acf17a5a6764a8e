import Injection
import Synchronization

/// The opening or closing of a scope of a collection.
///
/// Code that needs the scope that it opens would wait for itself, or open the scope forever. Only
/// code in the same task certainly does: a task that it starts may wait until the scope is open.
final class ScopeChange: Sendable {
  enum Kind: Sendable { case opening, closing }

  private let kind: Kind
  private let id: any Hashable & Sendable
  private let collection: ObjectIdentifier
  /// Where the collection was created.
  private let source: SourceLine
  /// The change that waits for this one, or that caused it.
  private let outer: ScopeChange?
  /// The task that runs the code; 0 before and after.
  //
  // Relaxed: it is the reader's own task, or another one while both exist.
  private let task = Atomic(0)
  /// The opening that this one waits for.
  private let awaited = Lock<ScopeChange?>(nil)
  /// The openings that tasks wait for that this change has started, and may wait for.
  private let awaitedByTasks = Lock<[ScopeChange]>([])

  init(
    _ kind: Kind,
    _ id: some Hashable & Sendable,
    of collection: AnyObject,
    at source: SourceLine,
    in outer: ScopeChange?
  ) {
    (self.kind, self.id, self.source, self.outer) = (kind, id, source, outer)
    self.collection = ObjectIdentifier(collection)
  }

  // MARK: In the task

  private static let taskLocal = TaskLocal<ScopeChange?>(wrappedValue: nil)

  /// Identifies the running task among those that exist; never 0.
  static var runningTask: Int {
    // Safe: the task isn't used after the call.
    (unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } ?? 0) | 1
  }

  /// The innermost change that the running task makes. A task that it started only inherits the
  /// task-local.
  static var current: ScopeChange? {
    guard let change = taskLocal.get() else { return nil }
    return change.task.load(ordering: .relaxed) == runningTask ? change : nil
  }

  /// The innermost change that has started the running task, and that may wait for it: a child task
  /// can't be told from others.
  static var starter: ScopeChange? {
    guard let change = taskLocal.get() else { return nil }
    let task = change.task.load(ordering: .relaxed)
    return task == 0 || task == runningTask ? nil : change
  }

  /// Makes the change, once.
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
    return try await Self.taskLocal.withValue(self, operation: code, isolation: isolation)
  }

  // MARK: Circles

  /// This change and those around it.
  private var chain: some Sequence<ScopeChange> { sequence(first: self, next: \.outer) }

  func innermost(_ kind: Kind) -> ScopeChange? { chain.first { $0.kind == kind } }

  /// Stops the process if the code is about to enter a scope that it opens or closes.
  func willEnter<ID: Hashable & Sendable>(_ id: ID, of collection: AnyObject) {
    let change = chain.first { $0.isOf(collection) && $0.id as? ID == id }
    guard let change else { return }
    let path = [change] + chain.prefix { $0 !== change }.reversed()
    change.stop(path + [change])
  }

  /// Notes that this opening waits for another one. Stops the process if that waits for this one.
  func willWait(for other: ScopeChange) {
    // Each opening notes this before it looks at the others, so the last one finds the circle.
    awaited.withLock { $0 = other }
    var path = [other]
    while let next = path[path.count - 1].awaited.withLock({ $0 }) {
      if next === self { stop(path + [self, other]) }
      // A circle of other openings, which stop the process.
      if path.contains(where: { $0 === next }) { return }
      path.append(next)
    }
  }

  func didWait() { awaited.withLock { $0 = nil } }

  /// Waits for an opening in a task that this change has started. Reports after a while that they
  /// may wait for each other.
  func wait<Result>(
    for other: ScopeChange,
    isolation: isolated (any Actor)? = #isolation,
    _ wait: () async throws -> Result
  ) async rethrows -> Result {
    awaitedByTasks.withLock { $0.append(other) }
    let values = InjectedValues.current
    let late = Task.detached { [self] in
      try await Task.sleep(for: Wait.limit)
      if let path = other.path(to: self) {
        Issues.warn(circle(path + [other], "may need"), in: values.layer())
      }
    }
    defer {
      late.cancel()
      awaitedByTasks.withLock { all in _ = all.remove(at: all.firstIndex { $0 === other }!) }
    }
    return try await wait()
  }

  /// The openings from this one to another one, each of which may wait for the next one.
  private func path(to end: ScopeChange) -> [ScopeChange]? {
    var (paths, known) = ([[self]], [self])
    while let path = paths.popLast() {
      let last = path[path.count - 1]
      if end.chain.contains(where: { $0 === last }) {
        return path + end.chain.prefix { $0 !== last }.reversed()
      }
      let others = last.awaitedByTasks.withLock { $0 } + [last.awaited.withLock { $0 }]
      for case let next? in others where !known.contains(where: { $0 === next }) {
        known.append(next)
        paths.append(path + [next])
      }
    }
    return nil
  }

  /// Whether this is part of a change of a collection.
  func isPart(of collection: AnyObject) -> Bool { chain.contains { $0.isOf(collection) } }

  private func isOf(_ other: AnyObject) -> Bool { collection == ObjectIdentifier(other) }

  /// - Parameter circle: The changes from one until it is needed again.
  private func stop(_ circle: [ScopeChange]) -> Never {
    let message = self.circle(circle, "needs")
    message.kind = .circular
    message.stop(in: InjectedValues.current.context)
  }

  private func circle(_ circle: [ScopeChange], _ needs: String) -> Message {
    let path = circle.map { "\"\($0.id)\"" }.joined(separator: " → ")
    return Message(
      "A scope \(needs) itself while it is " + (kind == .closing ? "closed: " : "opened: ") + path,
      label: "Created at",
      source: source,
      fixes: kind == .closing
        ? """
        - In the closing closure, use the values that are passed to it, which are the scope's.
        - Or do this in an operation, before the scope is removed.
        """
        : """
        - In the opening closure, use the values that it sets instead of entering the scope.
        - Or move what the scopes share to the scope around them, the collection's base.
        """
    )
  }
}
