public import Synchronization

// Where the running task is: the task-local, and what may be known without it.

extension Viewpoint {
  /// What the task-local holds: one reference; `nil` is the process's root.
  // Frozen, since code that is inlined into clients makes it.
  @usableFromInline
  @frozen
  struct Current: Sendable {
    @usableFromInline let viewpoint: Viewpoint?

    @inlinable
    init(_ viewpoint: Viewpoint?) {
      self.viewpoint = viewpoint
    }
  }

  /// The task-local. Tasks copy it, and so hold what they inherit.
  @usableFromInline static let taskLocal = TaskLocal(wrappedValue: Current(nil))

  /// Why tasks may be in a scope now; zero while none can be.
  ///
  /// The first scope that is opened is a reason for ever, since tasks may stay there. A default of
  /// the process's that is being built is one as long as it is built: a task that such a build
  /// started may stay in its home, but that one leads to the process's root, which is what not
  /// looking means.
  ///
  /// Relaxed is enough: whoever is in a scope was started, or runs, after the reason was there.
  @usableFromInline static let reasons = Atomic(0)

  /// Whether a scope was opened.
  @usableFromInline static let isOpened = Atomic(false)

  @usableFromInline
  static func markAsOpened() {
    CopyCheck.run()
    addReason()
    if isOpened.exchange(true, ordering: .acquiringAndReleasing) { removeReason() }
  }

  /// The address of the task-local, which is its key. Known when there is a reason to ask.
  private static let key = Atomic<UInt>(0)

  private static func addReason() {
    key.store(UInt(bitPattern: ObjectIdentifier(taskLocal)), ordering: .relaxed)
    // Releasing: who sees the reason sees the key.
    reasons.add(1, ordering: .releasing)
  }

  private static func removeReason() { reasons.subtract(1, ordering: .relaxed) }

  fileprivate static var keyIfNeeded: UnsafeRawPointer? {
    // Acquiring: who sees a reason sees the key.
    if reasons.load(ordering: .acquiring) == 0 { return nil }
    return unsafe UnsafeRawPointer(bitPattern: key.load(ordering: .relaxed))
  }

  /// Where the running task is; `nil` is the process's root.
  @usableFromInline
  static var current: Viewpoint? {
    // Safe: retained here, while the task holds it.
    unsafe currentViewpoint()?.takeUnretainedValue()
  }

  /// The same for those who hold it from now on.
  static var heldCurrent: Viewpoint? {
    let current = current
    current?.hold()
    return current
  }
}

// MARK: - Without counting references

// The task holds what is current as long as it does not leave it: until the caller of these
// returns.
//
// `TaskLocal.get()` would retain it, and the caller release it: two atomic operations, about
// half of what a read costs when measured. So these call what `get()` calls. That they release
// nothing is something the optimizer can use: what a caller loaded before need not be retained for
// the call's sake. They are no members, since the type would be passed along.

/// Where the running task is, not retained; `nil` is the process's root.
@_effects(releasenone)
@usableFromInline
func currentViewpoint() -> Unmanaged<Viewpoint>? {
  guard let key = unsafe Viewpoint.keyIfNeeded, let current = unsafe taskLocalValue(key) else {
    return nil
  }
  // Safe: the key is `Viewpoint.taskLocal`'s, and its value is a `Current`, which is one optional
  // reference.
  return unsafe current.load(as: Unmanaged<Viewpoint>?.self)
}

