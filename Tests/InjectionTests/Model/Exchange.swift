import Dispatch
import Foundation
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport

@testable import Injection

/// A random program of threads that build at once, and whose code reads through what the code of
/// others has captured, in its own scopes and in theirs.
///
/// It needs no oracle: what a read has found is what the same values show when all has ended, and
/// what is built there again. Of code that does something else each time it runs, what it has read
/// is what these values say.
///
/// Nothing waits in a circle: code reads the keys before its own, and a thread uses what those have
/// published that come before it. Code waits for a thread that it has started, until that has read
/// what the code has read before.
///
/// Some programs have collections of scopes, which come and go, and values that read when they are
/// released: see Exchange+Collections.swift.
final class Exchange: Sendable {
  @TaskLocal static var playing: Exchange?
  @TaskLocal fileprivate static var thread: Worker?
  /// Whether all has ended, and values are built again.
  @TaskLocal private static var isAfterwards = false

  private let threads: [[Step]]
  private let code: [[Step]]
  let keys: [any ExchangedKey.Type]
  private let isSlow: Bool
  /// Whether code may do something else each time it runs.
  private let varies: Bool
  /// What is captured may be an object, which is then read beside the current scope.
  private let hasObjects: Bool
  /// Whether each read gives one value as long as something holds that.
  private let sharesAll: Bool
  /// Whether nothing holds what was read: then scopes go early.
  private let forgets: Bool
  /// Whether values hold what their code has read.
  private let holdsParts: Bool
  /// What values do when they are released.
  let lastWords: LastWords
  private let hasCollections: Bool
  /// The keys that collections override.
  let collectionKeys: [Int]
  let collections = Log<InjectedScopes<Int>>()
  let things = Log<WeakThing>()
  /// Whether code enters kept scopes. What it has read there is a part of its value, and may hold it.
  let keptInCode: Bool
  private let published = Log<(by: Worker, thing: Captured)>()
  private let sightings = Log<Sighting>()
  private let pending = DispatchGroup()
  private let startCount = Atomic(0), runningCount = Atomic(0), choiceCount = Atomic(0)
  private let needlessWaits = Atomic(0), readCount = Atomic(0)
  private let faults = Log<String>(), leaks = Log<String>()
  let meetings = Log<Meeting>()

  /// What a step does that comes to a build of another thread, or to a scope of a collection, and
  /// whether that is in code.
  struct Meeting: Hashable {
    let step: String
    var inCode = false
  }

  /// What all runs must meet.
  static let allMeetings = Set(
    Way.allCases.filter { $0 != .here }.map(\.rawValue).flatMap { way in
      ["read \(way)", "look \(way)"]
    }.flatMap { step in [false, true].map { Meeting(step: step, inCode: $0) } }
  ).union(allOfCollections)

  /// How something is read: here; or through what is captured: as values, entered, by a property.
  enum Way: String, CaseIterable { case here, captured, entered, property }

  indirect enum Step: Sendable {
    case read(Int, Way)
    case publish
    case pause(UInt32)
    /// Opens a scope that overrides keys with what has a number.
    case scope(Int, [Int], [Step])
    /// Enters what the code or the thread has captured when it began.
    case enter([Step])
    /// Enters, or reads through, what another thread has published.
    case meet([Step])
    case look(Int, Way)
    case start([Step])
    /// Half of the times.
    case sometimes([Step])
    /// Reads a key, and waits for another thread that does, too.
    case ask(Int, Way)
    /// Enters a scope of a collection, or removes it.
    case kept(Int, id: Int, [Step])
    case remove(Int, id: Int)
    /// Reads a key, and then another one through what its value has captured.
    case late(Int, Int, Way)
  }

