import Dispatch
import Foundation
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
final class Exchange: Sendable {
  @TaskLocal static var playing: Exchange?
  @TaskLocal private static var thread: Worker?
  /// Whether all has ended, and values are built again.
  @TaskLocal private static var isAfterwards = false

  private let threads: [[Step]]
  private let code: [[Step]]
  fileprivate let keys: [any ExchangedKey.Type]
  private let isSlow: Bool
  /// Whether code may do something else each time it runs.
  private let varies: Bool
  /// What is captured may be an object, which is then read beside the current scope.
  private let hasObjects: Bool
  /// Whether each read gives one value as long as something holds that.
  private let sharesAll: Bool
  private let published = Log<(by: Worker, thing: Captured)>()
  private let sightings = Log<Sighting>()
  private let pending = DispatchGroup()
  private let startCount = Atomic(0), runningCount = Atomic(0), choiceCount = Atomic(0)
  private let needlessWaits = Atomic(0)
  private let meetings = Log<Meeting>()

  /// What a step does that comes to a build of another thread, and whether that is in code.
  struct Meeting: Hashable {
    let step: String, inCode: Bool
  }

  /// What all runs must meet.
  static let allMeetings = Set(
    Way.allCases.filter { $0 != .here }.map(\.rawValue).flatMap { way in
      ["read \(way)", "look \(way)"]
    }.flatMap { step in [false, true].map { Meeting(step: step, inCode: $0) } }
  )

  /// How something is read: here; or through what is captured: as values, entered, by a property.
  private enum Way: String, CaseIterable { case here, captured, entered, property }

  private indirect enum Step: Sendable {
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
  }

  init(seed: Int) {
    var maker = Maker(random: Random(seed))
    let count = maker.random(3, from: 2)
    let varies = maker.random(4) == 0
    (self.varies, maker.varies) = (varies, varies)
    // A singleton is built in another view.
    let lifetimes = (0..<count).map { _ in
      maker.random(4) == 0 ? varies ? maker.random(2, from: 3) : maker.random(5) : 0
    }
    let all = Array(repeating: 0, count: Self.plainCount) + lifetimes
    keys = all.indices.map { key(digits[$0], digits[all[$0]]) }
    sharesAll = !varies && lifetimes.allSatisfy { $0 < 3 }
    (isSlow, hasObjects) = (maker.random(3) > 0, maker.random(5) > 1)
    code = (0..<count).map { maker.code(Self.plainCount + $0) }
    threads = (0..<maker.random(3, from: 3)).map { _ in maker.steps(all.count, 0, inCode: false) }
  }

  private static let plainCount = 3

  private struct Maker {
    var random: Random
    var varies = false
    var count = 0

    mutating func code(_ key: Int) -> [Step] {
      let before: [Step] = [.read(random(plainCount), .here), .publish, .pause(time())]
      let all = before.filter { _ in random(3) > 0 } + steps(key, 0, inCode: true)
      return varies && random(2) == 0 ? [.sometimes(all)] + steps(key, 0, inCode: true) : all
    }

    private mutating func time() -> UInt32 { UInt32(random(3_000)) }

    /// Mostly the key before, or a plain one.
    private mutating func key(below limit: Int) -> Int {
      if random(2) == 0 { return random(plainCount) }
      return random(2) == 0 ? limit - 1 : random(limit)
    }

    mutating func steps(_ limit: Int, _ depth: Int, inCode: Bool) -> [Step] {
      (0..<random(3 - min(depth, 2), from: depth == 0 ? 2 : 1)).map { _ in
        let (key, way) = (key(below: limit), random.of(Way.allCases))
        switch random(depth < 3 ? 14 : 7) {
        case 0, 1: return .read(key, .here)
        case 2: return .read(key, way)
        case 3: return .publish
        case 4, 5: return .look(key, way)
        case 6: return .pause(time())
        case 7, 8:
          count += 1
          let others = random(3) == 0 ? [key] : []
          let inner = steps(limit, depth + 1, inCode: inCode)
          return .scope(count, [random(plainCount)] + others, inner)
        case 9, 10: return .meet(steps(limit, depth + 1, inCode: inCode))
        case 11: return .enter(steps(limit, depth + 1, inCode: inCode))
        case 12: return inCode ? .ask(key, way) : .publish
        case 13 where varies && inCode:
          return .sometimes(steps(limit, depth + 1, inCode: true))
        default: return .start(steps(limit, depth + 1, inCode: false))
        }
      }
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
  }

  private struct Sighting: Sendable {
    let key: any ExchangedKey.Type, values: InjectedValues, path: [Int]
    // The thing could keep what is released otherwise.
    let content: Int, read: [Int: Int]
  }

