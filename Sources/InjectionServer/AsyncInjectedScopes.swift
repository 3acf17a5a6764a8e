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
/// An operation whose scope was removed opens a new one, which may happen before the old one is
/// closed. If a resource can't be opened twice, such as a file with a lock, `opening` must wait.
///
/// All scopes are inside the same one, and an operation sees its scope together with the current
/// one, as in ``InjectedScopes``. That collection suffices if opening and closing need no `await`.
///
/// If a scope needs itself while it is opened or closed, directly or through another scope, the
/// process stops with a message. If `opening` starts a task and doesn't wait for it, the task may
/// enter the scope. If it waits for the task, such as a child task, both wait forever: after a
/// second, an `InjectionIssue` of the kind `waitingRead` has the identifiers, also if the opening
/// is only slow. A wait for a detached task can't be seen.
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
  /// When the collection was created.
  private let birth = Moment.next()
  @usableFromInline let state: Lock<State>

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - base: The values around all scopes. Pass `.current` if the scopes need values that a
  ///     server opens around its services.
  ///   - limit: The number of scopes to keep, at least 1. Pass `.max` only if the identifiers are a
  ///     fixed set, and don't come from users.
  ///   - opening: A closure that replaces values for an identifier, in the scope of `base` and in a
  ///     task of its own, which isn't canceled. If it throws, the operations that wait for the
  ///     scope throw the error, and the next one opens the scope again. `closing` isn't called
  ///     then: close what was opened before the error.
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

  /// Runs `operation` in an identifier's scope, together with the current one.
  ///
  /// The first operation opens the scope. What the operation sees is as in ``InjectedScopes``: in
  /// another scope of the same collection, it sees both.
  ///
  /// If the task is canceled while it waits for the opening, or before, it stops waiting, and
  /// `operation` doesn't run. The opening goes on, since other tasks may wait for it. A canceled
  /// task can enter a scope that is open.
  ///
  /// - Parameters:
  ///   - id: The identifier, which is also the name of the scope in messages.
  ///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
  /// - Returns: What `operation` returns.
  /// - Throws: The error of opening the scope, a `CancellationError` instead of waiting for that,
  ///   or the error of `operation`.
  /// - Complexity: O(1). For a new scope, O(overrides) and a task.
  @inlinable
  @discardableResult
  public func withInjected<Result>(
    _ id: ID,
    operation: () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let (item, known) = try useKnown(id) ?? (useNew(id), nil)
    defer { end(item) }
    let values = if let known { known } else { try await opened(item) }
    return try await enter(values.enteredHere(), isolation: isolation, operation)
  }

  /// Begins to use an identifier's scope, if there is one. Returns its values, too, if it is open.
  @inlinable
  func useKnown(_ id: ID) -> (item: Item, values: InjectedValues?)? {
    let hash = id.hashValue
    let (first, values, further) = state.withLock { $0.use(hash) }
    guard let first else { return nil }
    // Without the lock, since `==` may run any code.
    if first.id == id { return (first, values) }
    end(first)
    let item = further.first { $0.id == id }
    return item.flatMap { item in state.withLock { $0.scopes.use(item) } ? (item, nil) : nil }
  }

  /// The same; opens a scope if there is none.
  @usableFromInline
  func useNew(_ id: ID) throws -> Item {
    ScopeChange.current?.willEnter(id, of: self)
    if Task.isCancelled { throw CancellationError() }
    let change = ScopeChange(.opening, id, of: self, at: source, in: .current)
    let new = Item(Kept(change), for: id, hash: id.hashValue)
    var known: [Item] = []
    while true {
      let (others, gone) = state.withLock { state in
        let others = state.scopes.insert(new, besides: known)
        if others.isEmpty, state.scopes.use(new) {
          state.unclosed[ObjectIdentifier(new)] = new
        }
        return (others, state.removeExcess())
      }
      close(gone)
      if others.isEmpty {
        open(new)
        return new
      }
      // Another task was faster, or a scope with this hash was there.
      if let item = others.first(where: { $0.id == id }), state.withLock({ $0.scopes.use(item) }) {
        return item
      }
      known += others
    }
  }

  @inlinable
  func end(_ item: Item) {
    let unused = state.withLock { $0.end(item) }
    if unused != .nothing { close(unused, item) }
  }

  @usableFromInline
  func close(_ unused: Unused, _ item: Item) {
    close(unused == .scope ? [item] : state.withLock { $0.removeExcess() }, after: item)
  }

  /// Waits until a scope is open.
  @usableFromInline
  func opened(_ item: Item) async throws -> InjectedValues {
    let around = ScopeChange.current
    around?.willEnter(item.id, of: self)
    let waiting = around?.innermost(.opening)
    let kept = kept(item)
    if let starter = ScopeChange.starter?.innermost(.opening) {
      return try await starter.wait(for: kept.change) { try await kept.opening.value() }
    }
    waiting?.willWait(for: kept.change)
    defer { waiting?.didWait() }
    return try await kept.opening.value()
  }

  private func kept(_ item: Item) -> Kept { state.withLock { _ in item.value } }

  private func open(_ item: Item) {
    // Detached, so that it doesn't see the first request's values.
    Task.detached(priority: Task.currentPriority) { [self] in
      let (id, kept) = (item.id, kept(item))
      do {
        let values = try await kept.change.run {
          try await base.keeping(named: "\(id)", at: source, since: birth) {
            try await opening(&$0, id)
          }
        }
        state.withLock { _ in item.value.values = values }
        kept.opening.set(.success(values))
      } catch {
        // The next operation tries again.
        close(state.withLock { $0.remove(item, .removed) })
        kept.opening.set(.failure(error))
      }
    }
  }

  /// Removes a scope. The next operation of its identifier opens a new one.
  ///
  /// The scope is closed when the operations in it have ended. This function doesn't wait for them,
  /// and the new scope may be opened before.
  ///
  /// If each task of a job starts the next one in `operation`, the job retains all scopes of the
  /// identifier that were removed meanwhile. Start the next task outside of `operation`.
  ///
  /// - Parameter id: The identifier. If it has no scope, nothing happens.
  public func removeScope(for id: ID) {
    let hash = id.hashValue
    let items = state.withLock { $0.scopes.all(hash) }
    guard let item = items.first(where: { $0.id == id }) else { return }
    close(state.withLock { $0.remove(item, .removed) })
  }

  /// Ends the collection: closes all scopes, and returns when they are closed.
  ///
  /// Call it when the server has stopped, outside of the scopes: it waits for the operations that
  /// run in them, and for scopes that are being opened, also if the task is canceled. In a scope,
  /// or in a task that was started there, it could wait for itself, so the process stops with a
  /// message. This isn't detected for a scope that overrides nothing. Entering a scope afterwards
  /// opens it again, and it is closed as soon as no operation runs in it.
  ///
  /// - Complexity: O(scopes).
  public func shutDown() async {
    let unclosed = state.withLock { $0.unclosed.values.compactMap { $0.value.values?.layer() } }
    let isInside = InjectedValues.current.layer().chain.contains { layer in
      unclosed.contains { $0 === layer }
    }
    if isInside || ScopeChange.current?.isPart(of: self) == true {
      Message.shutsDownInside(source).stop()
    }
    await withCheckedContinuation { continuation in
      let (isClosed, gone) = state.withLock { state in
        state.scopes.limit = 0
        let gone = state.removeExcess()
        if !state.unclosed.isEmpty { state.waiting.append(continuation) }
        return (state.unclosed.isEmpty, gone)
      }
      if isClosed { continuation.resume() }
      close(gone)
    }
  }

  /// Closes removed scopes whose last operations have ended.
  ///
  /// - Parameter used: The scope in which the last operation has ended.
  private func close(_ items: [Item], after used: Item? = nil) {
    // Closing isn't part of the operation that removes the scope. A scope that another closing has
    // entered may need what that closes; it doesn't wait for others that are beyond the limit now.
    let outer = items.isEmpty ? nil : ScopeChange.current?.innermost(.closing)
    for item in items {
      Task.detached { [self] in await close(item, in: item === used ? outer : nil) }
    }
  }

  private func close(_ item: Item, in outer: ScopeChange?) async {
    // A scope whose opening failed isn't closed.
    let kept = kept(item)
    if let values = try? await kept.opening.value() {
      await Injection.withInjected(values) {
        let change = ScopeChange(.closing, item.id, of: self, at: source, in: outer)
        do {
          try await change.run { try await closing(values, item.id, kept.removed!) }
        } catch {
          Issues.report(unclosedResource: error, "Created at", at: source)
        }
      }
    }
    let waiting = state.withLock { state in
      state.unclosed[ObjectIdentifier(item)] = nil
      if !state.unclosed.isEmpty { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
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
        - Or call it in a task that isn't started in the scope, and don't wait for that:
          Task.detached { await tenants.shutDown() }.
        """
    )
  }
}
