public import Injection

// What each operation uses is inlined, as in `Recents`.

extension AsyncInjectedScopes {
  @usableFromInline typealias Item = Recents<ID, Kept>.Item

  /// A scope of the collection. What changes does so under its lock.
  @usableFromInline
  struct Kept: Sendable {
    let change: ScopeChange
    let opening = SharedResult<InjectedValues>()
    /// The scope's values, once it is open.
    @usableFromInline var values: InjectedValues?
    /// Why the scope was removed, if it was.
    var removed: Reason?

    init(_ change: ScopeChange) { self.change = change }
  }

  /// What an operation leaves that has ended: its scope, if that was removed meanwhile, or those
  /// beyond the limit.
  @usableFromInline enum Unused { case nothing, scope, excess }

  @usableFromInline
  struct State: Sendable {
    /// The scopes that aren't removed. Those in which operations run have no place in the order of
    /// use.
    @usableFromInline var scopes: Recents<ID, Kept>
    /// The scopes that aren't closed yet.
    var unclosed: [ObjectIdentifier: Item] = [:]
    /// The callers that wait until all are closed.
    var waiting: [CheckedContinuation<Void, Never>] = []

    /// Begins to use the first scope of a hash. Returns its values, too, if it is open.
    @inlinable
    mutating func use(_ hash: Int) -> (first: Item?, values: InjectedValues?, further: [Item]) {
      let (first, further) = scopes[hash]
      guard let first, scopes.use(first) else { return (nil, nil, []) }
      return (first, first.value.values, further)
    }

    /// Ends the use of a scope. Returns what the caller must close.
    @inlinable
    mutating func end(_ item: Item) -> Unused {
      if !scopes.end(item) { return .nothing }
      if item.slot == 0 { return .scope }
      return scopes.hasExcess ? .excess : .nothing
    }

    /// Removes a scope, and returns it if the caller must close it: if operations run in it, the
    /// last of them does.
    mutating func remove(_ item: Item, _ reason: Reason) -> [Item] {
      guard scopes.remove(item) else { return [] }
      item.value.removed = reason
      return item.isUsed ? [] : [item]
    }

    /// Removes the unused scopes beyond the limit, which the caller must close.
    mutating func removeExcess() -> [Item] {
      var items: [Item] = []
      while let item = scopes.removeExcess() {
        item.value.removed = scopes.limit == 0 ? .shutDown : .limit
        items.append(item)
      }
      return items
    }
  }
}
