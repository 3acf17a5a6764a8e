import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

struct DateGeneratorTests {
  let noon = Date(timeIntervalSinceReferenceDate: 43_200)

  @Test func `a date is constant, or a step after the one before`() {
    let generators = [
      DateGenerator.constant(noon), .incrementing(from: noon, by: 0),
      .incrementing(from: noon, by: -3_600), .incrementing,
    ]
    let seconds = generators.map { [$0(), $0.now].map(\.timeIntervalSinceReferenceDate) }
    #expect(seconds == [[43_200, 43_200], [43_200, 43_200], [43_200, 39_600], [0, 1]])
  }

  @Test func `rounding errors of steps do not add up`() {
    let date = DateGenerator.incrementing(from: noon, by: 0.1)
    for _ in 0..<1_000_000 { _ = date.now }
    #expect(date.now == noon.addingTimeInterval(100_000))
  }

  @Test func `each date is given once, and copies count together`() async {
    let date = DateGenerator.incrementing
    let times = await gathered { [date] in date.now.timeIntervalSinceReferenceDate }
    let expected = Set((0..<1_000).map { TimeInterval($0) })
    #expect(times == expected)
  }

  @Test(.injected(\.date, .incrementing)) func `a property reads the time at each access`() {
    let time = Injected(\.date.now)
    #expect(time().timeIntervalSince(time()) == -1)
    withInjected(\.date.now, .distantPast) { #expect(time() == .distantPast) }
  }

  // As text, since such numbers can't be passed to the other process.
  @Test(arguments: ["nan", "inf", "-inf"])
  func `a step must be finite`(step: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [step] in
      _ = DateGenerator.incrementing(from: .distantPast, by: Double(step)!)
    }
    result.expectMessage("The step between dates must be finite (was \(step)).")
  }

  // Numbers so large that a second changes nothing, and the largest one.
  @Test(arguments: [1e18, .greatestFiniteMagnitude])
  func `dates that cannot go on are an error`(start: Double) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [start] in
      let date = DateGenerator.incrementing(
        from: Date(timeIntervalSinceReferenceDate: start),
        by: start == 1e18 ? 1 : start
      )
      _ = (date.now, date.now, date.now)
    }
    result.expectMessage("Each date must differ from the one before")
  }
}