  init(seed: Int) {
    var maker = Maker(random: Random(seed))
    let count = maker.random(3, from: 2)
    let varies = maker.random(3) == 0
    (self.varies, maker.varies) = (varies, varies)
    let hasCollections = maker.random(2) == 0
    (self.hasCollections, maker.hasCollections) = (hasCollections, hasCollections)
    keptInCode = hasCollections && maker.random(2) == 0
    maker.keptInCode = keptInCode
    collectionKeys = (0..<Self.collectionCount).map { _ in maker.random(Self.plainCount) }
    (forgets, holdsParts) = (hasCollections && maker.random(3) > 0, maker.random(3) > 0)
    lastWords = hasCollections ? maker.random.of(LastWords.allCases) : .none
    // A singleton is built in another view.
    let lifetimes = (0..<count).map { _ in
      maker.random(4) == 0 ? varies ? maker.random(2, from: 3) : maker.random(5) : 0
    }
    // The last one is for last words.
    let all = Array(repeating: 0, count: Self.plainCount) + lifetimes + [0]
    keys = all.indices.map { exchangedKey(digits[$0], digits[all[$0]]) }
    sharesAll = !varies && lifetimes.allSatisfy { $0 < 3 }
    (isSlow, hasObjects) = (maker.random(3) > 0 || varies, maker.random(5) > 1)
    let lastCode: [Step] = (0..<Self.plainCount).map { .read($0, .here) }
    let ownCode = (0..<count).map { maker.code(Self.plainCount + $0) }
    code = Self.withoutConflicts(ownCode, collectionKeys) + [lastCode]
    let race = varies ? maker.race(all.count - 1) : []
    threads = (0..<maker.random(3, from: 3)).map { number in
      let others = hasCollections ? [maker.request(all.count - 1)] : []
      let first = number < race.count ? race[number] : others
      return first + maker.steps(all.count - 1, 0, inCode: false)
    }
  }

  // MARK: Playing

  /// A thread, which comes after those with a lesser path.
  final class Worker: Sendable {
    let path: [Int]
    private let startCount = Atomic(0)
    init(_ path: [Int]) { self.path = path }

    func next() -> Worker { Worker(path + [startCount.add(1, ordering: .relaxed).oldValue]) }
    func comes(after other: Worker) -> Bool { other.path.lexicographicallyPrecedes(path) }
  }

  /// Where code runs: that of a build or a thread, or what it has entered.
  private struct Frame {
    let limit: Int
    let captured: Captured
    /// Whether this is a build's code, and what is read is part of its value.
    var isCode = false
    /// Whether the code is in its own scope.
    var isOwn = true
    var content = 0
    /// What was read in the own scope, directly or not, by its key.
    var read: [Int: Int] = [:]
    var parts: [Thing] = []
  }

  struct Sighting: Sendable {
    let key: any ExchangedKey.Type, values: InjectedValues, path: [Int]
    // The thing could keep what is released otherwise.
    let content: Int, read: [Int: Int]

    init(_ key: any ExchangedKey.Type, _ thing: Thing, in values: InjectedValues) {
      (self.key, self.values, path) = (key, values, Exchange.thread?.path ?? [])
      (content, read) = (thing.content, thing.read)
    }
  }

  /// Plays the program.
  ///
  /// - Returns: How many reads were checked, which waits weren't needed, what was met, what was
  ///   wrong, and what lives on.
  func play() -> (
    reads: Int, needlessWaits: Int, meetings: [Meeting], faults: [String], leak: String?
  ) {
    withTestScope { Self.$playing.withValue(self) { playHere() } }
    // The container has gone, too.
    let leak = leaks.all.first ?? leak { _ in true }
    func count(_ number: borrowing Atomic<Int>) -> Int { number.load(ordering: .relaxed) }
    return (count(readCount), count(needlessWaits), meetings.all, faults.all, leak)
  }

  private func playHere() {
    // As what a server builds when it starts.
    _ = InjectedValues.current.again
    makeCollections()
    for (number, steps) in threads.enumerated() {
      start(Worker([number]), in: .current) { self.run(steps) }
    }
    if pending.wait(timeout: .now() + 60) == .timedOut { return faults.add("It hangs.") }
    Self.$isAfterwards.withValue(true) {
      for sighting in sightings.removeAll() { check(sighting, isLast: true) }
      _ = (published.removeAll(), collections.removeAll())
    }
    if let leak = leak(\.isOfTenant) { leaks.add(leak) }
  }

  private func start(
    _ thread: Worker,
    in values: InjectedValues,
    _ body: @escaping @Sendable () -> Void
  ) {
    pending.enter()
    Thread.detachNewThread { [self] in
      withInjected(values) {
        Self.$playing.withValue(self) { Self.$thread.withValue(thread, operation: body) }
      }
      pending.leave()
    }
  }

