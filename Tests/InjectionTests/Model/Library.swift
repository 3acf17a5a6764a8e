import Foundation
import Injection
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport

/// The library, as its clients use it.
final class Library: World, @unchecked Sendable {
  // Unchecked: threads don't change what names mean.

  /// Where code runs, or values.
  enum Place: Sendable {
    case here
    case values(InjectedValues)
    case held(Held)
  }

  /// What an object holds.
  enum Held: Sendable {
    case property(Injected<Instance<Held>>)
    /// To be read, or to be entered.
    case direct(InjectedValues)
    case entered(InjectedValues)
    case closure(@Sendable () -> Injected<Instance<Held>>)
    case task(Desk)
    case stream(Feed)

    /// The values that are seen in the current scope; `nil` are those of that.
    var values: InjectedValues? {
      switch self {
      case .property(let property): property.projectedValue
      case .direct(let values), .entered(let values): values
      case .closure(let make): make().projectedValue
      case .task(let desk): desk.values
      case .stream(let feed): feed.values
      }
    }
  }

  typealias Home = Held
  var places: [Int: Place] = [:], objects: [Int: Instance<Held>] = [:]
  private var kept: [Int: InjectedScopes<Int>] = [:]
  private struct WeakObject { weak var object: Instance<Held>? }
  /// What kept scopes say.
  private var keptObjects: [WeakObject] = []
  /// The keys that were built.
  let builds = Log<Int>()
  /// Of each read that was recorded, whether it was in a default's code.
  let recorded = Log<Bool>()
  /// What was found to be wrong while code ran.
  let faults = Log<String>()
  /// What other threads read.
  var sightings: [Sighting] = []
  /// How often other threads have read.
  let threadReads = Atomic(0)
  /// What was read in drafts, to be compared.
  var drafted: [Instance<Held>] = []
  private let program: Program
  let startsThreads: Bool
  /// The tasks that may wait.
  let desks = Log<WeakDesk>()
  /// See `Program.play(patience:pause:)`.
  let patience: Int
  let keys: [any ProgramKey.Type]

  /// What the code of the keys belongs to.
  @TaskLocal static var playing: Library?
  /// Whether a default's code runs.
  @TaskLocal static var isInCode = false
  /// The key that a property reads.
  @TaskLocal static var key = 0
  /// The changed values, if code runs in those.
  @TaskLocal private static var changed: InjectedValues?

  init(_ program: Program, patience: Int = 0) {
    (self.program, self.patience) = (program, patience)
    startsThreads = program.startsThreads
    keys = program.readsProcess ? freshKeys() : sharedKeys
    inProcess {
      places[0] = .values(.current)
      // Each of a test of its own. In a test's scope, entering values of another one is an issue.
      for place in 1..<program.tests + 1 {
        let isAlone = program.tests == 1
        places[place] = .values(isAlone ? withTestScope { .current } : Self.container())
      }
    }
  }

