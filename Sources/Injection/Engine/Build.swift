import Synchronization

/// One run of a key's default code.
///
/// It notes what is read: by that the value is shared. Any thread may read in it.
///
/// When it is over, it leads to what its value stands on: then all that was opened in it is as if
/// it had been opened there.
package final class Build: Rememberer, @unchecked Sendable {
  // Unchecked like its superclass. What it adds is immutable, atomic, a lazy reference, or guarded
  // by a lock.

  let key: KeyDescription

  /// The number of the level that provides the code; zero where it is the key's own.
  let provider: UInt

  let container: Container?

  /// Whether the process's values must not be set any more when this build has begun.
  let isOfProcess: Bool

  /// Where the value was asked for.
  let place: SourcePlace

  /// A transient value belongs to whoever asked: nobody keeps it, and nobody waits for it.
  let isTransient: Bool

  /// Of a transient value: the running build that what its code opens belongs to.
  let opener: Build?

  /// Held while the build runs. Only readers of the same key ever wait for it.
  let gate = Lock<Void>(())

  private let state: Lock<State>
  private let hasEnded = Atomic(false)

  /// A number for those who note the build's home.
  let serial = Viewpoint.nextNumber()

  private struct State: ~Copyable {
    var view: ScopeView
    /// What was read; `nil` when the code has returned: then what is read is read late.
    var record: Record?
    var opened: [UInt] = []
  }

  init(_ request: Request, _ search: borrowing Search, in view: ScopeView, _ provider: Provider?) {
    self.key = request.key
    self.container = view.sharedContainer
    self.isOfProcess = view.sharedContainer == nil && !search.isOfBootstrap
    self.provider = provider?.level.number ?? 0
    self.place = request.place
    self.isTransient = request.key.lifetimeKind == .transient
    self.opener =
      isTransient ? view.viewpoint.runningOpener ?? Viewpoint.current?.runningOpener : nil
    let record = Record(key, provider: self.provider)
    self.state = Lock(State(view: view, record: record))
  }

  /// Who sees that it is over sees where it leads. For the ordering, see `end`.
  var isRunning: Bool { !hasEnded.load(ordering: .sequentiallyConsistent) }

  /// Whether this is a build that runs, or sees a level that was opened in it.
  func isInside(_ build: Build) -> Bool {
    // Each build once: many levels may have been opened in each other.
    var builds = [self]
    var index = 0
    while index < builds.count {
      if builds[index] === build { return build.isRunning }
      for case let next? in builds[index].view.levels.map(\.opener)
      where !builds.contains(where: { $0 === next }) { builds.append(next) }
      index += 1
    }
    return false
  }

  /// What the code sees; when the build is over, where it leads. For a transient value, that may be
  /// another build's view.
  var view: ScopeView { end.value?.view ?? state.withLock { $0.view } }

  /// Where it leads when it is over: known without a lock.
  private let end = LazyReference<End>()

  private final class End: Sendable {
    let view: ScopeView
    init(_ view: ScopeView) { self.view = view }
  }

  /// Whether levels or other homes may hold the build when it is over. Asked when nobody else holds
  /// its home.
  var isHeld: Bool {
    // Acquiring: whoever let the home go on another thread has said so before.
    atomicMemoryFence(ordering: .acquiring)
    return wasHeld.load(ordering: .relaxed)
  }

  /// Says that a level or another home holds this.
  func noteHolder() { wasHeld.store(true, ordering: .sequentiallyConsistent) }
  private let wasHeld = Atomic(false)

  /// Ends the build.
  ///
  /// - Parameter view: Where it leads from now on; `nil` where nobody asks.
  func end(leadingTo view: ScopeView?) {
    let old = state.withLock { state in
      let old = state.view
      if let view { state.view = view }
      return old
    }
    if let view { _ = end.set(End(view)) }
    // Who keeps something here has said that it holds the build, and then seen that it runs. So in
    // one order of all, either that comes first, or this does; and what is closed keeps nothing.
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    // What was kept for the layers that the build has opened goes on with the keeper of its value.
    if wasHeld.load(ordering: .sequentiallyConsistent) {
      for entry in memory.close() { _ = self.view.younger.keeper.rememberer?.memory.keep(entry) }
    }
    // After the lock: it may be the last reference to what the build saw.
    withExtendedLifetime(old) {}
  }

  // MARK: Noting

  func note(_ finding: Finding) { state.withLock { $0.record?.add(finding) } }

  func mark(_ mark: Record.Marks) { state.withLock { _ = $0.record?.marks.insert(mark) } }

  func note(_ home: NotedHome) { state.withLock { $0.record?.homes.insert(home) } }

  func noteOpened(_ layer: Layer) { state.withLock { $0.opened.append(layer.number) } }

  /// Ends the record. What is read from now on is read late.
  func takeRecord() -> Record { state.withLock { $0.record.take()! } }

  /// The numbers of the layers that were opened in the build.
  var opened: [UInt] { state.withLock { $0.opened } }
}

// MARK: - Telling a build

