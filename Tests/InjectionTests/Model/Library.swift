import Injection
import InjectionTesting
import Synchronization

/// The library, as its clients use it.
final class Library: World, @unchecked Sendable {
  // Unchecked: a program is played in one task.

  private let program: Program
  private let count: Count
  var places: [Int: InjectedValues] = [0: .root]
  var objects: [Int: Node] = [:]
  private(set) var builds = 0

  /// What the code of the keys belongs to.
  @TaskLocal static var playing: Library?

  init(_ program: Program, _ count: Count) {
    (self.program, self.count) = (program, count)
    for place in 0..<program.tests { places[place + 1] = withTestScope { .current } }
  }

  /// Runs code, or that of the key's default.
  fileprivate func build(_ key: Int, _ actions: [Action]? = nil) -> Node {
    builds += 1
    return build(key, actions ?? program.code(of: key), in: .current)
  }

  func seen(in current: InjectedValues, from home: Injected<Node>) -> InjectedValues {
    withInjected(current) { home.projectedValue }
  }

  func read(_ key: Int, in view: InjectedValues, from current: InjectedValues) -> Node {
    withInjected(current) { keys[key].value(in: view) }
  }

  func open(
    _ overrides: [(Int, Override<Node>)],
    in view: InjectedValues,
    from _: InjectedValues
  ) -> InjectedValues {
    withInjected(view) {
      withInjected {
        for (key, override) in overrides { keys[key].override(override, in: &$0, count) }
      } operation: {
        .current
      }
    }
  }

  func make(_ number: Int, _ parts: [Node], in place: InjectedValues) -> Node {
    withInjected(place) { Node(number, parts, count) }
  }
}

/// An object with a home.
final class Node: WorldObject, Sendable {
  let number: Int
  let parts: [Node]
  let home = Injected({ $0[Key0.self] })
  private let counted: Living

  init(_ number: Int, _ parts: [Node], _ count: Count) {
    (self.number, self.parts, counted) = (number, parts, Living(count))
  }
}

/// How many objects and overrides live.
final class Count: Sendable { let living = Atomic(0) }

/// Lives with what holds it.
final class Living: Sendable {
  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.living.add(1, ordering: .relaxed)
  }

  deinit { count.living.subtract(1, ordering: .sequentiallyConsistent) }
}

// MARK: - Keys

private let keys: [any ProgramKey.Type] = [
  Key0.self, Key1.self, Key2.self, Key3.self, Key4.self, Key5.self, Key6.self, Key7.self,
  Key8.self, Key9.self, Key10.self, Key11.self,
]

private protocol ProgramKey: InjectionKey, SendableMetatype where Value == Node {
  static var number: Int { get }
}

extension ProgramKey {
  static var defaultValue: Node { Library.playing!.build(number) }

  static var lifetime: InjectionLifetime {
    switch Lifetime.ofKeys[number] {
    case .scoped: .scoped
    case .scopedBy0: .scoped(by: Key0.self)
    case .scopedBy5: .scoped(by: Key5.self)
    case .singleton: .singleton
    case .transient: .transient
    case .shared: .shared
    }
  }

  fileprivate static func value(in values: InjectedValues) -> Node { values[Self.self] }

  fileprivate static func override(
    _ override: Override<Node>,
    in values: inout InjectedValues,
    _ count: Count
  ) {
    switch override {
    case .value(let object): values[Self.self] = object
    case .code(let actions):
      let counted = Living(count)
      values.provide(Self.self) {
        withExtendedLifetime(counted) { Library.playing!.build(number, actions) }
      }
    }
  }
}

private enum Key0: ProgramKey { static var number: Int { 0 } }
private enum Key1: ProgramKey { static var number: Int { 1 } }
private enum Key2: ProgramKey { static var number: Int { 2 } }
private enum Key3: ProgramKey { static var number: Int { 3 } }
private enum Key4: ProgramKey { static var number: Int { 4 } }
private enum Key5: ProgramKey { static var number: Int { 5 } }
private enum Key6: ProgramKey { static var number: Int { 6 } }
private enum Key7: ProgramKey { static var number: Int { 7 } }
private enum Key8: ProgramKey { static var number: Int { 8 } }
private enum Key9: ProgramKey { static var number: Int { 9 } }
private enum Key10: ProgramKey { static var number: Int { 10 } }
private enum Key11: ProgramKey { static var number: Int { 11 } }
