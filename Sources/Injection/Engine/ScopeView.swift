/// What is seen: from a viewpoint, and behind it from the home of the object that reads.
///
/// The levels of a view are those of the viewpoint that are not the home's, over the home's: the
/// deepest first. So if the home lies inside the current scope, they are the home's; if the current
/// scope lies inside the home, the current scope's.
package struct ScopeView: Sendable {
  package let viewpoint: Viewpoint
  package let home: Viewpoint?

  /// A view whose home, if there is one, is known to count and not to be part of the viewpoint.
  package init(_ viewpoint: Viewpoint, behind home: Viewpoint? = nil) {
    self.viewpoint = viewpoint
    self.home = home
  }

  /// The view of an object with a home while `viewpoint` is current.
  init(_ viewpoint: Viewpoint, home: Viewpoint?) {
    self.init(viewpoint)
    // In another test's container the home does not count. The process's scopes do not isolate.
    guard let home, home !== viewpoint, !home.isProcess,
      viewpoint.sharedContainer == nil || viewpoint.sharedContainer === home.sharedContainer,
      !viewpoint.sees(home.endedNumber)
    else { return }
    // A build that runs, and observers, are told of a read through the viewpoint only.
    let isTold =
      viewpoint.innermostBuild != nil
      || (viewpoint.observation != nil && viewpoint.observation !== home.observation)
    // The process's root lies around everything.
    let isAround = !isTold && (viewpoint.isProcess || home.sees(viewpoint.endedNumber))
    self = isAround ? ScopeView(home) : ScopeView(viewpoint, behind: home)
  }

  /// The same, as a view of one if what runs has ended and one lies in the other.
  var reduced: ScopeView { home == nil ? self : ScopeView(viewpoint, home: home) }

  /// Whether a home with this number is part of what is seen.
  func sees(_ number: UInt) -> Bool {
    var next: ScopeView? = self
    while let view = next?.reduced, view.home == nil {
      let viewpoint = view.viewpoint
      if viewpoint.isOrLeads(to: number, within: .max) { return true }
      next = viewpoint.isRunning || viewpoint.isPlain ? nil : viewpoint.outside
    }
    return false
  }

  package var sharedContainer: Container? {
    viewpoint.sharedContainer ?? home?.sharedContainer
  }

  package var container: Container { sharedContainer ?? .process }
  var context: InjectionContext { sharedContainer?.context ?? .ofThisProcess }
  package var observation: Observers? { viewpoint.observation ?? home?.observation }
  var isRunning: Bool { viewpoint.isRunning || home?.isRunning == true }
  var isProcess: Bool { home == nil && viewpoint.isProcess }
  var plainScope: Scope? { home == nil ? viewpoint.plainScope : nil }

  /// The levels, from the inside out.
  package var levels: [Level] {
    var levels: [Level] = []
    var next: ScopeView? = self
    while let view = next {
      if let home = view.home {
        let inner = home.levels
        let others = view.viewpoint.levels
        return levels + others.filter { !$0.isProcess && !inner.contains(where: $0.isSame) } + inner
      }
      if let level = view.viewpoint.level { levels.append(level) }
      next = view.viewpoint.outside
    }
    return levels
  }

  func hold() {
    viewpoint.hold()
    home?.hold()
  }

  /// The same without builds that run: what a value may be kept for.
  package var settled: ScopeView {
    guard let home else { return viewpoint.settled }
    return ScopeView(viewpoint.settled.reference, home: home.settled.reference)
  }

  /// The same as one viewpoint.
  private var reference: Viewpoint { home == nil ? viewpoint : Home(self, keptBy: .view) }

  /// What keeps for a level of this view whose scope has gone: what the level is seen through.
  func holder(of level: Level) -> Rememberer {
    if let home, home.levels.contains(where: level.isSame) { return home.holder(of: level) }
    return viewpoint.holder(of: level)
  }

  /// What somebody who is kept may hold of this: layers instead of scopes.
  var bare: ScopeView { ScopeView(viewpoint.bare, behind: home?.bare) }

  /// The same for the home of a transient value that a build asked for, which may be kept, and keeps
  /// for itself where a scope has gone.
  var withBareHomes: ScopeView { ScopeView(viewpoint.bareHome, behind: home?.bareHome) }

  /// `bare` as one viewpoint.
  var bareReference: Viewpoint { home == nil ? viewpoint.bare : Home(bare) }
}

