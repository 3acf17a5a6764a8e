import Foundation

/// The tests, by suites.
struct Tests {
  private struct Suite {
    let filter: String
    let seconds: Double
    /// The mutants that would change something in it.
    let mutants: Set<Int>
  }

  /// Suites that run at the same time. Random programs come first, since they find most.
  enum Part: Int, CaseIterable { case programs, quick, slow, last }

  private static let programs = "InjectionTests.ModelTests/.*programs? give"
  private let bundle = copy.appendingPathComponent(
    ".build/release/swift-injectionPackageTests.xctest"
  ).path
  private var suites: [Suite] = []
  private var limits: [Part: Double] = [:]

  init(_ mutantCount: Int) {
    var filters = [Self.programs]
    _ = execute([bundle, "--testing-library", "swift-testing", "--list-tests"], log: "list")
    for line in read("list", in: work).split(separator: "\n") where line.contains("/") {
      let suite = "\(line.prefix { $0 != "/" })"
      let filter = suite + (suite == "InjectionTests.ModelTests" ? "/.*thread" : "/")
      if !filters.contains(filter) { filters.append(filter) }
    }
    let notes = work.appendingPathComponent("notes")
    for filter in filters {
      try! Data(count: mutantCount + 2).write(to: notes)
      let start = Date()
      let finder = run(filter, ["INJECTION_MUTANT_NOTES": notes.path])
      let time = Date().timeIntervalSince(start)
      let mutants = Set(try! Data(contentsOf: notes).enumerated().filter { $1 != 0 }.map(\.0))
      say("\(filter) \(Int(time * 1000)) ms, \(mutants.count) mutants \(finder ?? "")")
      if finder == nil, !mutants.isEmpty {
        suites.append(Suite(filter: filter, seconds: time, mutants: mutants))
      }
    }
    for part in Part.allCases {
      let start = Date()
      let finder = run(filter(of: suites.filter { self.part(of: $0) == part }))
      let time = Date().timeIntervalSince(start)
      say("\(part) \(time) s \(finder ?? "")")
      limits[part] = 5 + 2 * time
    }
  }

  private func part(of suite: Suite) -> Part {
    if suite.filter == Self.programs { return .programs }
    return suite.seconds < 0.4 ? .quick : suite.seconds < 1.1 ? .slow : .last
  }

  private func filter(of suites: [Suite]) -> String {
    suites.map(\.filter).joined(separator: "|")
  }

  /// Returns what is wrong.
  private func run(
    _ filter: String,
    limit: Double = 900,
    _ environment: [String: String] = [:]
  ) -> String? {
    let settings = [
      "INJECTION_SHORT_TESTS": "1", "INJECTION_MODEL_PROGRAMS": "700",
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

  /// What finds a mutant, if something does.
  func finder(of mutant: Int, in parts: Range<Int>) -> String? {
    let all = suites.filter { $0.mutants.contains(mutant) }
    if all.isEmpty { return "UNREACHED" }
    for part in Part.allCases[parts] {
      let suites = all.filter { self.part(of: $0) == part }
      if suites.isEmpty { continue }
      let finder = run(
        filter(of: suites),
        limit: limits[part]!,
        ["INJECTION_MUTANT": "\(mutant)"]
      )
      if let finder { return part == .programs ? "programs" : finder }
    }
    return nil
  }
}
