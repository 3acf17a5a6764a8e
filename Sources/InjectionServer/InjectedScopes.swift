public import Injection

/// A collection of scopes by identifier, such as one for each tenant or session.
///
/// ```swift
/// struct Server {
///   let tenants = InjectedScopes<String>(limit: 1_000) { values, tenant in
///     values.tenant = tenant
///   }
///
///   func answer(_ request: Request) async -> Response {
///     await tenants.withInjected(request.tenant) {
///       await withInjected(\.request, request) { await respond() }
///     }
///   }
/// }
/// ```
///
/// All scopes are inside the same one: the root of the container, or the given values. So a scope
/// has nothing of the one that asks for it first, such as that of a request. Operations see it
/// together with the current one. It is kept, with its values, until it is removed or there are
/// more than `limit`. Tasks that run in it and objects that were created in it may retain it
/// longer. Another scope, such as that of a worker, doesn't retain it when such an object reads its
/// properties there. What is built from both scopes goes with the one that goes first.
///
/// If a scope has a resource that must be opened with `await` or closed, such as a tenant's
/// database, use ``AsyncInjectedScopes``.
///
/// If a scope needs itself while it is opened, directly or through another scope, the process stops
/// with a message.
public final class InjectedScopes<ID: Hashable & Sendable>: Sendable {
  private let base: InjectedValues
  /// Sets the values of an identifier's scope.
  private let update: @Sendable (inout InjectedValues, ID) -> Void
  private let source: SourceLine
  /// When the collection was created.
  private let birth = Moment.next()
  private typealias Item = Recents<ID, InjectedValues>.Item
  @usableFromInline let scopes: Lock<Recents<ID, InjectedValues>>
  @usableFromInline let turnstile = Turnstile()

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - base: The values around all scopes. Pass `.current` if the scopes belong to the current
  ///     one, such as the sessions of a tenant. The collection doesn't retain that scope, since a
  ///     default of the scope may retain the collection. When the scope has been released, the
  ///     collection still sees its values and keeps what is built from them, or, if a default has
  ///     created the collection, each of its scopes does.
  ///   - limit: The number of scopes to keep, at least 1. One more replaces the least recently used
  ///     one; tasks in that one stay there. Pass `.max` only if the identifiers are a fixed set,
  ///     and don't come from users.
  ///   - update: A closure that replaces values for an identifier. It runs in the scope of `base`,
  ///     on the thread of the first call. If several threads call at once, it may run for each of
  ///     them, and one scope is kept.
  public init(
    in base: InjectedValues = .root,
    limit: Int,
    _ update: @escaping @Sendable (inout InjectedValues, ID) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    scopes = Lock(Recents(limit: limit))
    // A default may keep this in the scope of the base.
    self.base = base.unheld()
    (self.update, source) = (update, SourceLine(fileID, line))
  }

  /// Runs `operation` in an identifier's scope, together with the current one.
  ///
  /// The first call opens the scope. The operation sees what both scopes replace. If both replace a
  /// value, the inner one of the two wins; if neither is inside the other, that of the identifier.
  /// So middleware can set values of the request before or after. What is built from the
  /// identifier's scope alone is kept there, and what is built from both goes with the current
  /// scope.
  ///
  /// > Warning: In another scope of the same collection, `operation` sees both. So don't enter one
  /// > tenant's scope in another's: what only the outer one replaces, the inner one sees, too. Code
  /// > that handles jobs of several tenants enters their scopes in a task that was started in none.
  ///
  /// The scope stays as long as the operation and the tasks that it starts, even if it is removed; in
  /// the code of a default, as long as the operation.
  ///
  /// - Parameters:
  ///   - id: The identifier, which is also the name of the scope in messages.
  ///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws, with its type.
  /// - Complexity: O(1). For a new scope, O(overrides). If neither scope is inside the other,
  ///   O(scopes around both).
  @inlinable
  @discardableResult
  public func withInjected<Result, Failure: Error>(
    _ id: ID,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let values = values(for: id)
    // What a default enters doesn't hold the scope.
    defer { withExtendedLifetime(values) {} }
    return try enter(values.enteredHere(), operation)
  }

