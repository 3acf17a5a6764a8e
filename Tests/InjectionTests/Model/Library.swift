import Injection
import InjectionTesting
import Synchronization

/// The library, as its clients use it.
final class Library: World, @unchecked Sendable {
  // Unchecked: a program is played in one task.

  let program: Program
  let count: Count
  var places: [Int: InjectedValues]
  var objects: [Int: Node] = [:]
  private(set) var builds = 0

  /// What the code of the keys belongs to.
  @TaskLocal static var playing: Library?

  init(_ program: Program, _ count: Count) {
    self.program = program
    self.count = count
    places = [0: .root]
    for place in 0..<program.containers { places[place + 1] = withTestScope { .current } }
  }

  func build(_ key: Int, _ actions: [Action]) -> Node {
    builds += 1
    return build(key, actions, in: .current)
  }

  func read(_ key: Int, in place: InjectedValues, _ home: Injected<Node>?) -> Node {
    withInjected(place) { keys[key].value(in: home?.projectedValue ?? .current) }
  }

  func seen(in place: InjectedValues, from home: Injected<Node>) -> InjectedValues {
    withInjected(place) { home.projectedValue }
  }

  func open(
    _ overrides: [(Int, Override<Node>)],
    in place: InjectedValues,
    _ home: Injected<Node>?
  ) -> InjectedValues {
    withInjected(home.map { seen(in: place, from: $0) } ?? place) {
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

  func number(of object: Node) -> Int { object.number }
  func home(of object: Node) -> Injected<Node> { object.home }
  func parts(of object: Node) -> [Node] { object.parts }
}

/// An object with a home.
final class Node: Sendable {
  let number: Int
  let parts: [Node]
  let home = Injected({ $0[Key0.self] })
  private let counted: Counted

  init(_ number: Int, _ parts: [Node], _ count: Count) {
    self.number = number
    self.parts = parts
    counted = Counted(count)
  }
}

/// How many objects and overrides live.
final class Count: Sendable { let living = Atomic(0) }

/// Lives with what holds it.
private final class Counted: Sendable {
  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.living.add(1, ordering: .relaxed)
  }

  deinit { count.living.subtract(1, ordering: .relaxed) }
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
  static var defaultValue: Node {
    let library = Library.playing!
    return library.build(number, library.program.code(of: number))
  }

  static var lifetime: InjectionLifetime {
    switch Lifetime.ofKeys[number] {
    case .scoped(nil): .scoped
    case .scoped(by: 0): .scoped(by: Key0.self)
    case .scoped: .scoped(by: Key5.self)
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
      let counted = Counted(count)
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
