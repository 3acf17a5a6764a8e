import Synchronization

@testable import Injection

// Ten keys whose code is not fixed: what a default does stands in the program of the case that
// runs. Each family of keys runs one case at a time.

/// The value of every key of the model check.
final class Node: Sendable {
  /// What was computed.
  let data: Int
  /// What was read while this was built, and the objects that were made, in order.
  let parts: [Node]
  /// Reads each of the keys late.
  let late: [Injected<Node>]
  /// What was current when this was made.
  let values = InjectedValues.current

  init(_ data: Int, parts: [Node] = [], _ family: KeyFamily) {
    self.data = data
    self.parts = parts
    self.late = family.wrappers
  }
}

protocol ModelKey: InjectionKey, SendableMetatype where Value == Node {
  static var wrapper: Injected<Node> { get }
}

extension ModelKey {
  static func read(_ values: InjectedValues) -> Node { values[Self.self] }
  static func write(_ values: inout InjectedValues, _ node: Node) { values[Self.self] = node }
  static func provide(_ values: inout InjectedValues, _ code: @escaping @Sendable () -> Node) {
    values.provide(Self.self) { code() }
  }
  static var wrapper: Injected<Node> { Injected({ $0[Self.self] }) }
}

/// A key of a family, for one lifetime: a key is asked for its lifetime once.
enum NumberedKey<Family: Digit, Number: Digit, Lifetime: LifetimeName>: ModelKey {
  static var defaultValue: Node { KeyFamily.all[Family.digit].makeDefault(of: Number.digit) }
  static var lifetime: InjectionLifetime {
    Lifetime.lifetime(Family.self, Number.self)
  }
}

// MARK: - Names

protocol Digit: SendableMetatype { static var digit: Int { get } }
enum D0: Digit { static var digit: Int { 0 } }
enum D1: Digit { static var digit: Int { 1 } }
enum D2: Digit { static var digit: Int { 2 } }
enum D3: Digit { static var digit: Int { 3 } }
enum D4: Digit { static var digit: Int { 4 } }
enum D5: Digit { static var digit: Int { 5 } }
enum D6: Digit { static var digit: Int { 6 } }
enum D7: Digit { static var digit: Int { 7 } }
enum D8: Digit { static var digit: Int { 8 } }
enum D9: Digit { static var digit: Int { 9 } }

private let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

protocol LifetimeName: SendableMetatype {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime
}
enum LifetimeScoped: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime { .scoped }
}
enum LifetimeSingleton: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime {
    .singleton
  }
}
enum LifetimeTransient: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime {
    .transient
  }
}
enum LifetimeShared: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime { .shared }
}
enum LifetimeByItself: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime {
    .scoped(by: NumberedKey<F, N, LifetimeByItself>.self)
  }
}
enum LifetimeBy<A: Digit, L: LifetimeName>: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime {
    .scoped(by: NumberedKey<F, A, L>.self)
  }
}
enum LifetimeByTwo<A: Digit, L: LifetimeName, B: Digit, M: LifetimeName>: LifetimeName {
  static func lifetime<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> InjectionLifetime {
    .scoped(by: NumberedKey<F, A, L>.self, NumberedKey<F, B, M>.self)
  }
}

// MARK: - Families

/// Keys that are used by one case at a time.
final class KeyFamily: Sendable {
  private let digit: any Digit.Type
  private let state = Mutex(State())

  private struct State: Sendable {
    var keys: [any ModelKey.Type] = []
    var codes: [Code] = []
    var built: [Node] = []
  }

  static let all: [KeyFamily] = digits.map { KeyFamily($0) }

  private init(_ digit: any Digit.Type) {
    self.digit = digit
  }

  /// Reads each of the keys late. Those of the first family capture nothing, as key path literals
  /// do.
  fileprivate var wrappers: [Injected<Node>] {
    let keys = keys
    if self !== KeyFamily.all[0] { return keys.map { $0.wrapper } }
    let wrappers = [
      Injected { KeyFamily.first(0, $0) }, Injected { KeyFamily.first(1, $0) },
      Injected { KeyFamily.first(2, $0) }, Injected { KeyFamily.first(3, $0) },
      Injected { KeyFamily.first(4, $0) }, Injected { KeyFamily.first(5, $0) },
      Injected { KeyFamily.first(6, $0) }, Injected { KeyFamily.first(7, $0) },
      Injected { KeyFamily.first(8, $0) }, Injected { KeyFamily.first(9, $0) },
    ]
    return Array(wrappers[..<keys.count])
  }