  private func run(_ steps: [Step]) {
    var frame = Frame(limit: keys.count, captured: Captured())
    perform(steps, &frame)
  }

  func build(_ number: Int) -> Thing {
    _ = InjectedValues.current[AgainKey.self]
    runningCount.add(1, ordering: .relaxed)
    defer { runningCount.subtract(1, ordering: .relaxed) }
    var frame = Frame(limit: number, captured: Captured(), isCode: true, content: number)
    perform(code[number - Self.plainCount], &frame)
    // What a singleton reads is the root's.
    let read = keys[number].lifetime == .singleton ? [:] : frame.read
    return Thing(
      frame.content,
      holdsParts || number % 2 == 1 ? frame.captured : nil,
      read,
      holdsParts ? frame.parts : [],
      hasLastWords: number % 4 < 2 && number < keys.count - 1
    )
  }

  private func perform(_ steps: [Step], _ frame: inout Frame) {
    for step in steps { perform(step, &frame) }
  }

  private func perform(_ step: Step, _ frame: inout Frame) {
    switch step {
    case .read(let key, let way):
      let thing = read(key, way, frame.captured, "read", inCode: frame.isCode)
      if frame.isCode { frame.content = frame.content &* 31 &+ thing.content }
      if frame.isOwn {
        let read = key < Self.plainCount ? [key: thing.content] : thing.read
        frame.read.merge(read) { $1 }
      }
      if frame.isCode { frame.parts.append(thing) }
    case .scope(let number, let said, let steps):
      let content = frame.isCode ? number &* 1_000_003 &+ frame.content : number
      withInjected {
        for key in said { keys[key].set(&$0, Thing(content)) }
      } operation: {
        performInOther(steps, &frame)
      }
    case .kept(let number, let id, let steps):
      enter(number, id, inCode: frame.isCode) { performInOther(steps, &frame) }
    case .enter(let steps): withInjected(frame.captured.values) { perform(steps, &frame) }
    case .sometimes(let steps):
      if choiceCount.add(1, ordering: .relaxed).oldValue.nonzeroBitCount % 2 == 0 {
        perform(steps, &frame)
      }
    // No read of the build, or none of this thread.
    case .publish, .pause, .meet, .look, .start, .ask, .remove, .late:
      if !Self.isAfterwards { performBeside(step, frame) }
    }
  }

  /// Performs steps in a scope that the code has opened or entered.
  private func performInOther(_ steps: [Step], _ frame: inout Frame) {
    let wasOwn = frame.isOwn
    frame.isOwn = false
    perform(steps, &frame)
    frame.isOwn = wasOwn
  }

  private func performBeside(_ step: Step, _ frame: Frame) {
    let thread = Self.thread!
    switch step {
    case .publish: published.add((thread, Captured()))
    case .pause(let time): if isSlow { usleep(time) } else { sched_yield() }
    case .meet(let steps):
      guard let other = other() else { return }
      var inner = Frame(limit: frame.limit, captured: other)
      withInjected(other.values) { perform(steps, &inner) }
    case .look(let key, let way):
      if let other = other() { _ = read(key, way, other, "look", inCode: frame.isCode) }
    case .start(let steps):
      if startCount.add(1, ordering: .relaxed).oldValue > 5 { return }
      start(thread.next(), in: frame.captured.values) { [self] in run(steps) }
    case .ask(let key, let way):
      // What another thread builds again reads what isn't known.
      if !frame.isOwn || !sharesAll && key >= Self.plainCount { return }
      let (captured, end) = (frame.captured, DispatchSemaphore(value: 0))
      _ = read(key, .here, captured, "read", inCode: true)
      start(thread.next(), in: captured.values) { [self] in
        _ = read(key, way, captured, "read", inCode: false)
        end.signal()
      }
      if end.wait(timeout: .now() + 2) == .timedOut { needlessWaits.add(1, ordering: .relaxed) }
    case .remove(let number, let id): remove(number, id, inCode: frame.isCode)
    case .late(let first, let key, let way):
      guard let captured = keys[first].value(in: .current).captured, !captured.leadsToBuild
      else { return }
      meet(captured)
      _ = read(key, way, captured, "late", inCode: frame.isCode)
    case .read, .scope, .enter, .sometimes, .kept: break
    }
  }

