// How often each cell was met, and which ones a run must meet.

extension [Cell: Int] {
  /// A line for each way to hold a place at each moment.
  var lines: [String] {
    Cell.Moment.allCases.flatMap { moment in
      Hold.allCases.compactMap { hold in
        let counts = Cell.Maker.allCases.flatMap { maker in
          Cell.View.allCases.compactMap { view in
            self[Cell(hold: hold, maker: maker, view: view, moment: moment)].map {
              "\(maker) \(view) \($0)"
            }
          }
        }
        return counts.isEmpty ? nil : "\(hold), \(moment): \(counts.joined(separator: ", "))"
      }
    }
  }
}

extension Cell {
  /// What a run must meet and hasn't met: the more programs it has, the more.
  static func missing(
    from cells: some Collection<Cell>,
    in kind: Program.Kind,
    programs count: Int
  ) -> [String] {
    let all = Cell.all(in: kind)
    func missing(_ parts: (Cell) -> [String]) -> [String] {
      Set(all.flatMap(parts)).subtracting(cells.flatMap(parts)).sorted()
    }
    var found: [String] = []
    // Only transient code is used while it builds, where no code opens a scope.
    if count >= 60 {
      found += missing { kind == .plain && $0.moment == .building ? [] : $0.commonParts }
    }
    if count >= 600 { found += missing(\.parts) }
    if count >= 3_000 { found += missing(\.pairs) }
    if count >= 20_000 { found += missing { ["\($0)"] } }
    return found
  }

  private var parts: [String] { ["\(hold)", "\(maker)", "\(view)", "\(moment)"] }

  private var commonParts: [String] {
    let common: [Maker] = [.root, .opened, .scoped, .weak, .singleton, .transient]
    return ["\(hold)", "\(view)", "\(moment)"] + (common.contains(maker) ? ["\(maker)"] : [])
      // Few programs use a home in the code that it leads to.
      + (moment == .building ? [] : ["\(hold), \(moment)"])
  }

  private var pairs: [String] {
    [
      "\(hold), \(maker)", "\(hold), \(view)", "\(hold), \(moment)", "\(maker), \(view)",
      "\(maker), \(moment)", "\(view), \(moment)",
    ]
  }
}
