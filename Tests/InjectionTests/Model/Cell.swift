/// A way to use a home: how an object holds it, what made the object, where it is seen from, and
/// when.
struct Cell: Hashable {
  enum Maker: CaseIterable { case root, scope, opened, entered, scoped, weak, singleton }
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
    if moment != .afterwards, hold == .task || hold == .stream { return false }
    return switch moment {
    case .building:
      // What builds lies in nothing else, and nothing older lies in it.
      kind != .plain && [.same, .inside, .beside].contains(view)
        && [.opened, .entered, .scoped, .singleton].contains(maker)
    // All lies in its root.
    case .inOtherCode: view == .beside && maker != .root
    case .afterwards:
      switch view {
      case .elsewhere: kind == .containers
      case .same, .inside: maker != .opened
      // All others lie in the root.
      case .outside, .beside: maker != .root
      }
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