/// The same, or the process's root.
@_effects(releasenone)
@usableFromInline
func currentOrProcess() -> Unmanaged<Viewpoint> {
  // Acquiring: who sees the reference sees the scope, which is never freed.
  if let current =
    unsafe currentViewpoint() ?? Scope.publishedRoot.load(ordering: .acquiring)
  {
    return unsafe current
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

// MARK: - What a property sees

/// What a property sees, where that can be told without counting references.
@usableFromInline
@safe
struct QuickView {
  /// The viewpoint that is seen; `nil` where that can't be told, or where it is a view of two.
  @usableFromInline let viewpoint: Unmanaged<Viewpoint>?

  /// Whether it stays until the task leaves what is current. If not, it stays with the home.
  @usableFromInline let isHeldByTask: Bool

  init(_ viewpoint: Unmanaged<Viewpoint>?, isHeldByTask: Bool = false) {
    unsafe self.viewpoint = viewpoint
    self.isHeldByTask = isHeldByTask
  }
}

/// What the running task sees of a property with this home, which is a `Viewpoint` and not `nil`.
//
// A function with these types, and not a method, since the caller need not retain what it passes to
// this one. For `releasenone`, see `currentViewpoint()`: to ask a home counts references, but gives
// back no more than it took.
@_effects(releasenone)
@usableFromInline
func quickView(over home: AnyObject?) -> QuickView {
  // Safe to use unretained: the caller holds it. Safe to cast: see above.
  unsafe Unmanaged.passUnretained(home!)._withUnsafeGuaranteedRef {
    unsafe unsafeDowncast($0, to: Viewpoint.self).quickView(from: currentViewpoint())
  }
}

extension Viewpoint {
  @inline(__always)
  fileprivate final func quickView(from current: Unmanaged<Viewpoint>?) -> QuickView {
    // Safe to use unretained, here and below: the caller holds the home, and the task what is
    // current.
    let home = unsafe Unmanaged<Viewpoint>.passUnretained(self)
    if let current = unsafe current, unsafe current.toOpaque() == home.toOpaque() {
      return unsafe QuickView(current, isHeldByTask: true)
    }
    let number = knownNumber
    if number == Viewpoint.processNumber {
      // The process's root is never freed.
      let root = unsafe Scope.publishedRoot.load(ordering: .acquiring)
      return unsafe QuickView(current ?? root, isHeldByTask: true)
    }
    // A home that is no scope leads elsewhere, and what it leads to may have gone.
    guard let current = unsafe current else { return unsafe QuickView(asScope == nil ? nil : home) }
    let isSeen = unsafe current._withUnsafeGuaranteedRef {
      $0.isOrLeads(to: number, within: Viewpoint.quickSteps)
    }
    if !isSeen { return unsafe QuickView(nil) }
    return unsafe QuickView(current, isHeldByTask: true)
  }
}

// MARK: - Entering

extension Viewpoint {
  // Acquiring, wherever `isOpened` is asked: who sees that a scope was opened sees the reason, too.

  /// Runs `operation` where `viewpoint` is current; `nil` is the process's root.
  @inlinable
  static func run<Result, Failure: Error>(
    in viewpoint: Viewpoint?,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isOpened.load(ordering: .acquiring) { markAsOpened() }
    do {
      return try taskLocal.withValue(Current(viewpoint), operation: operation)
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }

  /// The same for asynchronous code, which runs on the caller's actor: by a parameter, as with
  /// `withValue` of the standard library, since that means the same whatever settings a client is
  /// compiled with.
  @inlinable
  static func run<Result, Failure: Error>(
    in viewpoint: Viewpoint?,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if !isOpened.load(ordering: .acquiring) { markAsOpened() }
    do {
      return try await taskLocal.withValue(
        Current(viewpoint),
        operation: operation,
        isolation: isolation
      )
    } catch {
      // Cannot fail: `withValue` throws what `operation` throws, but says so without its type.
      throw error as! Failure
    }
  }

  /// Runs the code of a key in the home of its build.
  ///
  /// - Parameter isOfProcess: Whether the build sees the process's root alone.
  static func running<Result>(
    in home: Home,
    isOfProcess: Bool,
    _ code: () -> Result
  ) -> Result {
    // Values that are being changed, or that were captured, are not opened but can be read. A task
    // that a build in them starts goes on there, after the build, too.
    if !isOfProcess && !isOpened.load(ordering: .acquiring) { markAsOpened() }
    addReason()
    defer { removeReason() }
    return taskLocal.withValue(Current(home), operation: code)
  }
}

// MARK: - The process's root

extension Scope {
  /// The root of the process's container, with what `InjectedValues.bootstrap` set. It is never
  /// freed.
  package static var process: Scope { unsafe unretainedProcess.takeUnretainedValue() }

  /// The same without counting a reference.
  static var unretainedProcess: Unmanaged<Scope> {
    // Acquiring: who sees the reference sees the scope.
    // Safe: never freed, nor is one that was published before it; and only scopes are published.
    if let root = unsafe publishedRoot.load(ordering: .acquiring) {
      return unsafe .fromOpaque(root.toOpaque())
    }
    return unsafe .passUnretained(firstProcess)
  }

  /// The root that the process begins with; it has no overrides.
  static let firstProcess: Scope = {
    CopyCheck.run()
    let root = Scope(
      rootOf: nil,
      place: .unknown,
      traits: [.root, .base, .process],
      number: Viewpoint.processNumber
    )
    root.publishAsProcess()
    return root
  }()

  /// Whether this is the process's root, or was, or lies around it; and not a draft in the closure of
  /// `bootstrap`, which is younger.
  final var wasPublished: Bool {
    isProcess && knownNumber != 0 && knownNumber <= Scope.process.number
  }

  /// Makes this scope the process's root.
  final func publishAsProcess() {
    // Releasing: who sees the reference sees the scope. Never freed, so never retained again.
    let root = unsafe Unmanaged<Viewpoint>.passRetained(self)
    unsafe Scope.publishedRoot.store(root, ordering: .releasing)
  }

  /// The process's root once it was made, for reads.
  @usableFromInline static let publishedRoot = unsafe Atomic<Unmanaged<Viewpoint>?>(nil)
}

extension Viewpoint {
  /// A viewpoint without a reference that is counted; `nil` is the process's root.
  ///
  /// The optimizer does not find out by itself that none is needed: the caller holds `viewpoint`,
  /// and the process's root is never freed.
  @inlinable
  @inline(__always)
  static func unretained(_ viewpoint: Viewpoint?) -> Unmanaged<Viewpoint>? {
    // Acquiring: who sees the reference sees the scope.
    if let viewpoint {
      unsafe .passUnretained(viewpoint)
    } else {
      unsafe Scope.publishedRoot.load(ordering: .acquiring)
    }
  }
}
