public import Synchronization

// Which scope the running task is in.

extension Scope {
  /// What the task-local holds: one reference; `nil` is the process's root.
  ///
  /// A struct of its own, since the runtime copies an `Optional` of a class several times slower: it
  /// goes through the witnesses of the generic type (18 instead of 30 ns a read, when measured).
  @usableFromInline
  struct Current: Sendable {
    @usableFromInline let scope: Scope?
  }

  @usableFromInline static let taskLocal = TaskLocal(wrappedValue: Current(scope: nil))

  /// Zero until a scope is opened: while it is, no task-local needs to be looked at.
  ///
  /// A scope adds one for ever, since tasks may stay in it; only the first does. A build adds one
  /// while it runs. Where a task that the build started stays in its provisional scope and no scope
  /// was ever opened, that one leads to the process's root: what not looking means.
  ///
  /// Relaxed is enough: whoever is in a scope was started, or runs, after the scope added its one.
  @usableFromInline static let reasonsToLook = Atomic<Int>(0)
  private static let isMarkedAsOpened = Atomic<Bool>(false)

  /// The scope of the running task; `nil` is the process's root.
  @inlinable
  static var current: Scope? {
    reasonsToLook.load(ordering: .relaxed) == 0 ? nil : taskLocal.get().scope
  }

  /// Says that from now on tasks may be in scopes.
  static func markAsOpened() {
    if isMarkedAsOpened.load(ordering: .relaxed) { return }
    if !isMarkedAsOpened.exchange(true, ordering: .relaxed) {
      reasonsToLook.add(1, ordering: .relaxed)
    }
  }

  /// Runs `body` in a provisional scope.
  static func building<Result>(in scope: ProvisionalScope, _ body: () -> Result) -> Result {
    reasonsToLook.add(1, ordering: .relaxed)
    defer { reasonsToLook.subtract(1, ordering: .relaxed) }
    return taskLocal.withValue(Current(scope: scope), operation: body)
  }
}

// MARK: - Entering

extension Scope {
  /// Runs `operation` with `scope` as the current one; `nil` is the process's root.
  static func run<Result, Failure: Error>(
    in scope: Scope?,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    markAsOpened()
    do {
      return try taskLocal.withValue(Current(scope: scope), operation: operation)
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }

  nonisolated(nonsending) static func run<Result, Failure: Error>(
    in scope: Scope?,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    markAsOpened()
    do {
      return try await taskLocal.withValue(Current(scope: scope), operation: operation)
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }
}
