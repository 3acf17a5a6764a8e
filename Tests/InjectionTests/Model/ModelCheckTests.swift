import Foundation
import Injection
import Synchronization
import Testing

/// Compares the library with a model of its rules, in random programs.
///
/// The cases are the same in every run. `INJECTION_MODEL_SEED` runs one case, such as one that a failure
/// printed; `INJECTION_MODEL_START` names the first of others; `INJECTION_MODEL_CASES` says how many.
@Suite(.serialized) struct ModelCheckTests {
  @Test func `library and model agree in test containers`() async {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["INJECTION_MODEL_SEED"].flatMap({ UInt64($0) }) {
      _ = await Self.run(seed, KeyFamily.all[0], usesProcess: false)
      return
    }
    let count = environment["INJECTION_MODEL_CASES"].flatMap { Int($0) } ?? 250
    let start = environment["INJECTION_MODEL_START"].flatMap { UInt64($0) } ?? 1
    var reads = 0
    var comparedBuilds = 0
    for seed in start..<(start + UInt64(count)) {
      let comparison = await Self.run(seed, KeyFamily.all[0], usesProcess: false)
      if comparison.failures > 0 { return }
      reads += comparison.reads
      comparedBuilds += comparison.comparedBuilds
    }
    // The check must not pass because it has nothing to compare.
    #expect(reads > count * 400)
    #expect(count < 100 || comparedBuilds > count / 2)
  }

  /// The process's root stays for ever, so each of these cases has keys of its own, once a process.
  @Test(arguments: 1...4)
  func `library and model agree in the process's container`(family: Int) async {
    guard Self.usedFamilies.withLock({ $0.insert(family).inserted }) else { return }
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["INJECTION_MODEL_SEED"].flatMap { UInt64($0) }
    _ = await Self.run(
      seed ?? UInt64(family),
      KeyFamily.all[family],
      usesProcess: true
    )
  }

  /// A default of the mixed view itself hid one of the scope that it comes from.
  @Test(arguments: [150_011_032])
  func `library and model agree where they once did not`(seed: UInt64) async {
    _ = await Self.run(seed, KeyFamily.all[0], usesProcess: false)
  }

  private static let usedFamilies = Mutex<Set<Int>>([])

  private static func run(
    _ seed: UInt64,
    _ family: KeyFamily,
    usesProcess: Bool
  ) async -> Comparison {
    var modelCase = ModelCase(seed: seed, family: family, usesProcess: usesProcess)
    for _ in 0..<4 {
      await modelCase.read(100, tasks: seed % 2 == 0 ? 1 : 4)
    }
    modelCase.forgetScopes()
    await modelCase.read(50, tasks: 1)
    return modelCase.comparison
  }
}