// MARK: - Remembering

// What is found in a view lies in the memory of the younger of the two: it goes first, and then
// nobody can ask for the two again. So nothing accumulates in the older.

extension ScopeView {
  var younger: Viewpoint { home.map { $0.age > viewpoint.age ? $0 : viewpoint } ?? viewpoint }

  /// The scope whose memory has what is found here; `nil` where a scope of the two has gone, or a
  /// build runs. Then it is searched each time.
  var rememberingScope: Scope? {
    guard let scope = viewpoint.rememberingScope else { return nil }
    guard let home else { return scope }
    guard let inner = home.rememberingScope else { return nil }
    return home.age > viewpoint.age ? inner : scope
  }

  /// What the scope that remembers calls what is found here: by the key alone, if this is the view
  /// of that scope. Of a view of two, the number is the other one's; otherwise it is that of the
  /// viewpoint, or of the pair.
  func name(_ key: KeyID, in scope: Scope) -> Name {
    let number = viewpoint.knownNumber
    let isScope = viewpoint === scope || (number != 0 && number == scope.knownNumber)
    guard let home else { return isScope ? Name(key) : Name(key, .alone, number) }
    let homeNumber = home.knownNumber
    if isScope { return Name(key, .withHome, homeNumber) }
    if homeNumber == scope.knownNumber { return Name(key, .asHome, number) }
    return Name(key, .alone, scope.memory.number(of: (number, homeNumber)))
  }

  /// What is known here of a key already.
  func known(_ key: KeyID) -> Entry? {
    guard let scope = rememberingScope else { return nil }
    return scope.known(name(key, in: scope))
  }

  func remember(_ entry: Entry) {
    guard let scope = rememberingScope else { return }
    scope.remember(entry, as: name(entry.key.id, in: scope))
  }
}

extension ScopeView {
  /// What is remembered of a key where reads find it without being seen.
  func quickEntry(_ id: KeyID) -> Entry? {
    if observation != nil { return nil }
    // Mostly both are scopes: then their own numbers are all that is asked.
    if let inner = home?.plainScope, let scope = viewpoint.plainScope {
      let (number, homeNumber) = (scope.knownNumber, inner.knownNumber)
      let isScopeYounger = number == 0 || number > homeNumber
      return isScopeYounger
        ? scope.found.element(of: Name(id, .withHome, homeNumber))
        : inner.found.element(of: Name(id, .asHome, number))
    }
    guard let scope = rememberingScope else { return nil }
    let name = name(id, in: scope)
    return name.number == 0 ? scope.quickEntry(id) : scope.found.element(of: name)
  }
}

// MARK: - What others look at

extension ScopeView: Equatable {
  package static func == (a: ScopeView, b: ScopeView) -> Bool {
    a.viewpoint === b.viewpoint && a.home === b.home
  }
}

extension ScopeView {
  /// The level with a number.
  package func level(numbered number: UInt) -> Level? { Levels(self).level(numbered: number) }

  /// The override that provides the code which a default of this view was built with.
  package func override(providing entry: Entry) -> Entry? {
    guard let level = level(numbered: entry.record.provider) else { return nil }
    let code = level.override(of: entry.key)
    code?.setLevelNumber(level.number)
    return code
  }

  /// The level that keeps a default; `nil` where this view does not have it.
  package func owner(of entry: Entry) -> Level? {
    entry.isOverride ? nil : level(numbered: entry.levelNumber)
  }

  /// The key whose build runs here; `nil` outside of builds.
  package var builtKey: KeyDescription? { viewpoint.innermostBuild?.key }

  /// Whether this is the view of two, neither of which encloses the other.
  package var isOfTwo: Bool { home.map { $0.levels.count < levels.count } ?? false }
}

extension Name {
  /// What a number in a name is that of.
  enum Kind: UInt {
    /// A view that is not the scope's own.
    case alone
    /// The home behind the scope.
    case withHome
    /// The viewpoint before the scope.
    case asHome
  }

  init(_ key: KeyID, _ kind: Kind, _ number: UInt) {
    self.init(key, number << 2 | kind.rawValue)
  }
}
