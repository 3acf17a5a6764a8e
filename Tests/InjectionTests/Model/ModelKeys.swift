import Synchronization

@testable import Injection

// Ten keys whose code is not fixed: what a default does stands in the program of the case that
// runs. Each family of keys runs one case at a time.

/// The value of every key of the model check.
final class Node: Individual, Sendable {
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

protocol ModelKey: InjectionKey, SendableMetatype where Value == Node {}

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
  static var lifetime: InjectionLifetime { Lifetime.lifetime }
}

enum ScopedByItself<Family: Digit, Number: Digit>: LifetimeName {
  static var lifetime: InjectionLifetime { .scoped(by: NumberedKey<Family, Number, Self>.self) }
}
// No parameter pack: with one, the optimized program stops (Swift 6.3).
enum ScopedByOne<A: ModelKey>: LifetimeName {
  static var lifetime: InjectionLifetime { .scoped(by: A.self) }
}
enum ScopedByTwo<A: ModelKey, B: ModelKey>: LifetimeName {
  static var lifetime: InjectionLifetime { .scoped(by: A.self, B.self) }
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
    func byItself<F: Digit, N: Digit>(_: F.Type, _: N.Type) -> any LifetimeName.Type {
      ScopedByItself<F, N>.self
    }
    func byOne<A: ModelKey>(_: A.Type) -> any LifetimeName.Type { ScopedByOne<A>.self }
    func byTwo<A: ModelKey, B: ModelKey>(_: A.Type, _: B.Type) -> any LifetimeName.Type {
      ScopedByTwo<A, B>.self
    }
    func name(_ lifetime: ModelLifetime) -> any LifetimeName.Type {
      switch lifetime {
      case .scoped: return ScopedLifetime.self
      case .singleton: return SingletonLifetime.self
      case .transient: return TransientLifetime.self
      case .shared: return SharedLifetime.self
      case .by(let others):
        let keys = others.map { key($0, lifetimes) }
        if keys.isEmpty { return byItself(digit, digits[number]) }
        return keys.count == 1 ? byOne(keys[0]) : byTwo(keys[0], keys[1])
      }
    }
    func make<F: Digit, N: Digit, L: LifetimeName>(
      _: F.Type,
      _: N.Type,
      _: L.Type
    ) -> any ModelKey.Type {
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
