/// Scopes that are kept by an identifier, such as one for each tenant or session.
///
/// ```swift
/// struct Server {
///   let tenants = InjectedScopes<String> { values, tenant in
///     values.tenant = tenant
///   }
///
///   func answer(_ request: Request) async -> Response {
///     await withInjected(tenants.values(for: request.tenant)) {
///       await withInjected(\.request, request) { await respond() }
///     }
///   }
/// }
/// ```
///
/// All scopes are inside the same one: the root of the container, or the values that are given. So
/// they see nothing of the scope in which they are asked for, such as that of a request,
/// nor of each other. A scope, with what is built for it, is kept until it is removed, or until
/// there are more than `limit`; and beyond that as long as a task is in it or an object holds it.
///
/// Where a scope has what must be opened with `await` or closed, such as a tenant's database, use
/// ``AsyncInjectedScopes``.
///
/// Use it on any thread, in any task or actor.
public final class InjectedScopes<ID: Hashable & Sendable>: Sendable {
  private let limit: Int
  /// Opens the scope of an identifier.
  private let open: @Sendable (ID) -> InjectedValues
  @usableFromInline let scopes = Lock(Recents<ID, InjectedValues>())

  /// Makes a collection that has no scopes yet.
  ///
  /// - Parameters:
  ///   - base: The values around all scopes. Where the scopes belong to something, such as sessions to
  ///     a tenant, `.current`.
  ///   - limit: How many scopes are kept. Beyond that, the one goes that was not asked for the
  ///     longest; tasks that are in it stay there.
  ///   - update: Replaces values for an identifier. It runs in the scope of `base`, on the thread
  ///     that asks first; where several ask at once it may run for each, and one scope stays.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  public init(
    in base: InjectedValues = .root,
    limit: Int = .max,
    _ update: @escaping @Sendable (inout InjectedValues, ID) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    precondition(limit > 0, "limit must be positive (was \(limit))")
    self.limit = limit
    // A default may keep this, in the scope of the base.
    let base = base.unheld
    // In the base, not in the scope that asks.
    open = { id in
      withInjected(base) {
        base.overriding(named: "\(id)", { update(&$0, id) }, fileID: fileID, line: line)
      }
    }
  }

  /// The values of an identifier's scope, which is opened when they are first asked for.
  ///
  /// - Parameter id: The identifier, which is also the name of the scope in messages.
  /// - Returns: The values, to enter with `withInjected`.
  /// - Complexity: O(1); O(overrides) for a new scope.
  @inlinable
  public func values(for id: ID) -> InjectedValues {
    scopes.withLock { $0.use(id) } ?? newValues(for: id)
  }

  @usableFromInline
  func newValues(for id: ID) -> InjectedValues {
    // Not under the lock: `update` may do anything.
    let new = open(id)
    let (values, gone) = scopes.withLock { scopes in
      if let known = scopes.use(id) { return (known, nil as (id: ID, value: InjectedValues)?) }
      scopes.insert(new, for: id)
      return (new, scopes.count > limit ? scopes.removeOldest() : nil)
    }
    // After the lock: values go with a scope, and what goes may read others; so may identifiers.
    withExtendedLifetime(gone) {}
    return values
  }

  /// Lets go of a scope: tasks that are in it stay there, and the next call of ``values(for:)``
  /// opens a new one.
  ///
  /// What was built for it is released when no task and no object of the scope is left.
  ///
  /// - Parameter id: The identifier; one without a scope changes nothing.
  /// - Complexity: O(1).
  public func removeValues(for id: ID) {
    // The result goes after the lock, as above.
    _ = scopes.withLock { $0.remove(id) }
  }

  /// Lets go of all scopes: see ``removeValues(for:)``.
  ///
  /// - Complexity: O(scopes).
  public func removeAll() {
    _ = scopes.withLock { scopes in
      defer { scopes = Recents() }
      return scopes
    }
  }
}
