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
    while isAnyAlive(includesRoot), ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.002)
    }
    return alive(includesRoot)
  }

  func remaining(includesRoot: Bool, isolation: isolated (any Actor)?) async -> [Scope] {
    let end = ContinuousClock.now + Self.patience
    while isAnyAlive(includesRoot), ContinuousClock.now < end {
      // In a canceled test, sleeping throws at once.
      do { try await Task.sleep(for: .milliseconds(2)) } catch { await Task.yield() }
    }
    return alive(includesRoot)
  }

  private func isAnyAlive(_ includesRoot: Bool) -> Bool { !alive(includesRoot).isEmpty }

  private func alive(_ includesRoot: Bool) -> [Scope] {
    // After the lock is released, as above.
    let all = state.withLock { Array($0.scopes.values) }.compactMap(\.scope)
    return all.filter { includesRoot || !$0.said.isRoot }
      .sorted { $0.said.ownAge < $1.said.ownAge }
  }
}

extension Message {
  /// The message about a scope that still exists.
  ///
  /// - Parameter source: Where it was opened.
  static func leakedScope(_ scope: Scope, at source: SourceLine) -> Message {
    let message = Message(
      "A scope still exists after its test has ended.",
      label: "Opened at",
      source: source,
      fixes: """
        - If a value that the scope keeps creates objects with injected properties after it was \
        built, they hold the scope, and it holds them: create them in the initializer, or pass them \
        the value instead of an injected property.
        - If a task still runs in the scope, wait for it in the test, or cancel it.
        - If something else holds the scope, such as a static variable with captured values or with \
        an object that was created in it, release that.
        """
    )
    if let name = scope.said.name { message.add("Scope", name) }
    let overrides = scope.said.allOverrides.all.map { $0.subject.short }
    message.add("Overrides", overrides.joined(separator: ", "))
    let kept = Set(scope.said.kept.map { Subject(Key.of($0.type)).short })
    if !kept.isEmpty { message.add("Keeps", kept.sorted().joined(separator: ", ")) }
    return message
  }
}