extension ScopeView {
  /// Tells the build that this view belongs to what was found in it.
  func tellBuild(_ entry: Entry, foundAt level: Level?) {
    guard let build = viewpoint.build else { return }
    for told in sequence(first: build, next: \.owner) { tell(told, entry, foundAt: level) }
  }

  private func tell(_ build: Build, _ entry: Entry, foundAt level: Level?) {
    if isOf(build), level == nil, entry.record.marks.isDisjoint(with: [.pinned, .transient]) {
      return build.note(Finding(entry))
    }
    noteHome(in: build)
    if entry.record.marks.contains(.pinned) { build.mark(.pinned) }
    if let level { return build.note(entry.key, overriddenBy: level) }
    if entry.record.marks.contains(.transient) {
      // Nobody can find it again. What it read was told to the same build.
      return build.note(entry.key, overriddenBy: self.level(numbered: entry.record.provider))
    }
    let inside = levels.filter { $0.isInside(build) }.numbers
    var told: Set<ObjectIdentifier> = []
    build.note(entry, inside: inside, &told)
  }

  /// Whether this is what is current in a build, which sees what the build sees.
  private func isOf(_ build: Build) -> Bool {
    home == nil && (viewpoint as? Home)?.runningBuild === build
  }

  /// Tells a build that this view was entered.
  func tellEntered(in build: Build) {
    for told in sequence(first: build, next: \.owner) { noteHome(in: told) }
  }

  /// Notes in a build that an object's home was read through, or that this view was entered.
  ///
  /// Where what is seen so is not part of what the build sees, its value is for the view alone that
  /// asked for it.
  private func noteHome(in build: Build) {
    if isOf(build) { return }
    let outside = levels.filter { !$0.isInside(build) }
    if !outside.isSame(as: build.view.levels) {
      build.mark(.pinned)
    } else if let home, !home.isPart(of: build) {
      build.note(NotedHome(home))
    }
  }
}

extension Build {
  /// Of a singleton that a build's own scope provides: that build. Nobody else shares the value, so
  /// what its code reads counts there.
  fileprivate var owner: Build? {
    if provider == 0 || key.lifetimeKind != .singleton { return nil }
    return view.level(numbered: provider)?.build
  }

  /// Notes which level has the nearest override of a key, a value or code; `nil` for none.
  ///
  /// A layer that the build has opened is its own concern.
  func note(_ key: KeyDescription, overriddenBy level: Level?) {
    if level?.isInside(self) != true { note(Finding(key, override: level?.number ?? 0)) }
  }

  /// Notes a default. Of one that needs a layer that the build has opened, it notes what that one
  /// was built from: nobody else can find it.
  ///
  /// - Parameter inside: The numbers of those layers.
  fileprivate func note(_ entry: Entry, inside: [UInt], _ told: inout Set<ObjectIdentifier>) {
    let needsLayer = inside.contains { number in
      entry.record.tips.contains(number)
        || entry.record.homes.contains { $0.levels.contains(number) }
    }
    if !needsLayer { return note(Finding(entry)) }
    if !told.insert(ObjectIdentifier(entry)).inserted { return }
    let provider = entry.record.provider
    if !inside.contains(provider) { note(Finding(entry.key, override: provider)) }
    for finding in entry.findings {
      if let other = finding.entry {
        note(other, inside: inside, &told)
      } else if !inside.contains(finding.override) {
        note(finding)
      }
    }
    for index in entry.record.homes.indices {
      let home = entry.record.homes[index]
      // The build's own home is no condition.
      if !home.levels.contains(where: inside.contains) && home.build != serial { note(home) }
    }
  }
}

// MARK: - Opening in a build

/// The builds that a level, or values, were opened in.
final class Opening: Sendable {
  /// What was opened belongs to this one; `nil` where that is a transient value's, which belongs to
  /// whoever asked.
  let opener: Build?

  /// The build that is told what is read. Not the opener, if the code that opened this ran for
  /// somebody else, such as values from outside that a build reads.
  var build: Build? {
    endedOpener?.view.viewpoint.build ?? told.flatMap { $0.isRunning ? $0 : nil }
  }

  /// The build that what is opened inside belongs to.
  var runningOpener: Build? {
    endedOpener.map { $0.view.viewpoint.runningOpener } ?? opener
  }

  /// The opener when it is over: then what was opened belongs where that leads.
  var endedOpener: Build? { opener?.isRunning == false ? opener : nil }

  /// Whether such a build may run again, and open another one in the place of this: that of a shared
  /// value, or one in it. Then nobody remembers what is found here, since that would never go.
  let isRepeated: Bool

  // Weak, since a transient value's build may lead to scopes when it is over.
  private weak let told: Build?

  /// `nil` where no build runs.
  init?(_ opener: Build?, telling build: Build?, in view: ScopeView) {
    if opener == nil && build == nil { return nil }
    opener?.noteHolder()
    self.opener = opener
    self.isRepeated =
      opener?.key.lifetimeKind == .shared
      || view.levels.contains { $0.opening?.isRepeated == true }
    self.told = build
  }
}
