public import Injection

/// A collection of scopes by identifier that are opened with `await` and closed when removed.
///
/// Use it, for example, to keep a scope with a database for each tenant:
///
/// ```swift
/// let tenants = AsyncInjectedScopes<String>(limit: 1_000) { values, tenant in
///   values.tenant = tenant
///   values.database = try await Database.open(tenant)
/// } closing: { values, tenant, reason in
///   await values.database.close()
/// }
///
/// try await tenants.withInjected(request.tenant) { try await respond() }
///
/// // After the server has stopped.
/// await tenants.shutDown()
/// ```
///
/// The first operation in a scope opens it, and tasks that enter it meanwhile wait for that. A
/// scope is closed once, when it has been removed and all operations in it have ended. If there are
/// more than `limit`, the collection removes the least recently used scope in which no operation
/// runs. Only ``shutDown()`` closes the remaining scopes.
///
/// All scopes are inside the same one, as in ``InjectedScopes``. That collection suffices if
/// opening and closing need no `await`.
///
/// If a scope needs itself while it is opened or closed, directly or through another scope, the
/// process stops with a message. If `opening` starts a task and doesn't wait for it, the task may
/// enter the scope.
public final class AsyncInjectedScopes<ID: Hashable & Sendable>: Sendable {
  /// Why a scope is closed.
  public enum Reason: Sendable, Hashable {
    /// A call of `removeScope(for:)` removed it.
    case removed

    /// There were more scopes than the limit, and it was the least recently used one.
    case limit

    /// A call of `shutDown()` ended the collection.
    case shutDown
  }

  private let base: InjectedValues
  private let opening: @Sendable (inout InjectedValues, ID) async throws -> Void
  private let closing: @Sendable (InjectedValues, ID, Reason) async throws -> Void
  private let source: SourceLine
  private let state: Lock<State>

  private struct State: Sendable {
    /// The scopes that aren't removed. Those in which operations run have no place in the order of use.
    var scopes: Recents<ID, Kept>
    /// For each task, the number of operations that it runs in scopes or waits for.
    var tasks: [Int: Int] = [:]
    /// The number of scopes that aren't closed yet.
    var count = 0
    /// The callers that wait until all are closed.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - base: The values around all scopes. Pass `.current` if the scopes need values that a
  ///     server opens around its services.
  ///   - limit: The number of scopes to keep. Pass `.max` only if the identifiers are a fixed set,
  ///     and don't come from users.
  ///   - opening: A closure that replaces values for an identifier, in the scope of `base` and in a
  ///     task of its own. If it throws, the operations that wait for the scope throw the error, and
  ///     the next one opens the scope again.
  ///   - closing: A closure that closes the scope's resources, in the scope and in a task of its
  ///     own. Its error becomes an `InjectionIssue` of the kind `unclosedResource`, since no caller
  ///     can catch it.
  public init(
    in base: InjectedValues = .root,
    limit: Int,
    _ opening: @escaping @Sendable (inout InjectedValues, ID) async throws -> Void,
    closing: @escaping @Sendable (InjectedValues, ID, Reason) async throws -> Void = { _, _, _ in },
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    state = Lock(State(scopes: Recents(limit: limit)))
    // A scope may keep this, and may be the base.
    self.base = base.unheld()
    (self.opening, self.closing) = (opening, closing)
    source = SourceLine(fileID, line)
  }

  /// Runs `operation` in an identifier's scope. The first operation opens the scope.
  ///
  /// Canceling the task doesn't cancel the opening, since other tasks may wait for it.
  ///
  /// - Parameters:
  ///   - id: The identifier, which is also the name of the scope in messages.
  ///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
  /// - Returns: What `operation` returns.
  /// - Throws: The error of opening the scope, or that of `operation`.
  /// - Complexity: O(1). For a new scope, O(overrides) and a task.
  @discardableResult
  public func withInjected<Result>(
    _ id: ID,
    operation: () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let (task, around) = (ScopeChange.runningTask, ScopeChange.current)
    around?.willEnter(id, of: self)
    let (slot, kept) = state.withLock { state in
      if state.scopes.entries[id] == nil {
        let change = ScopeChange(.opening, id, of: self, at: source, in: around)
        // Detached, so that it doesn't see the first request's values.
        let opening = Task.detached { [self] in
          try await change.run {
            try await base.keeping(named: "\(id)", at: source) { try await self.opening(&$0, id) }
          }
        }
        state.scopes.insert(Kept(opening, change), for: id)
        state.count += 1
      }
      let entry = state.scopes.entries[id]!
      state.scopes.order.remove(entry.slot)
      entry.value.uses += 1
      state.tasks[task, default: 0] += 1
      trim(&state)
      return entry
    }
    defer { end(kept, id, slot, task) }
    let values: InjectedValues
    do {
      let waiting = around?.innermost(.opening)
      waiting?.willWait(for: kept.change)
      defer { waiting?.didWait() }
      values = try await kept.opening.value
    } catch {
      // The next operation tries again.
      state.withLock { if $0.scopes.entries[id]?.value === kept { _ = $0.scopes.remove(id) } }
      throw error
    }
    return try await Injection.withInjected(values, operation: operation, isolation: isolation)
  }