  private static func first(_ key: Int, _ values: InjectedValues) -> Node {
    all[0].keys[key].read(values)
  }

  /// Begins a case.
  func start(_ lifetimes: [ModelLifetime], _ codes: [Code]) {
    let keys = lifetimes.indices.map { key($0, lifetimes) }
    state.withLock { $0 = State(keys: keys, codes: codes) }
  }

  var keys: [any ModelKey.Type] { state.withLock { $0.keys } }

  /// All that was built since the case began.
  var built: [Node] { state.withLock { $0.built } }

  /// Lets the case's values go.
  func end() { state.withLock { $0 = State() } }

  private func key(_ number: Int, _ lifetimes: [ModelLifetime]) -> any ModelKey.Type {
    func name(_ lifetime: ModelLifetime) -> any LifetimeName.Type {
      switch lifetime {
      case .scoped: LifetimeScoped.self
      case .singleton: LifetimeSingleton.self
      case .transient: LifetimeTransient.self
      case .shared: LifetimeShared.self
      case .by(let others) where others.isEmpty: LifetimeByItself.self
      case .by(let others):
        others.count == 1
          ? by(digits[others[0]], name(lifetimes[others[0]]))
          : byTwo(
            digits[others[0]],
            name(lifetimes[others[0]]),
            digits[others[1]],
            name(lifetimes[others[1]])
          )
      }
    }
    func by<A: Digit, L: LifetimeName>(_: A.Type, _: L.Type) -> any LifetimeName.Type {
      LifetimeBy<A, L>.self
    }
    func byTwo<A: Digit, L: LifetimeName, B: Digit, M: LifetimeName>(
      _: A.Type,
      _: L.Type,
      _: B.Type,
      _: M.Type
    ) -> any LifetimeName.Type {
      LifetimeByTwo<A, L, B, M>.self
    }
    func make<F: Digit, N: Digit, L: LifetimeName>(_: F.Type, _: N.Type, _: L.Type)
      -> any ModelKey.Type
    {
      NumberedKey<F, N, L>.self
    }
    return make(digit, digits[number], name(lifetimes[number]))
  }

  // MARK: Running steps

  /// The code of all defaults.
  fileprivate func makeDefault(of key: Int) -> Node { run(state.withLock { $0.codes[key] }) }

  func run(_ code: Code) -> Node {
    var running = Running(family: self, keys: keys, data: ModelData.ofCode(code.number))
    for step in code.steps { running.run(step) }
    let node = Node(running.data, parts: running.parts, self)
    state.withLock { $0.built.append(node) }
    return node
  }

  private struct Running {
    let family: KeyFamily
    let keys: [any ModelKey.Type]
    var data: Int
    var parts: [Node] = []

    mutating func add(_ node: Node) {
      parts.append(node)
      data = ModelData.mix(data, node.data)
    }

    mutating func run(_ step: Step) {
      switch step {
      case .read(let key): add(keys[key].read(.current))
      case .readThrough(let object, let key):
        let object = keys[object].read(.current)
        add(object)
        add(object.late[key]())
      case .readProjected(let object, let key):
        let object = keys[object].read(.current)
        add(object)
        add(keys[key].read(object.late[key].projectedValue))
      case .enter(let object, let steps):
        let object = keys[object].read(.current)
        add(object)
        withInjected(object.late[0].projectedValue) { for step in steps { run(step) } }
      case .open(let settings, let steps):
        withInjected { values in
          for setting in settings { if let node = family.apply(setting, &values) { add(node) } }
        } operation: {
          for step in steps { run(step) }
        }
      case .make: add(Node(ModelData.ofOverride(data), family))
      case .ifEven(let step): if data.isMultiple(of: 2) { run(step) }
      }
    }
  }

  /// Changes values. Returns what was read.
  func apply(_ setting: Setting, _ values: inout InjectedValues) -> Node? {
    let keys = keys
    switch setting {
    case .set(let key, let tag):
      keys[key].write(&values, Node(ModelData.ofOverride(tag), self))
      return nil
    case .provide(let key, let code):
      keys[key].provide(&values) { self.run(code) }
      return nil
    case .read(let key): return keys[key].read(values)
    case .copy(let key, let other):
      let node = keys[key].read(values)
      keys[other].write(&values, node)
      return node
    }
  }
}