  /// Plays the program.
  ///
  /// - Returns: How many reads were checked, which waits weren't needed, what was met, and what was
  ///   wrong.
  func play() -> (reads: Int, needlessWaits: Int, meetings: [Meeting], faults: [String]) {
    Self.$playing.withValue(self) {
      withTestScope {
        for (number, steps) in threads.enumerated() {
          start(Worker([number]), in: .current) { self.run(steps) }
        }
        if pending.wait(timeout: .now() + 60) == .timedOut { return (0, 0, [], ["It hangs."]) }
        let faults = Self.$isAfterwards.withValue(true) { sightings.all.compactMap(fault) }
        let waits = needlessWaits.load(ordering: .relaxed)
        return (sightings.all.count, waits, meetings.all, faults)
      }
    }
  }

  private func start(
    _ thread: Worker,
    in values: InjectedValues,
    _ body: @escaping @Sendable () -> Void
  ) {
    pending.enter()
    Thread.detachNewThread { [self] in
      Self.$playing.withValue(self) {
        Self.$thread.withValue(thread) { withInjected(values, operation: body) }
      }
      pending.leave()
    }
  }

  private func run(_ steps: [Step]) {
    var frame = Frame(limit: keys.count, captured: Captured())
    perform(steps, &frame)
  }

  fileprivate func build(_ number: Int) -> Thing {
    _ = InjectedValues.current[AgainKey.self]
    runningCount.add(1, ordering: .relaxed)
    defer { runningCount.subtract(1, ordering: .relaxed) }
    var frame = Frame(limit: number, captured: Captured(), isCode: true, content: number)
    perform(code[number - Self.plainCount], &frame)
    return Thing(frame.content, number % 2 == 0 ? frame.captured : nil, frame.read)
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
    case .scope(let number, let said, let steps):
      let content = frame.isCode ? number &* 1_000_003 &+ frame.content : number
      let wasOwn = frame.isOwn
      frame.isOwn = false
      withInjected {
        for key in said { keys[key].set(&$0, Thing(content)) }
      } operation: {
        perform(steps, &frame)
      }
      frame.isOwn = wasOwn
    case .enter(let steps): withInjected(frame.captured.values) { perform(steps, &frame) }
    case .sometimes(let steps):
      if choiceCount.add(1, ordering: .relaxed).oldValue % 2 == 0 { perform(steps, &frame) }
    // No read of the build, or none of this thread.
    case .publish, .pause, .meet, .look, .start, .ask:
      if !Self.isAfterwards { performBeside(step, frame) }
    }
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
    case .read, .scope, .enter, .sometimes: break
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
    // What was published isn't here.
    if way == .here, step == "look" { way = .captured }
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
      let path = Self.thread!.path
      let (content, read) = (thing.content, thing.read)
      sightings.add(
        Sighting(key: type, values: values, path: path, content: content, read: read)
      )
    }
    return thing
  }

  private func fault(_ sighting: Sighting) -> String? {
    if varies {
      for (key, content) in sighting.read {
        let late = keys[key].value(in: sighting.values).content
        if late == content { continue }
        return "\(sighting.key) has read \(content) of \(keys[key]) for thread \(sighting.path), "
          + "and then that was \(late)."
      }
      return nil
    }
    let late = sighting.key.value(in: sighting.values)
    let again = withInjected(sighting.values) {
      withInjected(\.again, true) { sighting.key.value(in: .current) }
    }
    if [late.content, again.content].allSatisfy({ $0 == sighting.content }) { return nil }
    return "\(sighting.key) was \(sighting.content) for thread \(sighting.path), then "
      + "\(late.content), and is built again as \(again.content)."
  }
}

/// What code has captured.
private final class Captured: Sendable {
  @TaskLocal static var key: any ExchangedKey.Type = Key<D0, D0>.self
  let values = InjectedValues.current
  private let property = Injected { key.value(in: $0) }

  func read(_ key: any ExchangedKey.Type) -> (InjectedValues, Thing) {
    Self.$key.withValue(key) { (property.projectedValue, property.wrappedValue) }
  }

  /// Whether a build of another thread can be read through this.
  var leadsToBuild: Bool {
    !values.layer().ownLayersOfBuilds(notOn: Platform.currentThread).isEmpty
  }
}

/// A value, which may keep what its code has captured.
private final class Thing: Sendable {
  let content: Int
  private let captured: Captured?
  /// What its code has read, by its key.
  let read: [Int: Int]
  init(_ content: Int, _ captured: Captured? = nil, _ read: [Int: Int] = [:]) {
    (self.content, self.captured, self.read) = (content, captured, read)
  }
}

// MARK: - Keys

private func key<D: Digit, L: Digit>(_: D.Type, _: L.Type) -> any ExchangedKey.Type {
  Key<D, L>.self
}

private protocol ExchangedKey: InjectionKey, SendableMetatype where Value == Thing {}

extension ExchangedKey {
  fileprivate static func value(in values: InjectedValues) -> Thing { values[Self.self] }
  fileprivate static func set(_ values: inout InjectedValues, _ thing: Thing) {
    values[Self.self] = thing
  }
}

private enum Key<D: Digit, L: Digit>: ExchangedKey {
  static var defaultValue: Thing {
    D.digit < 3 ? Thing(0) : Exchange.playing!.build(D.digit)
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
