import Injection

// Ten thousand keys without ten thousand declarations: four digits, each one of ten types, make a
// type.

protocol NumberedKey: InjectionKey where Value == Int {}

protocol Digit {}

enum KeyFamily {
  private enum Key<A: Digit, B: Digit, C: Digit, D: Digit>: NumberedKey {
    static var defaultValue: Int { 1 }
  }

  enum Zero: Digit {}
  enum One: Digit {}
  enum Two: Digit {}
  enum Three: Digit {}
  enum Four: Digit {}
  enum Five: Digit {}
  enum Six: Digit {}
  enum Seven: Digit {}
  enum Eight: Digit {}
  enum Nine: Digit {}

  private static func digit(_ number: Int) -> any Digit.Type {
    let digits: [any Digit.Type] = [
      Zero.self, One.self, Two.self, Three.self, Four.self,
      Five.self, Six.self, Seven.self, Eight.self, Nine.self,
    ]
    return digits[number % 10]
  }

  private static func key<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type
  ) -> any NumberedKey.Type {
    Key<A, B, C, D>.self
  }

  /// A key of its own for each number up to 9,999.
  static func key(_ number: Int) -> any NumberedKey.Type {
    key(digit(number), digit(number / 10), digit(number / 100), digit(number / 1000))
  }
}

extension InjectedValues {
  /// Overrides this many keys that no client reads.
  mutating func overrideOthers(_ count: Int) {
    for number in 0..<count { override(KeyFamily.key(number)) }
  }

  private mutating func override<Key: NumberedKey>(_ key: Key.Type) {
    self[key] = 2
  }

  /// Reads ten thousand keys, so that these values know them.
  func readTenThousandOthers() {
    for number in 0..<10_000 { read(KeyFamily.key(number)) }
  }

  private func read<Key: NumberedKey>(_ key: Key.Type) {
    sink(self[key])
  }
}
