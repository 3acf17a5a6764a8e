import Foundation

/// The tests, by suites.
struct Tests {
  fileprivate struct Suite {
    let filter: String
    /// The time that it takes, mostly of the processor: exit tests run at the same time.
    let seconds: Double
    /// The mutants that would change something in it.
    let mutants: Set<Int>
  }

  /// Suites that run at the same time.
  struct Part {
    let name: String
    /// How many mutants are tried at once, where few are found.
    let batch: Int
    fileprivate let suites: [Suite]
    fileprivate var limit = 900.0
    /// More programs may reach more.
    fileprivate var isOfMorePrograms: Bool { name == "morePrograms" }

    /// Those in which mutants may change something.
    fileprivate func suites(reachedBy mutants: [Int]) -> [Suite] {
      suites.filter { isOfMorePrograms || !$0.mutants.isDisjoint(with: mutants) }
    }

    func reaches(_ mutant: Int) -> Bool { !suites(reachedBy: [mutant]).isEmpty }
  }

  private static let programs = "InjectionTests.ModelTests/.*programs? give"
  private let bundle = copy.appendingPathComponent(
    ".build/release/swift-injectionPackageTests.xctest"
  ).path
  private var suites: [Suite] = []
  private(set) var parts: [Part] = []

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
      let finder = run(filter, ["INJECTION_MUTANT_NOTES": notes.path])
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
    let isOfPrograms = { (suite: Suite) in suite.filter == Self.programs }
    let (programs, rest) = (suites.filter(isOfPrograms), suites.filter { !isOfPrograms($0) })
    // Random programs come first, since they find most; then what is quick; then one suite each.
    parts = [
      Part(name: "programs", batch: 1, suites: programs),
      Part(name: "quick", batch: 1, suites: rest.filter { $0.seconds < 0.12 }),
      Part(name: "slow", batch: 1, suites: rest.filter { (0.12..<0.5).contains($0.seconds) }),
    ]
    for suite in rest.sorted(by: { $0.seconds < $1.seconds }) where suite.seconds >= 0.5 {
      parts.append(Part(name: suite.filter.filter { $0 != " " }, batch: 24, suites: [suite]))
    }
    parts.append(Part(name: "morePrograms", batch: 12, suites: programs))
    for (index, part) in parts.enumerated() {
      let start = Date()
      let finder = run(filter(of: part.suites), isLong: part.isOfMorePrograms)
      let time = Date().timeIntervalSince(start)
      say("\(part.name) \(time) s \(finder ?? "")")
      parts[index].limit = 4 + 2 * time
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
    _ environment: [String: String] = [:],
    isLong: Bool = false,
    limit: Double = 900
  ) -> String? {
    let settings = [
      "INJECTION_SHORT_TESTS": "1",
      "INJECTION_MODEL_PROGRAMS": isLong ? "3000" : "300",
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
    let suites = part.suites(reachedBy: mutants)
    if suites.isEmpty { return [:] }
    let finder = run(
      filter(of: suites),
      ["INJECTION_MUTANT": mutants.map(String.init).joined(separator: ",")],
      isLong: part.isOfMorePrograms,
      limit: part.limit
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
