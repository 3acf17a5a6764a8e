import Foundation
import Injection

/// The scopes with overrides that a test opened, to find those that still exist after the test.
///
/// It holds none of them.
package final class TrackedScopes: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var scopes: [ObjectIdentifier: Tracked] = [:]
    /// The count at which released scopes are removed.
    var limit = 1_000
  }

  private struct Tracked: Sendable {
    weak var scope: Scope?
  }

  /// How long tasks may run after the test before their scopes count as leaked.
  @TaskLocal package static var patience = Duration.seconds(1)

  /// Adds a scope. O(1) on average.
  func add(_ scope: Scope) {
    let full = state.withLock { state -> [ObjectIdentifier: Tracked]? in
      state.scopes[ObjectIdentifier(scope)] = Tracked(scope: scope)
      if state.scopes.count < state.limit { return nil }
      defer { state.scopes = [:] }
      return state.scopes
    }
    guard let full else { return }
    // Not under the lock: this may release the last reference to a scope, with values whose deinit
    // reads others.
    let alive = full.filter { $0.value.scope != nil }
    state.withLock { state in
      state.scopes.merge(alive) { new, _ in new }
      state.limit = max(1_000, 2 * state.scopes.count)
    }
  }

  /// The scopes that still exist after a while, in the order in which they were opened.
  ///
  /// - Parameter includesRoot: Whether the container's root counts.
  func remaining(includesRoot: Bool) -> [Scope] {
    let end = ContinuousClock.now + Self.patience
    while !alive(includesRoot).isEmpty, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.002)
    }
    return alive(includesRoot)
  }

  func remaining(includesRoot: Bool, isolation: isolated (any Actor)?) async -> [Scope] {
    let end = ContinuousClock.now + Self.patience
    while !alive(includesRoot).isEmpty, ContinuousClock.now < end {
      // In a canceled test, sleeping throws at once.
      do { try await Task.sleep(for: .milliseconds(2)) } catch { await Task.yield() }
    }
    return alive(includesRoot)
  }

  private func alive(_ includesRoot: Bool) -> [Scope] {
    // After the lock is released, as above.
    let all = state.withLock { Array($0.scopes.values) }.compactMap(\.scope)
    // Of the parts of one scope, the innermost one.
    let outer = Set(all.flatMap { $0.layer.parts.dropFirst().map(ObjectIdentifier.init) })
    return all.filter { includesRoot || !$0.layer.isRoot }
      .filter { !outer.contains(ObjectIdentifier($0.layer)) }
      .sorted { $0.layer.ownBirth < $1.layer.ownBirth }
  }
}
