public import Synchronization

// Which scope the running task is in: the task-local, and what may be known without it.

extension Scope {
  /// What the task-local holds: one reference; `nil` is the process's root.
  @usableFromInline
  struct Current: Sendable {
    @usableFromInline let scope: Scope?

    @inlinable
    init(scope: Scope?) {
      self.scope = scope
    }
  }

  /// The task-local. Tasks copy it, and so hold the scope they inherit.
  @usableFromInline static let taskLocal = TaskLocal(wrappedValue: Current(scope: nil))

  /// The address of the task-local, which is its key; zero while no task can be in a scope.
  ///
  /// Set for ever by the first scope that is opened, or that a default is built in, since tasks may
  /// stay there; and while one of the process's defaults is built, its values are set, or a property
  /// is probed. A task that such a build started may stay in its provisional scope; that one leads to
  /// the process's root, which is what not looking means.
  ///
  /// Relaxed is enough: whoever is in a scope was started, or runs, after the key was set.
  @usableFromInline static let key = Atomic<UInt>(0)

  /// How many reasons there are for the key to be set; one of them for ever, once a scope was opened.
  private static let reasons = Lock(0)
  @usableFromInline static let isOpened = Atomic<Bool>(false)

  static func addReason() {
    reasons.withLock { reasons in
      reasons += 1
      setKey()
    }
  }

  static func removeReason() {
    reasons.withLock { reasons in
      reasons -= 1
      if reasons == 0 { key.store(0, ordering: .relaxed) }
    }
  }

  private static func setKey() {
    key.store(UInt(bitPattern: ObjectIdentifier(taskLocal)), ordering: .relaxed)
  }

  /// The scope of the running task; `nil` is the process's root.
  static var current: Scope? {
    // Safe: retained here, while the task holds it.
    unsafe currentScope()?.takeUnretainedValue()
  }
}

// MARK: - Without counting references

// The task holds its scope as long as it does not leave it: until the caller of these returns.
//
// `TaskLocal.get()` would retain the scope, and the caller release it: two atomic operations, about half
// of what a read costs when measured. So these call what `get()` calls. That they release nothing is
// something the optimiser can use: what a caller loaded before need not be retained for the call's sake.
// They are no members, since the type would be passed along.

/// The scope of the running task, not retained; `nil` is the process's root.
@_effects(releasenone)
@usableFromInline
func currentScope() -> Unmanaged<Scope>? {
  guard
    let key = unsafe UnsafeRawPointer(bitPattern: Scope.key.load(ordering: .relaxed)),
    let current = unsafe taskLocalValue(key)
  else { return nil }
  // Safe: the key is `Scope.taskLocal`'s, and its value is a `Current`, which is one optional reference.
  return unsafe current.load(as: Unmanaged<Scope>?.self)
}

/// The same, or the process's root.
@_effects(releasenone)
@usableFromInline
func currentScopeOrProcess() -> Unmanaged<Scope> {
  // Acquiring: who sees the reference sees the scope, which is never freed.
  if let scope = unsafe currentScope() ?? Scope.processIfMade.load(ordering: .acquiring) {
    return unsafe scope
  }
  return unsafe Unmanaged.passUnretained(Scope.process)
}

/// Where the running task has the value of a task-local; `nil` where it has none.
///
/// This function of the runtime is part of its binary interface: `TaskLocal` itself reaches it from
/// code that is inlined into clients.
@_silgen_name("swift_task_localValueGet")
@usableFromInline
func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?

// MARK: - Entering

extension Scope {
  // Acquiring, in both: who sees that a scope was opened sees the key, too.

  /// Runs `operation` with `scope` as the current one; `nil` is the process's root.
  @inlinable
  static func run<Result, Failure: Error>(
    in scope: Scope?,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isOpened.load(ordering: .acquiring) { markAsOpened() }
    do {
      return try taskLocal.withValue(Current(scope: scope), operation: operation)
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }

  @inlinable
  nonisolated(nonsending) static func run<Result, Failure: Error>(
    in scope: Scope?,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if !isOpened.load(ordering: .acquiring) { markAsOpened() }
    do {
      return try await taskLocal.withValue(Current(scope: scope), operation: operation)
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }

  @usableFromInline
  static func markAsOpened() {
    reasons.withLock { reasons in
      // Relaxed: it is only written under this lock.
      if isOpened.load(ordering: .relaxed) { return }
      reasons += 1
      setKey()
      // Releasing, and last: who sees that a scope was opened sees the key, too.
      isOpened.store(true, ordering: .releasing)
    }
  }

  /// Runs `body` in a provisional scope.
  static func building<Result>(in scope: ProvisionalScope, _ body: () -> Result) -> Result {
    // Values that are being changed, or that were captured, are not opened but can be read. A task that
    // a build in them starts goes on there, after the build, too.
    if scope.mayStayElsewhere { markAsOpened() }
    addReason()
    defer { removeReason() }
    return taskLocal.withValue(Current(scope: scope), operation: body)
  }
}
