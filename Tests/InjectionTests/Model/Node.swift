import Injection
import Synchronization

/// The value of every key of the model check: an object that reads each key late.
final class Node: Sendable {
  let data: Int
  let parts: [Node]
  let late: [Injected<Node>]
  /// What was current when this was made.
  let captured: InjectedValues?
  private let census: Census

  init(_ data: Int, _ parts: [Node] = [], _ late: [Injected<Node>], _ census: Census) {
    self.data = data
    self.parts = parts
    self.late = late
    self.captured = Self.captures(data) ? .current : nil
    self.census = census
    census.change(by: 1)
  }

  deinit { census.change(by: -1) }

  /// Whether an object with this data captures values.
  static func captures(_ data: Int) -> Bool { data % 3 == 0 }
}

/// Counts what a program made and nobody has let go.
final class Census: Sendable {
  private let count = Atomic(0)
  var alive: Int { count.load(ordering: .relaxed) }
  func change(by difference: Int) { count.add(difference, ordering: .relaxed) }
}

// MARK: - Keys

/// A key whose code stands in the program that is played.
protocol ModelKey: InjectionKey, SendableMetatype where Value == Node {
  static var number: Int { get }
}

extension ModelKey {
  static var defaultValue: Node { ModelLibrary.playing.makeDefault(of: number) }
  static func read(_ values: InjectedValues) -> Node { values[Self.self] }
  static func write(_ node: Node, _ values: inout InjectedValues) { values[Self.self] = node }
  static func provide(_ code: @escaping @Sendable () -> Node, _ values: inout InjectedValues) {
    values.provide(Self.self, code)
  }
  /// Reads the key late. It captures the key, which a key path literal does not.
  static var capturing: Injected<Node> { Injected { $0[Self.self] } }
}

/// One key for each lifetime: a key is asked for that once.
enum NumberedKey<Family: Digit, Number: Digit, Lifetime: LifetimeName>: ModelKey {
  static var number: Int { Number.digit }
  static var lifetime: InjectionLifetime { Lifetime.lifetime }
}

enum ScopedByOther<Other: ModelKey>: LifetimeName {
  static var lifetime: InjectionLifetime { .scoped(by: Other.self) }
}

/// A number of any size. Programs that leave something in the process have keys of their own.
enum Digits<First: Digit, Second: Digit>: Digit {
  static var digit: Int { First.digit * 10 + Second.digit }
}

func makeDigit(_ number: Int) -> any Digit.Type {
  func join<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> any Digit.Type { Digits<A, B>.self }
  if number < 10 { return digits[number] }
  let first = makeDigit(number / 10)
  let last = digits[number % 10]
  return join(first, last)
}

func makeKeys(_ lifetimes: [ModelLifetime], family: Int) -> [any ModelKey.Type] {
  var keys: [any ModelKey.Type] = []
  func other<Other: ModelKey>(_: Other.Type) -> any LifetimeName.Type { ScopedByOther<Other>.self }
  func key<Family: Digit, Number: Digit, Lifetime: LifetimeName>(
    _: Family.Type,
    _: Number.Type,
    _: Lifetime.Type
  ) -> any ModelKey.Type {
    NumberedKey<Family, Number, Lifetime>.self
  }
  let family = makeDigit(family)
  for (number, lifetime) in lifetimes.enumerated() {
    let name: any LifetimeName.Type =
      switch lifetime {
      case .scoped: ScopedLifetime.self
      case .singleton: SingletonLifetime.self
      case .transient: TransientLifetime.self
      case .shared: SharedLifetime.self
      case .scopedBy(let number): other(keys[number])
      }
    keys.append(key(family, digits[number], name))
  }
  return keys
}

/// Counts a scope, where nothing else in it is counted.
enum WitnessKey: InjectionKey {
  static var defaultValue: Node? { nil }
}