  private static func container(
    _ update: (inout InjectedValues) -> Void = { _ in }
  ) -> InjectedValues {
    let source = SourceLine(#fileID, #line)
    var values = InjectedValues(Scope(in: nil, rootOf: Container(.test), at: source), at: source)
    update(&values)
    return InjectedValues(values.finished())
  }

  /// Runs code, or that of the key's default.
  fileprivate func build(
    _ key: Int,
    _ actions: [Action]? = nil,
    around home: Held? = nil
  ) -> Instance<Held> {
    builds.add(key)
    return Living.$isOfProcess.withValue(program.readsProcess) {
      Self.$isInCode.withValue(true) {
        run { build(key, actions ?? program.code(of: key), around: home, in: .here) }
      }
    }
  }

  func enter<Result>(_ place: Place, _ body: () -> Result) -> Result {
    switch place {
    case .here: body()
    case .values(let values): withInjected(values) { run(body) }
    case .held(let held):
      if let values = held.values { withInjected(values) { run(body) } } else { body() }
    }
  }

  /// Runs code in a scope, maybe of changed values.
  private func run<Result>(in changed: InjectedValues? = nil, _ body: () -> Result) -> Result {
    Self.$changed.withValue(changed, operation: body)
  }

  func enter<Result>(_ view: Place, from current: Place, _ body: (Place) -> Result) -> Result {
    enter(current) { enter(view) { body(.here) } }
  }

  func seen(in _: Place, from home: Held) -> Place { .held(home) }

  func captured(_ view: Place, from current: Place) -> Place {
    enter(current) {
      guard case .held(let held) = view else { return .values(.current) }
      return .values(held.values ?? .current)
    }
  }

  func read(_ key: Int, in view: Place, from current: Place) -> Instance<Held> {
    if !program.records || key % 2 == 0 { return readHere(key, in: view, from: current) }
    return enter(current) {
      recorded.add(Self.isInCode)
      // The values of a place have been entered, and are read there.
      let here = if case .values = view { Place.here } else { view }
      // On such a thread, too: what it runs may start others.
      let others = { self.threadReads.load(ordering: .sequentiallyConsistent) }
      return ProgramRecorder.record(faults.add, others) { readHere(key, in: here, from: .here) }
    }
  }

  private func readHere(_ key: Int, in view: Place, from current: Place) -> Instance<Held> {
    enter(current) {
      if Self.isOther { threadReads.add(1, ordering: .sequentiallyConsistent) }
      switch view {
      case .held(.direct), .held(.task), .held(.stream): break
      default: ProgramRecorder.willRead()
      }
      return switch view {
      case .here: keys[key].value(in: .current)
      case .values(let values): keys[key].value(in: values)
      case .held(.property(let property)): Self.$key.withValue(key) { property.wrappedValue }
      case .held(.direct(let values)): ProgramRecorder.elsewhere { keys[key].value(in: values) }
      case .held(.entered(let values)): withInjected(values) { keys[key].value(in: .current) }
      case .held(.closure(let make)): Self.$key.withValue(key) { make().wrappedValue }
      case .held(.task(let desk)): desk.read(key)
      case .held(.stream(let feed)): feed.read(key)
      }
    }
  }

  func open<Result>(
    _ overrides: [(Int, Override<Held>)],
    in view: Place,
    from current: Place,
    _ body: (Place) -> Result
  ) -> Result {
    enter(view, from: current) { _ in
      switch program.opening(overrides.map(\.0)) {
      case .closure: return withInjected({ set(overrides, in: &$0) }) { run { body(.here) } }
      case .overriding:
        let values = InjectedValues.current.overriding { set(overrides, in: &$0) }
        return withInjected(values) { run(in: values) { body(.here) } }
      case .changed, .copied, .replaced:
        var values = InjectedValues.current
        set(overrides.dropLast(), in: &values)
        // What is changed is a copy then.
        let opening = program.opening(overrides.map(\.0))
        let copy = opening == .copied ? values : nil
        set(overrides.suffix(1), in: &values)
        if opening == .replaced { return withInjected({ $0 = values }) { run { body(.here) } } }
        return withExtendedLifetime(copy) { withInjected(values) { run { body(.here) } } }
      }
    }
  }

  func use(_: Place) {}

  func change(_ place: Place, _ overrides: [(Int, Override<Held>)]) -> Place {
    guard case .values(var values) = place else { return place }
    set(overrides, in: &values)
    return .values(values)
  }

  private func set(
    _ overrides: some Sequence<(Int, Override<Held>)>,
    in values: inout InjectedValues
  ) {
    for (key, override) in overrides {
      guard case .from(let other, let isCompared) = override else {
        var override = override
        if case .decorator(let code) = override {
          let isEntered = Hold.ofDecorator(key) == .entered
          override = .code(code, around: isEntered ? .entered(.current) : .direct(.current))
        }
        keys[key].override(override, in: &values)
        continue
      }
      ProgramRecorder.willRead()
      let part =
        program.entersDraft(other, for: key)
        ? withInjected(values) { keys[other].value(in: .current) } : keys[other].value(in: values)
      if isCompared { drafted.append(part) }
      keys[key].override(.value(make(key, from: part, in: .here)), in: &values)
    }
  }

  func keep(_ name: Int, _ overrides: [(Int, Override<Held>)], in base: Place) {
    for case .value(let object) in overrides.map(\.1) {
      keptObjects.append(WeakObject(object: object))
    }
    enter(base) {
      kept[name] = InjectedScopes(in: .current, limit: 9) { [weak self] values, _ in
        guard let self else { return }
        // What a default's code makes in the scope leads there.
        Living.$isOfProcess.withValue(program.readsProcess) {
          // It inherits nothing.
          ProgramRecorder.$current.withValue(nil) { set(overrides, in: &values) }
        }
      }
    }
  }

  func enter<Result>(kept name: Int, from current: Place, _ body: (Place) -> Result) -> Result? {
    kept[name].map { kept in enter(current) { kept.withInjected(name) { run { body(.here) } } } }
  }

  func remove(kept name: Int) { kept[name]?.removeScope(for: name) }

  /// Lets go of all but a place. Whether what kept scopes say is released.
  func releasesKept(besides place: Int) -> Bool {
    places = places.filter { $0.key == place }
    (objects, kept) = ([:], [:])
    endTasks()
    var tries = program.hasTasks ? 1000 : 0
    while !keptObjects.allSatisfy({ $0.object == nil }) {
      if tries == 0 { return false }
      tries -= 1
      usleep(1000)
    }
    return true
  }

  func root(_: Int, _ overrides: [(Int, Override<Held>)], from process: Place) -> Place {
    enter(process) { .values(Self.container { set(overrides, in: &$0) }) }
  }

  func make(_ number: Int, _ parts: [Instance<Held>], in place: Place) -> Instance<Held> {
    enter(place) { Instance(number, held(number), parts, Living()) }
  }

  func hold(of object: Instance<Held>) -> Hold { program.hold(of: object.number) }

  private func held(_ number: Int) -> Held {
    let property = { @Sendable [keys] in Injected { keys[Self.key].value(in: $0) } }
    switch program.hold(of: number) {
    case .property: return .property(property())
    case .direct: return .direct(Self.changed ?? .current)
    case .entered: return .entered(Self.changed ?? .current)
    case .projected: return .entered(property().projectedValue)
    case .closure:
      let values = InjectedValues.current
      return .closure { withInjected(values, operation: property) }
    case .task: return .task(Desk(self))
    case .stream: return .stream(Feed(property()))
    }
  }
}

extension Library {
  /// Sets the keys that programs share, for the process: but for transient ones, since code of tests
  /// may read these there.
  static func bootstrap() {
    let object = inProcess { Instance(5000, Held.direct(.current), []) }
    InjectedValues.bootstrap { values in
      for key in sharedKeys where Lifetime.ofKeys[key.number] != .transient {
        key.override(.value(object), in: &values)
      }
    }
  }
}

/// Counts the objects and overrides that live.
final class Living: Sendable {
  @TaskLocal static var count = Count()
  /// Whether the process may keep what is made: what a default's code makes.
  @TaskLocal static var isOfProcess = false
  final class Count: Sendable { let living = Atomic(0) }

