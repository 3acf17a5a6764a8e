import Injection
import Synchronization

// Twenty-five keys whose code is not fixed: what a default does stands in the program of the case that
// runs. Each family of keys runs one case at a time.

/// The value of every key of the model check.
final class Node: Sendable {
  let key: Int
  /// Names an override; `Node.isDefault` in a default.
  let tag: Int
  /// What was read while this was built.
  let parts: [Node]
  let late: [Injected<Node>]

  static let isDefault = -1

  init(key: Int, tag: Int, parts: [Node], late: [Injected<Node>]) {
    self.key = key
    self.tag = tag
    self.parts = parts
    self.late = late
  }
}

protocol ModelKey: InjectionKey, SendableMetatype where Value == Node {}

extension ModelKey {
  static func read(_ values: InjectedValues) -> Node { values[Self.self] }
  static func write(_ values: inout InjectedValues, _ node: Node) { values[Self.self] = node }
  static var wrapper: Injected<Node> { Injected(Self.self) }
}

protocol Digit: SendableMetatype {
  static var digit: Int { get }
}
enum D0: Digit { static var digit: Int { 0 } }
enum D1: Digit { static var digit: Int { 1 } }
enum D2: Digit { static var digit: Int { 2 } }
enum D3: Digit { static var digit: Int { 3 } }
enum D4: Digit { static var digit: Int { 4 } }

private let digits: [any Digit.Type] = [D0.self, D1.self, D2.self, D3.self, D4.self]

/// One of the keys of a family.
enum NumberedKey<Family: Digit, A: Digit, B: Digit>: ModelKey {
  static var defaultValue: Node { family.makeDefault(of: A.digit * 5 + B.digit) }
  static var lifetime: InjectionLifetime {
    family.running.programs[A.digit * 5 + B.digit].lifetime
  }
  private static var family: KeyFamily { .all[Family.digit] }
}

/// Keys that are used by one case at a time.
final class KeyFamily: Sendable {
  let keys: [any ModelKey.Type]
  private let state = Mutex<Running?>(nil)
  private let buildCount = Atomic<Int>(0)

  struct Running: Sendable {
    var programs: [ModelProgram]
  }

  static let all: [KeyFamily] = digits.map { KeyFamily($0) }

  private init(_ family: any Digit.Type) {
    func keys<Family: Digit>(_ family: Family.Type) -> [any ModelKey.Type] {
      digits.flatMap { a in digits.map { b in key(family, a, b) } }
    }
    func key<F: Digit>(_ family: F.Type, _ a: any Digit.Type, _ b: any Digit.Type)
      -> any ModelKey.Type
    {
      func withA<A: Digit>(_ a: A.Type) -> any ModelKey.Type {
        func withB<B: Digit>(_ b: B.Type) -> any ModelKey.Type { NumberedKey<F, A, B>.self }
        return withB(b)
      }
      return withA(a)
    }
    self.keys = keys(family)
  }

  /// Begins a case.
  func start(_ programs: [ModelProgram]) {
    state.withLock { $0 = Running(programs: programs) }
    buildCount.store(0, ordering: .relaxed)
  }

  var running: Running { state.withLock { $0! } }
  var builds: Int { buildCount.load(ordering: .relaxed) }

  func makeOverride(of key: Int, tag: Int) -> Node {
    Node(key: key, tag: tag, parts: [], late: running.programs[key].late.map { keys[$0].wrapper })
  }

  /// The code of all defaults.
  fileprivate func makeDefault(of key: Int) -> Node {
    buildCount.add(1, ordering: .relaxed)
    let program = running.programs[key]
    var parts: [Node] = []
    for step in program.steps {
      switch step {
      case .read(let key):
        parts.append(keys[key].read(.current))
      case .through(let key, let late):
        let node = keys[key].read(.current)
        parts += [node, node.late[late]()]
      case .nested(let overridden, let tag, let key):
        let node = makeOverride(of: overridden, tag: tag)
        withInjected {
          keys[overridden].write(&$0, node)
        } operation: {
          parts.append(keys[key].read(.current))
        }
      }
    }
    return Node(
      key: key,
      tag: Node.isDefault,
      parts: parts,
      late: program.late.map { keys[$0].wrapper }
    )
  }
}