  private func end(_ kept: Kept, _ id: ID, _ slot: Int, _ task: Int) {
    state.withLock { state in
      let others = state.tasks[task]! - 1
      state.tasks[task] = others == 0 ? nil : others
      kept.uses -= 1
      if kept.uses > 0 { return }
      if state.scopes.entries[id]?.value !== kept { return close(kept, id, .removed) }
      state.scopes.order.add(slot)
      trim(&state)
    }
  }

  /// Removes a scope. The next operation of its identifier opens a new one.
  ///
  /// The scope is closed when the operations in it have ended. This function doesn't wait for them,
  /// and the new scope may be opened before.
  ///
  /// - Parameter id: The identifier. If it has no scope, nothing happens.
  public func removeScope(for id: ID) {
    state.withLock { state in
      // If operations run in the scope, the last of them closes it.
      if let kept = state.scopes.remove(id), kept.value.uses == 0 {
        close(kept.value, kept.id, .removed)
      }
    }
  }

  /// Ends the collection: closes all scopes, and returns when they are closed.
  ///
  /// Call it when the server has stopped, outside of the scopes: it waits for the operations that
  /// run in them. In one of them, it would wait for itself, and the process stops with a message. A
  /// scope that is opened later is closed as soon as no operation runs in it.
  ///
  /// - Complexity: O(scopes).
  public func shutDown() async {
    let tasks = ScopeChange.waitingTasks
    let isInside =
      ScopeChange.current?.isIn(self) == true
      || state.withLock { state in tasks.contains { state.tasks[$0] != nil } }
    if isInside { Message.shutsDownInside(source).stop() }
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        state.scopes.limit = 0
        trim(&state)
        if state.count == 0 { return true }
        state.waiting.append(continuation)
        return false
      }
      if isClosed { continuation.resume() }
    }
  }

  /// Closes unused scopes beyond the limit.
  private func trim(_ state: inout State) {
    while let excess = state.scopes.removeExcess() {
      close(excess.value, excess.id, state.scopes.limit == 0 ? .shutDown : .limit)
    }
  }

  /// Closes a removed scope whose last operation has ended.
  private func close(_ kept: Kept, _ id: ID, _ reason: Reason) {
    // Closing isn't part of the operation that removes the scope. It may need a scope that another
    // closing around it closes.
    let outer = ScopeChange.current?.innermost(.closing)
    Task.detached { [self] in
      // A scope whose opening failed isn't closed.
      if let values = try? await kept.opening.value {
        await Injection.withInjected(values) {
          let change = ScopeChange(.closing, id, of: self, at: source, in: outer)
          do {
            try await change.run { try await closing(values, id, reason) }
          } catch {
            Issues.report(unclosedResource: error, "Created at", at: source)
          }
        }
      }
      let waiting = state.withLock { state in
        state.count -= 1
        if state.count > 0 { return [] as [CheckedContinuation<Void, Never>] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }
}

/// A scope of a collection.
private final class Kept: @unchecked Sendable {
  // Unchecked because of the uses, which change under the collection's lock.

  let opening: Task<InjectedValues, any Error>
  let change: ScopeChange
  /// The number of operations that run in the scope or wait for it.
  var uses = 0

  init(_ opening: Task<InjectedValues, any Error>, _ change: ScopeChange) {
    (self.opening, self.change) = (opening, change)
  }
}

extension Message {
  fileprivate static func shutsDownInside(_ source: SourceLine) -> Message {
    Message(
      "shutDown() must be called outside of a collection's scopes (was called inside).",
      label: "Created at",
      source: source,
      fixes: """
        - Call it after the server has stopped: it waits for the operations in the scopes.
        - Or call it in a task, and do not wait for that: Task { await tenants.shutDown() }.
        """
    )
  }
}