  private let count = Living.isOfProcess ? nil : Living.count
  init() { count?.living.add(1, ordering: .relaxed) }
  deinit { count?.living.subtract(1, ordering: .sequentiallyConsistent) }
}

// MARK: - Keys

private let sharedKeys = keys(of: D0.self)
private let setCount = Atomic(0)

/// Keys that nothing has used: the process's root never forgets.
private func freshKeys() -> [any ProgramKey.Type] {
  keys(of: set(setCount.add(1, ordering: .relaxed).newValue))
}

private func set(_ number: Int) -> any Digit.Type {
  func next<Front: Digit, Last: Digit>(_: Front.Type, _: Last.Type) -> any Digit.Type {
    Several<Front, Last>.self
  }
  let (rest, last) = number.quotientAndRemainder(dividingBy: 10)
  return rest == 0 ? digits[last] : next(set(rest), digits[last])
}

private enum Several<Front: Digit, Last: Digit>: Digit { static var digit: Int { Last.digit } }

private func keys<Set: Digit>(of _: Set.Type) -> [any ProgramKey.Type] {
  func key<D: Digit>(_: D.Type) -> any ProgramKey.Type { Key<D, Set>.self }
  return digits.map { key($0) }
}

protocol ProgramKey: InjectionKey, SendableMetatype
where Value == Instance<Library.Held> {
  static var number: Int { get }
}

extension ProgramKey {
  static func value(in values: InjectedValues) -> Value { values[Self.self] }

  fileprivate static func override(
    _ override: Override<Library.Held>,
    in values: inout InjectedValues
  ) {
    switch override {
    case .value(let object): values[Self.self] = object
    case .code(let actions, let home):
      values.provide(Self.self) { [living = Living()] in
        withExtendedLifetime(living) { Library.playing!.build(number, actions, around: home) }
      }
    case .from, .decorator: break
    }
  }
}

/// A key of a set, in which each has a number.
private enum Key<D: Digit, Set: Digit>: ProgramKey {
  static var number: Int { D.digit }
  static var defaultValue: Instance<Library.Held> { Library.playing!.build(number) }

  static var lifetime: InjectionLifetime {
    switch Lifetime.ofKeys[number] {
    case .scoped: .scoped
    case .scopedBy0: .scoped(by: Key<D0, Set>.self)
    case .scopedBy5: .scoped(by: Key<D5, Set>.self)
    case .singleton: .singleton
    case .transient: .transient
    case .weak: .weak
    }
  }
}
