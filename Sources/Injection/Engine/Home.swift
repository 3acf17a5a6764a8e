import Synchronization

/// What is current while a build runs, or in a layer that was opened in one, and what wrappers hold
/// that are made there.
///
/// While the build runs, it sees what the build sees. When that is over, it leads to what the value
/// stands on: layers, so that it may be held by what a scope keeps. (That of a transient value,
/// which nobody keeps, leads to the view that asked.) Where such a layer's scope has gone, what is
/// built through this home is kept here, for nobody else.
package final class Home: Viewpoint, @unchecked Sendable {
  // Unchecked like its superclass: what it adds is immutable, or a lazy reference.

  private enum Target {
    case build(Build)
    case view(ScopeView)
  }

  private let target: Target

  /// What keeps what is built through this home, where a scope has gone that it leads to.
  enum Keeping {
    case itself
    /// Whatever keeps it in the view that this home is for one reference of.
    case view
    /// For one read only, so that it closes no circle.
    case other(Rememberer)
  }

  private let keeping: Keeping

  /// Of values that were entered while a build ran: the same two as of a level that was opened
  /// then.
  private let entered: Opening?

  private init(
    _ target: Target,
    in view: ScopeView,
    _ keeping: Keeping,
    entered: Opening? = nil,
    observation: Observers? = nil
  ) {
    self.target = target
    self.keeping = keeping
    self.entered = entered
    super.init(container: view.sharedContainer, observation: observation ?? view.observation)
  }

  /// The home of a build that is about to run, or runs.
  convenience init(of build: Build, in view: ScopeView) {
    self.init(.build(build), in: view, build.isTransient ? .view : .itself)
    // What is seen is older than what the build opens.
    view.hold()
  }

  /// A view as one reference.
  ///
  /// - Parameters:
  ///   - keeping: What keeps what is built through this home.
  ///   - entered: The builds that run while the view is entered.
  ///   - observation: Who sees what is read here, if not those of the view.
  convenience init(
    _ view: ScopeView,
    keptBy keeping: Keeping = .itself,
    entered: Opening? = nil,
    observation: Observers? = nil
  ) {
    self.init(.view(view), in: view, keeping, entered: entered, observation: observation)
    takeNumber()
  }

  /// Gives this its number, unless a build runs that it leads to.
  func takeNumber() {
    if isEnteredInBuild || view.isRunning { return }
    let view = view.reduced
    var number = view.viewpoint.knownNumber
    if let home = view.home {
      let pair = (viewpoint: number, home: home.knownNumber)
      number = view.rememberingScope?.memory.number(of: pair) ?? Viewpoint.nextNumber()
    } else if view.isProcess {
      number = Viewpoint.processNumber
    }
    // Relaxed: only the number counts, and it is the same whoever stores it.
    storedNumber.store(number, ordering: .relaxed)
  }

  // MARK: Where it leads

  /// The running build; `nil` when it is over, or where there never was one.
  var runningBuild: Build? {
    if case .build(let build) = target, build.isRunning { build } else { nil }
  }

  /// Whether these are values that a running build has entered: it is told of what is read there.
  private var isEnteredInBuild: Bool { entered?.opener?.isRunning == true }

  /// What the running build sees, or where this leads.
  var view: ScopeView {
    switch target {
    case .build(let build): build.view
    case .view(let view): view
    }
  }

  // MARK: Viewpoint

  override var outside: ScopeView? { view }

  /// A transient value is a part of what asked for it, if a build did.
  override var build: Build? {
    if isEnteredInBuild { return entered?.build }
    guard let build = runningBuild else { return view.viewpoint.build }
    return build.isTransient ? view.viewpoint.build ?? build : build
  }

  override var runningOpener: Build? {
    if isEnteredInBuild { return entered?.opener }
    guard let build = runningBuild else { return view.viewpoint.runningOpener }
    return build.isTransient ? build.opener : build
  }

  override var innermostBuild: Build? {
    runningBuild ?? (isRunning && entered == nil ? view.viewpoint.innermostBuild : build)
  }

  override var isRunning: Bool {
    if storedNumber.load(ordering: .relaxed) != 0 { return false }
    let view = view
    if runningBuild != nil || isEnteredInBuild || view.isRunning { return true }
    // It led to a build that has ended since.
    takeNumber()
    return false
  }

  override var settled: ScopeView {
    // The build of a value that is kept was given a settled view.
    if let build = runningBuild { return build.isTransient ? build.view.settled : build.view }
    if isProcess { return ScopeView(Scope.process) }
    // Not of a layer that was opened in a build: its keeper's scope does not see it.
    if knownNumber != 0, view.home == nil, let layer = view.viewpoint as? Layer,
      layer.opener == nil,
      let scope = layer.rememberingScope
    {
      return ScopeView(scope)
    }
    if case .view = keeping { return view.settled }
    return isRunning ? ScopeView(Home(view.settled, keptBy: .other(self))) : ScopeView(self)
  }

  override func isPart(of build: Build) -> Bool {
    if runningBuild === build || entered?.opener?.isInside(build) == true { return true }
    let view = view
    return view.viewpoint.isPart(of: build) || view.home?.isPart(of: build) == true
  }

  override var bare: Viewpoint {
    // A transient value's build will lead to what it sees now.
    guard let build = runningBuild, !build.isTransient else { return view.bareReference }
    build.noteHolder()
    return Home(of: build, in: build.view)
  }

  override var bareHome: Viewpoint {
    // What such a build leads to in the end holds no memory.
    if let build = runningBuild, !build.isTransient || build.opener != nil { return self }
    return isEnteredInBuild ? self : Home(view.withBareHomes)
  }

  override func holder(of level: Level) -> Rememberer {
    switch keeping {
    case .itself: self
    case .view: view.holder(of: level)
    case .other(let other): other
    }
  }

  override func quickEntry(_ id: KeyID) -> Entry? { ScopeView(self).quickEntry(id) }

  override var keeper: Level { view.younger.keeper }

  override var rememberingScope: Scope? { knownNumber == 0 ? nil : view.rememberingScope }
}
