import Foundation

/// The tests, by suites.
struct Tests {
  private struct Suite {
    let filter: String
    /// The time that it takes, mostly of the processor: exit tests run at the same time.
    let seconds: Double
    /// The mutants that would change something in it.
    let mutants: Set<Int>
  }

  /// Suites that run at the same time. Random programs come first, since they find most.
  enum Part: Int, CaseIterable {
    case programs, quick, slow, slower, slowest, morePrograms

    /// How many mutants are tried at once, where few are found.
    var batch: Int { [.slower: 3, .slowest: 12, .morePrograms: 12][self] ?? 1 }
  }

  private static let programs = "InjectionTests.ModelTests/.*programs? give"
  private let bundle = copy.appendingPathComponent(
    ".build/release/swift-injectionPackageTests.xctest"
  ).path
  private var suites: [Suite] = []
  private var limits: [Part: Double] = [:]

  init() {
    var filters = [Self.programs]
    _ = execute([bundle, "--testing-library", "swift-testing", "--list-tests"], log: "list")
    for line in read("list", in: work).split(separator: "\n") where line.contains("/") {
      let suite = "\(line.prefix { $0 != "/" })"
      let filter = suite + (suite == "InjectionTests.ModelTests" ? "/.*thread" : "/")
      if !filters.contains(filter) { filters.append(filter) }
    }
    let notes = work.appendingPathComponent("notes")
    for filter in filters {
      try! Data(count: 4096).write(to: notes)
      let (start, startOfChildren) = (Date(), Self.processorTime)
      let finder = run(filter, .programs, ["INJECTION_MUTANT_NOTES": notes.path])
      let time = max(
        Self.processorTime - startOfChildren,
        Date().timeIntervalSince(start) / 4
      )
      let mutants = Set(try! Data(contentsOf: notes).enumerated().filter { $1 != 0 }.map(\.0))
      say("\(filter) \(Int(time * 1000)) ms, \(mutants.count) mutants \(finder ?? "")")
      if finder == nil, !mutants.isEmpty {
        suites.append(Suite(filter: filter, seconds: time, mutants: mutants))
      }
    }
    for part in Part.allCases {
      let start = Date()
      let finder = run(filter(of: suites(of: part)), part)
      let time = Date().timeIntervalSince(start)
      say("\(part) \(time) s \(finder ?? "")")
      limits[part] = 4 + 2 * time
    }
  }

  private func suites(of part: Part) -> [Suite] {
    suites.filter { suite in
      switch part {
      case .programs, .morePrograms: suite.filter == Self.programs
      case .quick: suite.filter != Self.programs && suite.seconds < 0.12
      case .slow: suite.filter != Self.programs && (0.12..<0.5).contains(suite.seconds)
      case .slower: suite.filter != Self.programs && (0.5..<1.2).contains(suite.seconds)
      case .slowest: suite.filter != Self.programs && suite.seconds >= 1.2
      }
    }
  }

  /// That of all programs that were run so far, and have ended.
  private static var processorTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  private func filter(of suites: [Suite]) -> String {
    suites.map(\.filter).joined(separator: "|")
  }

  /// Returns what is wrong.
  private func run(
    _ filter: String,
    _ part: Part = .programs,
    limit: Double = 900,
    _ environment: [String: String] = [:]
  ) -> String? {
    let settings = [
      "INJECTION_SHORT_TESTS": "1",
      "INJECTION_MODEL_PROGRAMS": part == .morePrograms ? "3000" : "300",
      "INJECTION_MODEL_FAULTS": "1", "INJECTION_SERVER_PROGRAMS": "3",
    ]
    return execute(
      [bundle, "--testing-library", "swift-testing", "--filter", filter],
      settings.merging(environment) { $1 },
      log: "run",
      until: "recorded an issue",
      limit: limit
    )
  }

  /// What finds each mutant in a part of the tests, if something does.
  func finders(of mutants: [Int], in part: Part) -> [Int: String] {
    // More programs may reach more.
    let suites = suites(of: part).filter {
      part == .morePrograms || !$0.mutants.isDisjoint(with: mutants)
    }
    if suites.isEmpty { return [:] }
    let finder = run(
      filter(of: suites),
      part,
      limit: limits[part]!,
      ["INJECTION_MUTANT": mutants.map(String.init).joined(separator: ",")]
    )
    guard let finder else { return [:] }
    if mutants.count == 1 {
      return [mutants[0]: suites.first?.filter == Self.programs ? "programs" : finder]
    }
    let middle = mutants.count / 2
    return finders(of: Array(mutants[..<middle]), in: part)
      .merging(finders(of: Array(mutants[middle...]), in: part)) { $1 }
  }

  /// Whether a mutant changes something in a test.
  func reaches(_ mutant: Int) -> Bool { suites.contains { $0.mutants.contains(mutant) } }
}
