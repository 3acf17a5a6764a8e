public import Foundation
public import Injection

extension InjectedValues {
  private enum UUIDKey: InjectionKey {
    static var defaultValue: UUIDGenerator { .random }
    static var testValue: UUIDGenerator { unimplemented(placeholder: .constant(UUID(0))) }
  }

  /// New identifiers: `uuid()`.
  ///
  /// ```swift
  /// struct Till {
  ///   @Injected(\.uuid) var uuid
  ///   func order() -> String { "Order \(uuid())" }
  /// }
  ///
  /// @Test(.injected(\.uuid, .incrementing))
  /// func `each order has an identifier of its own`() {
  ///   let till = Till()
  ///   #expect(till.order() == "Order \(UUID(0))")
  ///   #expect(till.order() == "Order \(UUID(1))")
  /// }
  /// ```
  ///
  /// Live and in previews, they are random ones. A test must override it; otherwise it fails, and
  /// continues with `UUID(0)`.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}

/// Generates UUIDs: random ones, or those that a test chooses.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls a function.
  ///
  /// - Parameter generate: A closure that returns the next UUID. It may be called on any thread,
  ///   and concurrently.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// The next UUID.
  ///
  /// - Returns: The UUID.
  public func callAsFunction() -> UUID { generate() }
}

extension UUIDGenerator {
  /// Random UUIDs (version 4), like those of `UUID()`.
  public static var random: UUIDGenerator { UUIDGenerator { UUID() } }

  /// Always the same UUID.
  ///
  /// - Parameter uuid: The UUID.
  /// - Returns: The generator.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// Counts: `UUID(0)`, `UUID(1)`, `UUID(2)`, …
  public static var incrementing: UUIDGenerator { incrementing(from: UUID(0)) }

  /// Counts from a UUID, as a number of 128 bits.
  ///
  /// The generator and its copies count together, even on several threads: each UUID is returned
  /// once. After the last one, `FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF`, the process stops with a
  /// message.
  ///
  /// - Parameter first: The first UUID.
  /// - Returns: The generator.
  public static func incrementing(from first: UUID) -> UUIDGenerator {
    let numbers = NumberSequence(first: first.number)
    return UUIDGenerator { UUID(number: numbers.next()) }
  }
}

/// Numbers, each greater by one than the one before.
private final class NumberSequence: Sendable {
  private let upcoming: Lock<UInt128?>

  init(first: UInt128) {
    upcoming = Lock(first)
  }

  func next() -> UInt128 {
    let number = upcoming.withLock { upcoming in
      let number = upcoming
      upcoming = number.flatMap { $0 == .max ? nil : $0 + 1 }
      return number
    }
    guard let number else { fatalError("There must be a next UUID (the last was given).") }
    return number
  }
}

extension UUID {
  /// Creates a UUID from a number, as `UUIDGenerator.incrementing` does.
  ///
  /// ```swift
  /// #expect(UUID(0).uuidString == "00000000-0000-0000-0000-000000000000")
  /// #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
  /// ```
  ///
  /// - Parameter number: The number. It must not be negative.
  public init(_ number: Int) {
    require(number >= 0, "The number of a UUID must not be negative (was \(number)).")
    self.init(number: UInt128(number))
  }

  fileprivate init(number: UInt128) {
    let byte = { (index: UInt128) in UInt8(truncatingIfNeeded: number >> (8 * (15 - index))) }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
        byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      )
    )
  }

  fileprivate var number: UInt128 {
    let (b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15) = uuid
    let bytes = [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15]
    return bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }
}