  /// Runs `operation` in an identifier's scope, together with the current one.
  ///
  /// `operation` runs on the caller's actor. Otherwise this is the same as the synchronous form.
  ///
  /// - Parameters:
  ///   - id: The identifier, which is also the name of the scope in messages.
  ///   - operation: The code to run. Neither it nor its result needs to be `Sendable`.
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws, with its type.
  /// - Complexity: That of the synchronous form.
  @inlinable
  @discardableResult
  public func withInjected<Result, Failure: Error>(
    _ id: ID,
    operation: () async throws(Failure) -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Result {
    let values = values(for: id)
    // As above.
    defer { withExtendedLifetime(values) {} }
    return try await enter(values.enteredHere(), isolation: isolation, operation)
  }

  /// Returns the values of an identifier's scope alone. The first call opens the scope.
  ///
  /// They are for code that runs in no scope, such as that of a queue. Entering them leaves the
  /// current scope, so code of a request calls `withInjected(_:operation:)` instead.
  ///
  /// - Parameter id: The identifier, which is also the name of the scope in messages.
  /// - Returns: The values, to enter with `withInjected`.
  /// - Complexity: O(1). For a new scope, O(overrides).
  @inlinable
  public func values(for id: ID) -> InjectedValues {
    let hash = id.hashValue
    let (first, further) = scopes.withLock(after: turnstile) { scopes in
      let items = scopes[hash]
      if let first = items.first { scopes.order.use(first.slot) }
      for item in items.further { scopes.order.use(item.slot) }
      return items
    }
    // Without the lock, since `==` may run any code.
    if let first, first.id == id { return first.value }
    if let known = further.first(where: { $0.id == id }) { return known.value }
    return newValues(for: id, hash)
  }

  @usableFromInline
  func newValues(for id: ID, _ hash: Int) -> InjectedValues {
    ScopeChange.current?.willEnter(id, of: self)
    let opening = scopes.withLock { $0.beginOpening(id, hash: hash) }
    defer { scopes.withLock { $0.end(opening) } }
    // Without the lock, too.
    let values = ScopeChange(.opening, id, of: self, at: source, in: .current).run {
      base.keeping(named: "\(id)", at: source, since: birth) { update(&$0, id) }
    }
    let new = Item(values, for: id, hash: hash)
    var known: [Item] = []
    while true {
      let (others, gone): ([Item], Item?) = scopes.withLock { scopes in
        // What was removed meanwhile isn't kept.
        if !scopes.contains(opening) { return ([], nil) }
        let others = scopes.insert(new, besides: known)
        return (others, others.isEmpty ? scopes.removeExcess() : nil)
      }
      // After the lock: releasing a scope or an identifier may run code that reads values.
      withExtendedLifetime(gone) {}
      if others.isEmpty { return values }
      // Another thread was faster.
      if let item = others.first(where: { $0.id == id }) { return item.value }
      known += others
    }
  }

  /// Removes a scope. The next call of `values(for:)` opens a new one.
  ///
  /// Tasks in the scope stay there. Its values are released when no task or object retains it. A
  /// scope that is being opened is used by the call that opens it, and isn't kept.
  ///
  /// If each task of a job starts the next one in `operation`, the job retains all scopes of the
  /// identifier that were removed meanwhile. Start the next task outside of `operation`.
  ///
  /// - Parameter id: The identifier. If it has no scope, nothing happens.
  public func removeScope(for id: ID) {
    let hash = id.hashValue
    // Identifiers are compared without the lock, as above.
    let openings = scopes.withLock { $0.openings(hash) }.filter { $0.id == id }
    let items = scopes.withLock { scopes in
      for opening in openings { scopes.end(opening) }
      return scopes.all(hash)
    }
    // The scope is released after the lock, as above.
    if let item = items.first(where: { $0.id == id }) { _ = scopes.withLock { $0.remove(item) } }
  }

  /// Removes all scopes, each as `removeScope(for:)` does.
  ///
  /// - Complexity: O(scopes).
  public func removeAll() {
    _ = scopes.withLock { $0.removeAll() }
  }
}
