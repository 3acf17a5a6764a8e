import Synchronization

/// What is current while a build runs, or in a layer that was opened in one, and what wrappers hold
/// that are made there.
///
/// While the build runs, it sees what the build sees. When that is over, it leads to what the value
/// stands on: layers, so that it may be held by what a scope keeps. Where such a layer's scope has
/// gone, what is built through this home is kept here, for nobody else.
package final class Home: Viewpoint, @unchecked Sendable {
  // Unchecked like its superclass: what it adds is guarded by a lock, or a lazy reference.

  private let state: Lock<State>
  private let isPassing: Bool

  private enum State {
    case running(Build)
    case leading(ScopeView)
  }

  /// The one layer that it leads to, for reads.
  private let storedTarget = LazyReference<Layer>()

  /// The home of a build that is about to run.
  init(of build: Build) {
    self.state = Lock(.running(build))
    self.isPassing = false
    let view = build.view
    super.init(container: view.sharedContainer, observation: view.observation)
    // Those are older than what the build opens.
    view.hold()
  }

  /// A view as one reference.
  ///
  /// - Parameter isPassing: Whether it is one for the moment only, and so keeps nothing.
  init(_ view: ScopeView, isPassing: Bool = false) {
    self.state = Lock(.leading(view))
    self.isPassing = isPassing
    super.init(container: view.sharedContainer, observation: view.observation)
    settle(view)
  }

  /// Ends the build.
  func lead(to view: ScopeView) {
    let old = state.withLock { state in
      defer { state = .leading(view) }
      return state
    }
    settle(view)
    // What was kept for the layers that the build has opened goes on with the keeper of its value.
    if let memory = storedMemory.value {
      let kept = memory.removeAll()
      keeper.rememberer?.memory.add(kept)
    }
    // After the lock: it may be the last reference to what the build saw.
    withExtendedLifetime(old) {}
  }

  private func settle(_ view: ScopeView) {
    if view.isRunning { return }
    var number = view.viewpoint.knownNumber
    if let home = view.home {
      let pair = (viewpoint: number, home: home.knownNumber)
      number = view.rememberingScope?.memory.number(of: pair) ?? Viewpoint.nextNumber()
    } else if let layer = view.viewpoint as? Layer {
      _ = storedTarget.set(layer)
    } else if view.isProcess {
      number = Viewpoint.processNumber
    }
    // Releasing: who sees the number sees where this leads.
    storedNumber.store(number, ordering: .releasing)
  }

  // MARK: Where it leads

  /// The running build; `nil` when it is over, or where there never was one.
  var runningBuild: Build? {
    if storedNumber.load(ordering: .relaxed) != 0 { return nil }
    return state.withLock { if case .running(let build) = $0 { build } else { nil } }
  }

  /// What the running build sees, or where this leads.
  var view: ScopeView {
    state.withLock { state in
      switch state {
      case .running(let build): build.view
      case .leading(let view): view
      }
    }
  }

  // MARK: Viewpoint

  override func appendLevels(to levels: inout [Level]) { view.appendLevels(to: &levels) }

  /// A transient value is a part of what asked for it, if a build did.
  override var told: Home? {
    guard let build = runningBuild else { return view.viewpoint.told }
    return build.isTransient ? view.viewpoint.told ?? self : self
  }

  override var buildHome: Home? {
    guard let build = runningBuild else { return view.viewpoint.buildHome }
    return build.isTransient ? build.opener : self
  }

  override func isHome(of build: Build) -> Bool { runningBuild === build }

  override var isRunning: Bool {
    if storedNumber.load(ordering: .relaxed) != 0 { return false }
    let view = view
    if runningBuild != nil || view.isRunning { return true }
    // It led to a build that has ended since.
    settle(view)
    return false
  }

  override var settled: ScopeView {
    if isProcess { return ScopeView(Scope.process) }
    // Of a layer that was opened in a build, the keeper remembers, but sees less.
    if let layer = storedTarget.value, layer.opener == nil, let scope = layer.rememberingScope {
      return ScopeView(scope)
    }
    return isRunning ? view.settled : ScopeView(self)
  }

  override func isPart(of build: Build) -> Bool {
    if runningBuild === build { return true }
    let view = view
    return view.viewpoint.isPart(of: build) || view.home?.isPart(of: build) == true
  }

  override var bare: Viewpoint {
    isRunning ? self : view.bareReference
  }

  override func holder(of level: Level) -> Viewpoint { isPassing ? view.holder(of: level) : self }

  override var keeper: Level { view.younger.keeper }

  override var rememberingScope: Scope? { isRunning ? nil : view.rememberingScope }
}
