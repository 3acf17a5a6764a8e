import Synchronization

/// The current scope while a default is built, and the home of the objects made meanwhile.
///
/// It has no overrides. While the build runs, it looks through to the view that asked, and notes
/// what is read. When the build is over, it leads to the home that the value was found to have.
class BuildScope: Scope, @unchecked Sendable {
  // Unchecked because the class is not final, like its superclass.

  /// What the build sees through this scope; `nil` when it is over.
  var view: Scope? { nil }

  var build: Build { fatalError("a subclass says which") }

  /// Where this scope leads, once the build is over: not retained. `nil` where that can't be told
  /// at once.
  var redirect: Unmanaged<Scope>? { nil }

  /// Notes what a read found that came through this scope.
  func note(_ finding: Finding) {}
}

/// One run of a key's default code.
@safe
final class Build: BuildScope, @unchecked Sendable {
  // Unchecked like its superclass: what it adds is immutable, atomic or guarded by a lock.

  let key: KeyDescription
  let thread = Platform.currentThread

  /// Whether others who need the same value may wait for it: nobody keeps a transient one.
  let isShared: Bool

  /// The number of the scope that provides the code; zero where it is the key's own.
  let provider: UInt

  /// Held while the build runs. Only readers of the same key ever wait for it.
  let gate = Lock<Void>(())

  private let state: Lock<State>
  private let destination = unsafe Atomic<Unmanaged<Scope>?>(nil)

  private struct State: ~Copyable {
    var view: Scope?
    var record: Record
  }

  init(_ request: Request, view: Scope, _ provider: Provider?, isShared: Bool) {
    self.key = request.key
    self.isShared = isShared
    self.provider = provider?.scope.serial ?? 0
    self.state = Lock(State(view: view, record: Record(key, provider: self.provider)))
    super.init(
      in: nil,
      container: view.sharedContainer,
      place: request.place,
      traits: view.traitsInside.union([.build, .redirects]),
      observation: view.observation
    )
  }

  deinit {
    // Relaxed: nobody else is left.
    unsafe destination.load(ordering: .relaxed)?.release()
  }

  /// Whether the process's values must not be set any more when this build has begun.
  var isOfProcess: Bool { sharedContainer == nil && !traits.contains(.rehearsal) }

  override var build: Build { self }
  override var view: Scope? { state.withLock { $0.view } }
  override var outer: Scope? { view?.resolved ?? resolved.outer }

  override var redirect: Unmanaged<Scope>? {
    // Acquiring: what was done before the build ended is seen.
    unsafe destination.load(ordering: .acquiring)
  }

  override var resolved: Scope {
    // Safe to take unretained: this scope retains it until it goes.
    unsafe redirect?.takeUnretainedValue().resolved ?? self
  }

  // MARK: Noting

  // When the code has returned, these do nothing: then what is read is read late.

  override func note(_ finding: Finding) {
    state.withLock { if $0.view != nil { $0.record.add(finding) } }
  }

  /// Notes that an object with this home was read through.
  func noteHome(_ home: Scope, isPartOfView: Bool) {
    if home.traits.contains(.root) && isPartOfView { return }
    let serials = home.serials
    state.withLock { state in
      if !isPartOfView { state.record.marks.insert(.pinned) }
      state.record.homes.insert(serials)
    }
  }

  func mark(_ mark: Record.Marks) { state.withLock { _ = $0.record.marks.insert(mark) } }

  // MARK: Ending

  /// Returns what was noted. What is read from now on is read late.
  func takeRecord() -> Record {
    state.withLock { state in
      var record = Record()
      swap(&record, &state.record)
      return record
    }
  }

  /// Makes this scope lead to the home of what was built.
  func lead(to home: Scope) {
    // Releasing: who sees the home sees what the build did before.
    unsafe destination.store(Unmanaged.passRetained(home), ordering: .releasing)
    let view = state.withLock { state in
      defer { state.view = nil }
      return state.view
    }
    // After the lock, also where the optimizer would do it earlier: it may be the last reference.
    withExtendedLifetime(view) {}
  }
}

/// What a running build sees through an object whose home is not part of the build's view.
final class BuildPart: BuildScope, @unchecked Sendable {
  // Unchecked like its superclass; it adds immutable properties only.

  /// The build, or what it sees through another object.
  private let whole: BuildScope
  private let home: Scope

  init(_ whole: BuildScope, home: Scope) {
    self.whole = whole
    self.home = home
    super.init(
      in: nil,
      container: home.sharedContainer,
      place: whole.place,
      traits: home.traitsInside.union([.build, .redirects, .merged]),
      observation: whole.observation
    )
    takeSerial(of: whole, ofView: whole.viewSerial)
  }

  override var build: Build { whole.build }
  override var view: Scope? { whole.view.map { Scope.seen(from: $0, home: home) ?? .process } }
  override var outer: Scope? { view?.resolved ?? resolved.outer }

  override var resolved: Scope {
    whole.view == nil ? Scope.seen(from: whole.resolved, home: home) ?? .process : self
  }

  // Noted already that it is pinned.
  override func note(_ finding: Finding) {}
}