  /// What a thread that comes before has published last: what leads to a running build, if there is
  /// such a thing soon.
  private func other() -> Captured? {
    let thread = Self.thread!
    for round in 0... {
      let all = published.all.filter { thread.comes(after: $0.by) }.map(\.thing)
      if let running = all.last(where: \.leadsToBuild) { return running }
      if round == 16 || runningCount.load(ordering: .relaxed) == 0 && round > 8 { return all.last }
      usleep(500)
    }
    return nil
  }

  private func read(
    _ key: Int,
    _ way: Way,
    _ captured: Captured,
    _ step: String,
    inCode: Bool
  ) -> Thing {
    var way = way == .property && !hasObjects ? .captured : way
    // What was published isn't here. What is opened in values that code has entered, such as by a
    // transient value's code or a deinit, is a part of its value, and may lead to a tenant.
    let mayOpen = inCode && hasCollections && !keptInCode && way == .entered
    if way == .here || mayOpen, step != "read" { way = .captured }
    if way != .here, !Self.isAfterwards, captured.leadsToBuild {
      meetings.add(Meeting(step: "\(step) \(way)", inCode: inCode))
    }
    let type = keys[key]
    let (values, thing): (InjectedValues, Thing) =
      switch way {
      case .here: (.current, type.value(in: .current))
      case .captured: (captured.values, type.value(in: captured.values))
      case .entered: withInjected(captured.values) { (.current, type.value(in: .current)) }
      case .property: captured.read(type)
      }
    if !Self.isAfterwards {
      let sighting = Sighting(type, thing, in: values)
      if forgets { check(sighting) } else { sightings.add(sighting) }
    }
    return thing
  }

  /// Checks that a value is one for those who see the same, and so of no other tenant, and that it
  /// is built again as it was.
  func check(_ sighting: Sighting, isLast: Bool = false) {
    readCount.add(1, ordering: .relaxed)
    for (key, content) in sighting.read {
      let late = keys[key].value(in: sighting.values).content
      if late == content { continue }
      faults.add(
        "\(sighting.key) has read \(content) of \(keys[key]) for thread \(sighting.path), "
          + "and then that was \(late)."
      )
    }
    if varies || !isLast { return }
    let late = sighting.key.value(in: sighting.values)
    let again = withInjected(sighting.values) {
      withInjected(\.again, true) { sighting.key.value(in: .current) }
    }
    if [late.content, again.content].allSatisfy({ $0 == sighting.content }) { return }
    faults.add(
      "\(sighting.key) was \(sighting.content) for thread \(sighting.path), then "
        + "\(late.content), and is built again as \(again.content)."
    )
  }
}

// MARK: - Keys

/// Keys by their digits: that of the key, and that of its lifetime.
func exchangedKey<D: Digit, L: Digit>(_: D.Type, _: L.Type) -> any ExchangedKey.Type {
  Key<D, L>.self
}

protocol ExchangedKey: InjectionKey, SendableMetatype where Value == Exchange.Thing {}

extension ExchangedKey {
  static func value(in values: InjectedValues) -> Value { values[Self.self] }
  static func set(_ values: inout InjectedValues, _ thing: Value) { values[Self.self] = thing }
}

private enum Key<D: Digit, L: Digit>: ExchangedKey {
  static var defaultValue: Exchange.Thing {
    D.digit < Exchange.plainCount ? Exchange.Thing(0) : Exchange.playing!.build(D.digit)
  }
  static var lifetime: InjectionLifetime {
    [.scoped, .scoped(by: Key<D0, D0>.self), .singleton, .transient, .weak][L.digit]
  }
}

/// All code reads it, so what overrides it has all built again.
private enum AgainKey: InjectionKey { static var defaultValue: Bool { false } }
extension InjectedValues {
  fileprivate var again: Bool {
    get { self[AgainKey.self] }
    set { self[AgainKey.self] = newValue }
  }
}
