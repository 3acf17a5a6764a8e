import Injection
import InjectionTesting

/// The library, as programs use it.
final class ModelLibrary: ModelWorld, Sendable {
  let census = Census()
  private let plans: [ModelPlan]
  private let keys: [any ModelKey.Type]

  /// Keys are types, and find what their code does here. One program is played at a time.
  static var playing: ModelLibrary { current.withLock { $0! } }
  private static let current = Lock<ModelLibrary?>(nil)

  /// - Parameter family: Other families have other keys.
  init(_ plans: [ModelPlan], family: Int) {
    self.plans = plans
    keys = makeKeys(plans.map(\.lifetime), family: family)
  }

  func start() { Self.current.withLock { $0 = self } }
  func end() { Self.current.withLock { $0 = nil } }

  // MARK: Building

  func makeDefault(of key: Int) -> Node { make(plans[key].steps, of: key, outside: nil) }

  private func make(_ steps: [ModelStep], of key: Int, outside: InjectedValues?) -> Node {
    let (data, parts) = run(steps, of: key, outside: outside)
    return makeObject(data, parts)
  }

  func makeObject(_ data: Int, _ parts: [Node]) -> Node {
    // As with key path literals, or with closures that capture something.
    let late =
      data.isMultiple(of: 2) ? Self.literals().prefix(keys.count) + [] : keys.map { $0.capturing }
    return Node(data, parts, late, census)
  }

  /// Wrappers whose functions capture nothing.
  private static func literals() -> [Injected<Node>] {
    [
      Injected { read(0, $0) }, Injected { read(1, $0) }, Injected { read(2, $0) },
      Injected { read(3, $0) }, Injected { read(4, $0) }, Injected { read(5, $0) },
      Injected { read(6, $0) }, Injected { read(7, $0) },
    ]
  }

  private static func read(_ key: Int, _ values: InjectedValues) -> Node {
    playing.keys[key].read(values)
  }

  // MARK: Scopes

  var current: InjectedValues { .current }

  func enter(_ values: InjectedValues, _ operation: () -> Void) {
    withInjected(values, operation: operation)
  }

  func open(_ update: (inout InjectedValues) -> Void, _ operation: () -> Void) {
    withInjected(update, operation: operation)
  }

  func set(_ key: Int, to node: Node, in values: inout InjectedValues) {
    keys[key].write(node, &values)
  }

  func provide(
    _ key: Int,
    _ steps: [ModelStep],
    outside: InjectedValues?,
    in values: inout InjectedValues
  ) {
    keys[key].provide({ self.make(steps, of: key, outside: outside) }, &values)
  }

  func copy(_ values: inout InjectedValues) -> InjectedValues { values }

  func witness(_ values: inout InjectedValues) {
    values[WitnessKey.self] = Node(1, [], [], census)
  }

  var outside: (objects: [Node], values: InjectedValues)? {
    get { used.withLock { $0 } }
    set { used.withLock { $0 = newValue } }
  }
  private let used = Lock<(objects: [Node], values: InjectedValues)?>(nil)

  // MARK: Reading

  func read(_ key: Int, in values: InjectedValues) -> Node { keys[key].read(values) }
  func read(_ key: Int, through node: Node) -> Node { node.late[key]() }
  func seen(by node: Node) -> InjectedValues { node.late[0].projectedValue }
  func captured(by node: Node) -> InjectedValues? { node.captured }
  func data(of node: Node) -> Int { node.data }
  func parts(of node: Node) -> [Node] { node.parts }
}
