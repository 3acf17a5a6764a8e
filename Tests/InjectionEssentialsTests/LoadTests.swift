import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many cases at once, each with a clock, a date, identifiers, chance and a network of its own.
struct LoadTests {
  // Not more: each session has files open, and Foundation's `Process`, which other tests use, reads
  // past its memory in a process that has more than some 1,300 of them.
  @Test(arguments: 0..<100)
  func `no case sees another's values`(number: Int) async throws {
    let clock = TestClock()
    let start = Date(timeIntervalSinceReferenceDate: Double(number))
    try await withTestScope(options: [.strict, .failOnUnusedOverrides]) {
      $0.continuousClock = clock
      $0.suspendingClock = clock
      $0.date = .constant(start)
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = .seeded(UInt64(number))
      $0.urlSession = .stub { request in
        try await clock.sleep(for: .seconds(1))
        return (Data("\(number) \(request.url!.path())".utf8), .stub(for: request))
      }
    } operation: {
      let journal = Journal()
      let work = Task { try await journal.write() }
      // The entry sleeps twice, and then waits for two answers, which come from where no clock can
      // look.
      for _ in 1...2 {
        try await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(1))
      }
      try await clock.waitForSleepers(2)
      await clock.advance(by: .seconds(1))
      var generator = SeededRandomNumberGenerator(seed: UInt64(number))
      #expect(
        try await work.value == [
          "\(number).0", "\(UUID(0))", "\(generator.next())",
          "\(number) /a", "\(number) /b",
        ]
      )
      #expect(clock.now.offset == .seconds(3))
      try await clock.checkSuspension()
    }
  }
}

// MARK: - Fixtures

private struct Journal {
  @Injected(\.continuousClock) private var clock
  @Injected(\.suspendingClock) private var suspendingClock
  @Injected(\.date.now) private var now
  @Injected(\.uuid) private var uuid
  @Injected(\.withRandomNumberGenerator) private var withRandomNumberGenerator
  @Injected(\.urlSession) private var session

  func write() async throws -> [String] {
    try await clock.sleep(for: .seconds(1))
    try await suspendingClock.sleep(for: .seconds(1))
    async let first = text("a")
    async let second = text("b")
    return try await [
      "\(now.timeIntervalSinceReferenceDate)", "\(uuid())",
      "\(withRandomNumberGenerator { $0.next() })", first, second,
    ]
  }

  private func text(_ path: String) async throws -> String {
    let url = URL(string: "https://journal.example/\(path)")!
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}
