import Injection
import InjectionTesting
import Synchronization
import TestSupport

/// The library, as its clients use it.
final class Library: World, @unchecked Sendable {
  // Unchecked: threads don't change what names mean.

  typealias Home = Injected<Int>
  var places: [Int: InjectedValues] = [0: .root], objects: [Int: Instance<Home>] = [:]
  /// The keys that were built.
  let builds = Log<Int>()
  private let program: Program

  /// What the code of the keys belongs to.
  @TaskLocal static var playing: Library?

  init(_ program: Program) {
    self.program = program
    for place in 1...program.tests { places[place] = withTestScope { .current } }
  }

  /// Runs code, or that of the key's default.
  fileprivate func build(_ key: Int, _ actions: [Action]? = nil) -> Instance<Home> {
    builds.add(key)
    return build(key, actions ?? program.code(of: key), in: .current)
  }

  func seen(in current: InjectedValues, from home: Home) -> InjectedValues {
    withInjected(current) { home.projectedValue }
  }

  func read(_ key: Int, in view: InjectedValues, from current: InjectedValues) -> Instance<Home> {
    withInjected(current) { keys[key].value(in: view) }
  }

  func open(
    _ overrides: [(Int, Override<Home>)],
    in view: InjectedValues,
    from _: InjectedValues
  ) -> InjectedValues {
    withInjected(view) {
      withInjected({ for (key, override) in overrides { keys[key].override(override, in: &$0) } }) {
        .current
      }
    }
  }

  func make(_ number: Int, _ parts: [Instance<Home>], in place: InjectedValues) -> Instance<Home> {
    withInjected(place) { Instance(number, Injected { _ in 0 }, parts, Living()) }
  }
}

/// Counts the objects and overrides that live.
final class Living: Sendable {
  @TaskLocal static var count = Count()
  final class Count: Sendable { let living = Atomic(0) }

  private let count = Living.count
  init() { count.living.add(1, ordering: .relaxed) }
  deinit { count.living.subtract(1, ordering: .sequentiallyConsistent) }
}

// MARK: - Keys

private let keys = digits.map { key($0) }

private func key<D: Digit>(_: D.Type) -> any ProgramKey.Type { Key<D>.self }

private protocol ProgramKey: InjectionKey, SendableMetatype where Value == Instance<Injected<Int>> {
  static var number: Int { get }
}

extension ProgramKey {
  static var defaultValue: Instance<Injected<Int>> { Library.playing!.build(number) }

  static var lifetime: InjectionLifetime {
    switch Lifetime.ofKeys[number] {
    case .scoped: .scoped
    case .scopedBy0: .scoped(by: Key<D0>.self)
    case .scopedBy5: .scoped(by: Key<D5>.self)
    case .singleton: .singleton
    case .transient: .transient
    case .weak: .weak
    }
  }

  fileprivate static func value(in values: InjectedValues) -> Value { values[Self.self] }

  fileprivate static func override(
    _ override: Override<Injected<Int>>,
    in values: inout InjectedValues
  ) {
    switch override {
    case .value(let object): values[Self.self] = object
    case .code(let actions):
      values.provide(Self.self) { [living = Living()] in
        withExtendedLifetime(living) { Library.playing!.build(number, actions) }
      }
    }
  }
}

private enum Key<D: Digit>: ProgramKey { static var number: Int { D.digit } }
