public import Injection

extension InjectedValues {
  private enum RandomNumberGeneratorKey: InjectionKey {
    static var defaultValue: WithRandomNumberGenerator { .system }
    static var testValue: WithRandomNumberGenerator { unimplemented(.seeded(0)) }
  }

  /// Lends a random number generator to a closure.
  ///
  /// ```swift
  /// struct Dice {
  ///   @Injected(\.withRandomNumberGenerator) var withRandomNumberGenerator
  ///   func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
  /// }
  ///
  /// @Test func `the same seed rolls the same`() {
  ///   let rolls = (1...2).map { _ in
  ///     withTestScope {
  ///       $0.withRandomNumberGenerator = .seeded(7)
  ///     } operation: {
  ///       (1...100).map { _ in Dice().roll() }
  ///     }
  ///   }
  ///   #expect(rolls[0] == rolls[1])
  ///   #expect(Set(rolls[0]) == [1, 2, 3, 4, 5, 6])
  /// }
  /// ```
  ///
  /// Live and in previews, it is the system's. A test has to override it; one that does not fails,
  /// and continues with the seed 0. Use it on any thread, in any task or actor.
  ///
  /// - Complexity: As that of any injected value.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomNumberGeneratorKey.self] }
    set { self[RandomNumberGeneratorKey.self] = newValue }
  }
}

/// Lends a random number generator that many share.
///
/// Each number is drawn once, whoever draws it: copies, and closures that run at the same time or
/// inside one another, draw from the same sequence. Which of them gets which number is not said, so
/// where numbers are to come out the same again, one task draws them.
///
/// Use it on any thread, in any task or actor.
public struct WithRandomNumberGenerator: Sendable {
  private let draw: @Sendable () -> UInt64

  private init(draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  /// Lends a generator that this value keeps.
  ///
  /// - Parameter generator: The generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let shared = SharedGenerator(generator)
    self.init { shared.next() }
  }

  /// Calls a closure with the generator.
  ///
  /// No lock is held while the closure runs: it may draw for as long as it wants, and lend again.
  ///
  /// - Parameter body: Draws numbers from the generator. What it assigns to it is not kept.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, with its type.
  /// - Complexity: O(1), and a lock for each number drawn, but for those of the system's generator.
  public func callAsFunction<Result: ~Copyable, Failure: Error>(
    _ body: (inout any RandomNumberGenerator) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var generator: any RandomNumberGenerator = LentGenerator(draw: draw)
    return try body(&generator)
  }
}

extension WithRandomNumberGenerator {
  /// Lends the system's generator.
  public static var system: WithRandomNumberGenerator {
    WithRandomNumberGenerator {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }
  }

  /// Lends a ``SeededRandomNumberGenerator``: the same numbers in each run.
  ///
  /// - Parameter seed: Says which numbers.
  /// - Returns: What lends the generator.
  public static func seeded(_ seed: UInt64) -> WithRandomNumberGenerator {
    WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: seed))
  }
}

/// A random number generator with a seed.
///
/// The same seed yields the same numbers, in each run, on each system and in each version of this
/// library.
///
/// The algorithm is SplitMix64, by Guy L. Steele Jr., Doug Lea and Christine H. Flood ("Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014), with the constants of Sebastiano
/// Vigna's `splitmix64.c`. It yields each number of 64 bits once in 2^64 draws. It is good for
/// tests, and not for secrets.
///
/// ```swift
/// var generator = SeededRandomNumberGenerator(seed: 1_234_567)
/// #expect(generator.next() == 6_457_827_717_110_365_317)
/// ```
///
/// How the standard library makes a number in a range, or another order, of these numbers is not
/// part of its documentation, and may change from one version of Swift to the next.
///
/// It is a value: a copy continues by itself. Use it on any thread, in any task or actor.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator.
  ///
  /// - Parameter seed: Says which numbers.
  public init(seed: UInt64) {
    self.state = seed
  }

  /// Draws the next number.
  ///
  /// - Returns: The number.
  /// - Complexity: O(1).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Draws from what all share.
private struct LentGenerator: RandomNumberGenerator {
  let draw: @Sendable () -> UInt64

  func next() -> UInt64 { draw() }
}

private final class SharedGenerator<Generator: RandomNumberGenerator & Sendable>: Sendable {
  private let generator: Lock<Generator>

  init(_ generator: Generator) {
    self.generator = Lock(generator)
  }

  func next() -> UInt64 { generator.withLock { $0.next() } }
}
