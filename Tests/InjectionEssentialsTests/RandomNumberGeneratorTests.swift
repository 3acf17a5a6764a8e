import Injection
import InjectionEssentials
import Testing

struct RandomNumberGeneratorTests {
  // The first numbers for these seeds of the author's own program, splitmix64.c.
  @Test(
    arguments: [
      1_234_567: [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ],
      0: [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC,
        0x1B39_896A_51A8_749B,
      ],
    ] as [UInt64: [UInt64]]
  )
  func `a seeded generator yields the numbers that are published`(seed: UInt64, numbers: [UInt64]) {
    var generator = SeededRandomNumberGenerator(seed: seed)
    #expect(numbers.map { _ in generator.next() } == numbers)
    let lent = WithRandomNumberGenerator.seeded(seed)
    #expect(lent { generator in numbers.map { _ in generator.next() } } == numbers)
    // One by one, too.
    let again = WithRandomNumberGenerator.seeded(seed)
    #expect(numbers.map { _ in again { $0.next() } } == numbers)
  }

  @Test func `it may be lent again while it is lent`() {
    let lent = WithRandomNumberGenerator.seeded(0)
    let numbers = lent { outer in
      [outer.next(), lent { inner in inner.next() }, outer.next()]
    }
    var generator = SeededRandomNumberGenerator(seed: 0)
    let expected: [UInt64] = [generator.next(), generator.next(), generator.next()]
    #expect(numbers == expected)
  }

  @Test func `what is assigned to it is not kept`() {
    let lent = WithRandomNumberGenerator.seeded(0)
    lent { $0 = SystemRandomNumberGenerator() }
    #expect(lent { $0.next() } == 0xE220_A839_7B1D_CDAF)
  }

  @Test func `each number is drawn once, by several tasks`() async {
    let lent = WithRandomNumberGenerator.seeded(0)
    let drawn = await gathered { lent { generator in (0..<100).map { _ in generator.next() } } }
    var generator = SeededRandomNumberGenerator(seed: 0)
    #expect(Set(drawn.joined()) == Set((0..<100_000).map { _ in generator.next() }))
  }

  @Test func `errors keep their type`() {
    struct Failure: Error {}
    let lent = WithRandomNumberGenerator.system
    do throws(Failure) {
      try lent { (_: inout any RandomNumberGenerator) throws(Failure) in throw Failure() }
      Issue.record("nothing was thrown")
    } catch {}
  }
}
