import Injection

extension AsyncInjectedScopes {
  typealias Item = Recents<ID, Kept>.Item

  /// A scope of the collection.
  final class Kept: @unchecked Sendable {
    // Unchecked because of the last two, which change under the collection's lock.

    let change: ScopeChange
    let values = SharedResult<InjectedValues>()
    /// The number of operations that run in the scope or wait for it.
    var uses = 1
    /// Why the scope was removed, if it was.
    var removed: Reason?

    init(_ change: ScopeChange) { self.change = change }
  }

  struct State: Sendable {
    /// The scopes that aren't removed. Those in which operations run have no place in the order of use.
    var scopes: Recents<ID, Kept>
    /// The number of scopes that aren't closed yet.
    var count = 0
    /// The callers that wait until all are closed.
    var waiting: [CheckedContinuation<Void, Never>] = []

    /// Removes a scope, and returns it if the caller must close it: if operations run in it, the
    /// last of them does.
    mutating func remove(_ item: Item, _ reason: Reason) -> [Item] {
      guard scopes.remove(item) else { return [] }
      item.value.removed = reason
      return item.value.uses == 0 ? [item] : []
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
