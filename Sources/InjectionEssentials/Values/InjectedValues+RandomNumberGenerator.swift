public import Injection

extension InjectedValues {
  private enum WithRandomNumberGeneratorKey: InjectionKey {
    static var defaultValue: WithRandomNumberGenerator { .system }
    static var testValue: WithRandomNumberGenerator { unimplemented(placeholder: .seeded(0)) }
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
  /// Live and in previews, it is the system's. A test must override it; otherwise it fails, and
  /// continues with the seed 0.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// Lends a shared random number generator.
///
/// Each number is drawn once: copies, and closures that run concurrently or inside one another,
/// draw from the same sequence. Their order is unspecified, so draw in a single task if the numbers
/// must be reproducible.
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
  /// No lock is held while the closure runs, so it can take any time, and call this again.
  ///
  /// - Parameter body: A closure that draws numbers. Assignments to the generator have no effect.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, with its type.
  /// - Complexity: O(1), with a lock for each number, except from the system's generator.
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

  /// Lends a `SeededRandomNumberGenerator`: the same numbers in each run.
  ///
  /// - Parameter seed: The seed, which determines the numbers.
  /// - Returns: The value that lends the generator.
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
/// How the standard library turns these numbers into a number in a range, or into a shuffled order,
/// may change between versions of Swift.
///
/// A copy continues by itself.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: The seed, which determines the numbers.
  public init(seed: UInt64) {
    self.state = seed
  }

  /// Draws the next number.
  ///
  /// - Returns: The number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Draws numbers from the shared generator.
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
