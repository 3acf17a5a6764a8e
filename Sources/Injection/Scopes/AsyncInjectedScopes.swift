/// Scopes that are kept by an identifier, opened with `await`, and closed when they leave.
///
/// Such as one for each tenant, with a database of its own:
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
/// // When the server has stopped.
/// await tenants.removeAll()
/// ```
///
/// A scope is opened when it is first entered; tasks that enter it meanwhile wait for the same
/// opening. It is closed once, when it has left and all operations in it have ended: after it was
/// removed, or where there are more than `limit`. A scope in which an operation runs does not leave
/// for the limit, so there may be more for a while. ``removeAll()`` closes those that remain, which
/// nothing else does.
///
/// All scopes are inside the same one, as those of ``InjectedScopes`` are, which is enough where
/// nothing is to be awaited. Use it on any thread, in any task or actor.
public final class AsyncInjectedScopes<ID: Hashable & Sendable>: Sendable {
  /// Why a scope is closed.
  public enum Reason: Sendable, Hashable {
    /// It was removed with ``AsyncInjectedScopes/removeValues(for:)``.
    case removed

    /// There were more scopes than the limit, and this one was not in use for the longest time.
    case limit

    /// The collection is closed with ``AsyncInjectedScopes/removeAll()``.
    case shutdown
  }

  private typealias Opening = Task<InjectedValues, any Error>

  private let open: @Sendable (ID) async throws -> InjectedValues
  private let close: @Sendable (InjectedValues, ID, Reason) async -> Void
  private let state: Lock<State>

  private struct State: Sendable {
    var limit: Int
    /// The scopes in which operations run, but for those that were removed.
    var busy: [ID: Opening] = [:]
    var idle = Recents<ID, Opening>()
    /// How many operations run in a scope, or wait for it.
    var uses: [Opening: Int] = [:]
    /// How many scopes are not closed yet.
    var count = 0
    /// Resumed when there are none.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Makes a collection that has no scopes yet.
  ///
  /// - Parameters:
  ///   - base: The values around all scopes. Where the scopes need what is open around a server's
  ///     services, `.current`.
  ///   - limit: How many scopes are kept. Beyond that, the one goes that was not in use for the
  ///     longest time.
  ///   - opening: Replaces values for an identifier, in the scope of `base` and in a task of its
  ///     own. An error is thrown to the operations that wait for the scope; the next one opens it anew.
  ///   - closing: Closes what `opening` opened, in the scope and in a task of its own. An error
  ///     is thrown to no caller: it is an ``InjectionIssue`` of the kind `unclosed`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  public init(
    in base: InjectedValues = .root,
    limit: Int = .max,
    _ opening: @escaping @Sendable (inout InjectedValues, ID) async throws -> Void,
    closing: @escaping @Sendable (InjectedValues, ID, Reason) async throws -> Void = { _, _, _ in },
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    precondition(limit > 0, "limit must be positive (was \(limit))")
    state = Lock(State(limit: limit))
    // A scope may keep this, and that be the base.
    let base = base.unheld
    open = { id in
      try await Injection.withInjected(base) {
        var values = InjectedValues.opening(in: base.place, fileID, line)
        try await opening(&values, id)
        values.finish("\(id)")
        return InjectedValues(values.place)
      }
    }
    close = { values, id, reason in
      await Injection.withInjected(values) {
        do {
          try await closing(values, id, reason)
        } catch {
          Issues.report(unclosed: error, at: SourcePlace(fileID, line))
        }
      }
    }
  }

  /// Runs `operation` in an identifier's scope, which is opened when it is first entered.
  ///
  /// The opening goes on when the task is canceled, since others may wait for it.
  ///
  /// - Parameters:
  ///   - id: The identifier, which is also the name of the scope in messages.
  ///   - operation: What to run. Neither it nor its result need be `Sendable`.
  ///   - isolation: The caller's actor; leave the default.
  /// - Returns: What `operation` returns.
  /// - Throws: What opening the scope throws, or what `operation` throws.
  /// - Complexity: O(1); O(overrides) and a task for a new scope.
  @discardableResult
  public func withInjected<Result>(
    _ id: ID,
    operation: () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let opening = state.withLock { state in
      var opening = state.busy[id] ?? state.idle.remove(id)?.value
      if opening == nil {
        // Detached: it sees nothing of the request that happens to be the first.
        opening = .detached { [open] in try await open(id) }
        state.count += 1
      }
      state.uses[opening!, default: 0] += 1
      state.busy[id] = opening
      trim(&state)
      return opening!
    }
    defer { end(opening, id) }
    let values: InjectedValues
    do {
      values = try await opening.value
    } catch {
      // The next operation tries again.
      state.withLock { if $0.busy[id] == opening { $0.busy[id] = nil } }
      throw error
    }
    return try await Injection.withInjected(values, operation: operation, isolation: isolation)
  }

  private func end(_ opening: Opening, _ id: ID) {
    state.withLock { state in
      state.uses[opening]! -= 1
      if state.uses[opening]! > 0 { return }
      state.uses[opening] = nil
      if state.busy[id] != opening { return close(opening, id, .removed) }
      state.busy[id] = nil
      state.idle.insert(opening, for: id)
      trim(&state)
    }
  }

  /// Removes a scope: the next operation of its identifier opens a new one.
  ///
  /// It is closed when the operations in it have ended, which this does not wait for. The new one
  /// may be opened before.
  ///
  /// - Parameter id: The identifier; one without a scope changes nothing.
  /// - Complexity: O(1).
  public func removeValues(for id: ID) {
    state.withLock { state in
      // One in which operations run is closed by the last of them.
      if state.busy.removeValue(forKey: id) == nil, let kept = state.idle.remove(id) {
        close(kept.value, kept.id, .removed)
      }
    }
  }

  /// Closes all scopes, and returns when that is done.
  ///
  /// Call it for the shutdown, outside of the scopes: it waits for the operations that run in them.
  /// From now on, each scope is closed as soon as no operation runs in it.
  ///
  /// - Complexity: O(scopes).
  public func removeAll() async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        state.limit = 0
        trim(&state)
        if state.count > 0 { state.waiting.append(continuation) }
        return state.count == 0
      }
      if isClosed { continuation.resume() }
    }
  }

  /// Closes what is beyond the limit, and not in use.
  private func trim(_ state: inout State) {
    while state.busy.count + state.idle.count > state.limit, let oldest = state.idle.removeOldest()
    {
      close(oldest.value, oldest.id, state.limit == 0 ? .shutdown : .limit)
    }
  }

  /// Closes a scope that has left, once its last operation has ended.
  private func close(_ opening: Opening, _ id: ID, _ reason: Reason) {
    Task.detached { [self] in
      // What was not opened is not closed.
      if let values = try? await opening.value { await close(values, id, reason) }
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
