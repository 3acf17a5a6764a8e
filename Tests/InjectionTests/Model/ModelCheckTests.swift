import Foundation
import Injection
import Synchronization
import Testing

/// Compares the library with a model of its rules, in random programs.
///
/// The programs are the same in every run. `INJECTION_MODEL_SEED` runs one, such as one that a
/// failure printed; `INJECTION_MODEL_START` names the first of others; `INJECTION_MODEL_CASES` says
/// how many.
@Suite(.serialized) struct ModelCheckTests {
  @Test func `library and model agree in containers of tests`() async {
    let count = Self.setting("CASES") ?? 400
    let start = Self.setting("START") ?? 1
    var (reads, shared) = (0, 0)
    for seed in Self.seed.map({ [$0] }) ?? (Self.telling + (start..<(start + count))) {
      let comparison = await Self.run(seed, KeyFamily.all[0], usesProcess: false)
      if !comparison.failures.isEmpty { return }
      reads += comparison.reads
      shared += comparison.shared
    }
    // The check must not pass because it has nothing to compare.
    if Self.seed == nil {
      #expect(reads > count * 40)
      #expect(shared > count * 10)
    }
  }

  /// The process's root stays for ever, so each of these programs has keys of its own, once a
  /// process.
  @Test(arguments: 1...8)
  func `library and model agree in the process's container`(family: Int) async {
    guard Self.usedFamilies.withLock({ $0.insert(family).inserted }) else { return }
    let start = Self.seed ?? (Self.setting("START") ?? 1) + UInt64(family)
    _ = await Self.run(start, KeyFamily.all[family], usesProcess: true)
  }

  private static let usedFamilies = Mutex<Set<Int>>([])

  private static let seed = setting("SEED")

  /// Programs that show faults which few others do.
  private static let telling: [UInt64] = [
    // What a singleton read makes what reads the singleton invalid.
    79_195,
    // A view is compared with one in which a build stands elsewhere.
    206_792,
  ]

  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment["INJECTION_MODEL_\(name)"].flatMap { UInt64($0) }
  }

  private static func run(
    _ seed: UInt64,
    _ family: KeyFamily,
    usesProcess: Bool
  ) async -> ModelComparison {
    var program = ModelCase(seed: seed, family: family, usesProcess: usesProcess)
    let readsAtOnce = seed.isMultiple(of: 4)
    for _ in 0..<(30 + Int(seed % 20)) where program.comparison.failures.isEmpty {
      program.step()
      if readsAtOnce { await program.readAtOnce(8) }
    }
    if program.comparison.failures.isEmpty { program.finish(wasReadAtOnce: readsAtOnce) }
    if program.comparison.failures.isEmpty {
      program.forgetScopes()
      for _ in 0..<5 { program.step() }
      await program.readAtOnce(20)
    }
    if let first = program.comparison.failures.first {
      // All that the program did, where one was asked for.
      let log = Self.seed == nil ? "" : "\n" + program.log.joined(separator: "\n")
      Issue.record(
        "INJECTION_MODEL_SEED=\(seed)\(usesProcess ? " (process)" : ""): \(first)\(log)"
      )
    }
    family.end()
    return program.comparison
  }
}
