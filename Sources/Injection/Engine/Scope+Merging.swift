import Synchronization

// What a property sees: the current scope's view and that of its object's home, in one (R2, R3).
//
//     merged(current, home) = the scopes of `current` that are not in the view of `home`,
//                             over `home`
//
// If the home lies inside the current scope, that is the home; if the current scope lies inside the
// home, the current scope; where the two part, the current one's own part comes first. No scope is
// in a view twice, whatever is merged with what.

extension Scope {
  /// The scope that a property with this home sees while `current` is current.
  ///
  /// O(1) and without a lock for a pair of scopes that met before. `nil` is the process's root.
  final class func seen(from current: Scope?, home: Scope?) -> Scope? {
    guard let home = home?.resolved, !home.isProcess else { return current }
    // The process's root encloses everything, or is where there is no scope.
    guard let current = current?.resolved, !current.isProcess else { return home }
    if home === current { return current }
    // In another test's container the home does not count. The process's scopes do not isolate.
    if current.container !== home.container && current.sharedContainer != nil { return current }
    return merged(current, home)
  }

  final var isProcess: Bool { self === Scope.process }

  /// Whether this is a view of the same scopes.
  private final func sees(sameAs other: Scope) -> Bool {
    resolved === other.resolved || serials == other.serials
  }

  private static func merged(_ current: Scope, _ home: Scope) -> Scope {
    // What a running build is part of leads elsewhere when the build is over, so it is not kept.
    if let build = current.enclosingBuild { return merged(current, around: build, home) }
    if home.enclosingBuild != nil { return stacked(current, over: home) }
    let (younger, id) = pair(current, home)
    // Safe to take unretained: the table keeps it, and the caller holds both scopes.
    if let view = unsafe younger.detailsIfMade?.mergedViews[id] {
      return unsafe view.takeUnretainedValue().choice.scope(current, home)
    }
    let base = home.viewSerial > current.viewSerial ? home.standIn : home
    let view = stacked(current, over: base)
    let choice: MergedView.Choice =
      view.sees(sameAs: current) ? .current : view === base ? .home : .other(view)
    return younger.details.mergedViews.remember(MergedView(choice, id: id)).choice
      .scope(current, home)
  }

  /// The same inside a running build, which has to see what is read.
  private static func merged(_ current: Scope, around build: BuildScope, _ home: Scope) -> Scope {
    // An object that was made in this very build.
    if home.ancestors.contains(where: { $0.serial == build.serial }) {
      return stacked(current, over: home)
    }
    guard let view = build.view else { return current }
    // By what is seen: copies of the same scopes may have been made for another home.
    let isPart = (seen(from: view, home: home) ?? .process).sees(sameAs: view)
    build.build.noteHome(home, isPartOfView: isPart)
    let base = isPart ? build : BuildPart(build, home: home)
    return stacked(Array(current.ancestors.prefix { $0 !== build }), over: base, without: home)
  }

  /// The scopes of a view that are not in that of `home`, over `home`.
  private static func stacked(_ current: Scope, over home: Scope) -> Scope {
    stacked(Array(current.ancestors), over: home, without: home)
  }

  private static func stacked(_ scopes: [Scope], over base: Scope, without home: Scope) -> Scope {
    let serials = Set(home.ancestors.map(\.serial))
    var view = base
    for scope in scopes.reversed() {
      if serials.contains(scope.serial) || scope.traits.contains(.process) { continue }
      view = scope.outer === view ? scope : ScopeCopy(of: scope, over: view)
    }
    return view
  }

  /// Where the view of this scope and a home is kept: by the younger, under the older's name.
  private static func pair(_ current: Scope, _ home: Scope) -> (younger: Scope, EntryID) {
    home.viewSerial < current.viewSerial
      ? (current, MergedView.id(home: home.viewSerial))
      : (home, MergedView.id(current: current.viewSerial))
  }
}

/// What was found for one pair of current scope and home.
///
/// The younger of the two keeps it: it will go first, and then nobody can ask for the two again. In
/// return the view does not hold the younger.
final class MergedView: TableElement, @unchecked Sendable {
  // Unchecked like its superclass; it adds an immutable property only.
  enum Choice {
    case current
    case home
    /// Neither encloses the other.
    case other(Scope)

    func scope(_ current: Scope, _ home: Scope) -> Scope {
      switch self {
      case .current: current
      case .home: home
      case .other(let scope): scope
      }
    }
  }

  let choice: Choice

  init(_ choice: Choice, id: EntryID) {
    self.choice = choice
    super.init(id: id)
  }

  // The same two scopes may meet either way round, so a scope has a name for each of its two parts.
  static func id(home serial: UInt) -> EntryID { EntryID(bits: serial << 1) }
  static func id(current serial: UInt) -> EntryID { EntryID(bits: serial << 1 | 1) }
}

// MARK: - Homes

extension Scope {
  /// The view in which the layer was opened, with the layer.
  final var ownView: [Scope] { [self] + (openedIn.map { Array($0.ancestors) } ?? []) }

  /// The scopes of this view with these numbers, all they were opened in, and the root.
  final func reduced(to tips: Few<UInt>) -> [Scope] {
    var serials: Set<UInt> = []
    for scope in ancestors where tips.contains(scope.serial) {
      for scope in scope.ownView { serials.insert(scope.serial) }
    }
    return ancestors.filter {
      serials.contains($0.serial) || !$0.traits.isDisjoint(with: [.root, .process])
    }
  }

  /// What belongs to a default that stands on the overrides of some scopes of this view, its tips:
  /// the scope that keeps it, which is the youngest, and the home of what was made with it.
  ///
  /// The home must hold neither the owner nor anything younger.
  final func owner(of record: inout Record) -> (owner: Scope, home: Scope) {
    let tips = record.tips
    if tips.isEmpty {
      let root = root
      return (root, root.standIn)
    }
    guard traits.contains(.merged) else {
      let owner = ancestors.first { tips.contains($0.serial) }!
      record.tips = Few(owner.serial)
      return (owner, owner.standIn)
    }
    let scopes = reduced(to: tips)
    let serials = scopes.map(\.serial)
    let owner = scopes.filter { tips.contains($0.serial) }.max { $0.serial < $1.serial }!.layer
    if serials == owner.ownView.map(\.serial) {
      record.tips = Few(owner.serial)
      return (owner, owner.standIn)
    }
    var home: Scope?
    for scope in scopes.reversed() {
      if scope.isBuild {
        // No copy, which would not lead on when the build is over.
        home =
          scope is Build || scope.outer === home
          ? scope : scope.enclosingBuild.map { BuildPart($0.build, home: home!) }
        continue
      }
      let isFree = scope.serial != owner.serial && scope.layer === scope
      home = isFree && scope.outer === home ? scope : ScopeCopy(of: scope, over: home)
    }
    record.homeSerials = serials
    return (owner, home!)
  }
}
