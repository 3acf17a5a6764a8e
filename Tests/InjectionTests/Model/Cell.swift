/// A way to use a home: how an object holds it, what made the object, where it is seen from, and
/// when.
struct Cell: Hashable {
  /// Where an object was made, or by what.
  enum Maker: CaseIterable {
    case root, scope, opened, entered
    /// Defaults; code that a scope provides for one, or to decorate it; transient code, wherever it
    /// runs.
    case scoped, weak, singleton, provided, decorator, transient
    /// A closure that sets values; the opening of a resource.
    case description, resource
  }
  enum View: CaseIterable { case same, inside, outside, beside, elsewhere }
  enum Moment: CaseIterable { case building, inOtherCode, afterwards }

  let hold: Hold, maker: Maker, view: View, moment: Moment
}

extension Cell {
  /// What each long run must meet. What isn't here can't be, or is met once in thousands of
  /// programs.
  static func all(in kind: Program.Kind) -> [Cell] {
    Hold.allCases.flatMap { hold in
      Maker.allCases.flatMap { maker in
        View.allCases.flatMap { view in
          Moment.allCases.map { Cell(hold: hold, maker: maker, view: view, moment: $0) }
        }
      }
    }.filter { $0.isCommon(in: kind) }
  }

  private func isCommon(in kind: Program.Kind) -> Bool {
    if maker == .opened, kind == .plain { return false }
    // Code waits for no task that may wait for code.
    switch hold {
    case .stream where moment != .afterwards: return false
    case .task where moment == .building || moment == .inOtherCode && kind == .threads: return false
    default: break
    }
    return switch moment {
    case .building:
      // What builds lies in nothing else, and nothing older lies in it.
      switch view {
      case .same: maker == .transient || maker == .opened
      case .inside, .beside:
        kind != .plain
          && ([.opened, .entered, .scoped, .singleton, .transient].contains(maker)
            || view == .inside && (maker == .provided || maker == .decorator))
      case .outside, .elsewhere: false
      }
    case .inOtherCode: view == .beside && mayLieBeside
    case .afterwards:
      switch view {
      case .elsewhere: kind == .containers
      case .inside: maker != .opened
      case .same:
        [.root, .scope, .scoped, .transient, .description, .resource].contains(maker)
          || maker == .entered && kind != .containers
      case .outside, .beside:
        // Programs of several containers are short.
        mayLieBeside && (kind != .containers || maker != .description && maker != .resource)
      }
    }
  }

  /// All lies in its root. A singleton that a scope provides counts as provided.
  private var mayLieBeside: Bool { maker != .root && maker != .singleton }
}

extension Cell.Maker {
  init(_ lifetime: Lifetime) {
    self =
      switch lifetime {
      case .weak: .weak
      case .singleton: .singleton
      default: .scoped
      }
  }
}

extension Cell {
  init(_ home: Oracle.Home, from current: Oracle.Place, isRunning: Bool) {
    let (here, there) = (current.spot, home.place.spot)
    (hold, maker) = (home.hold, home.maker)
    view =
      here === there
      ? .same
      : here.container != there.container
        ? .elsewhere
        : here.isInside(there.meant) ? .inside : there.isInside(here.meant) ? .outside : .beside
    let run = home.place.listener
    moment = run != nil && run!.home == nil ? .building : isRunning ? .inOtherCode : .afterwards
  }
}
