import Dispatch
import Foundation
import Injection
import InjectionTesting
import Synchronization
import TestSupport

/// A server with random defaults, whose code starts work on other threads and publishes objects
/// while it runs, and with requests that read all of that at once.
///
/// It knows whose each value is. Nothing that a default's code does waits for another thread.
final class Server: Sendable {
  /// What the code of the keys belongs to.
  @TaskLocal static var playing: Server?

  private let code: [[[Step]]]
  /// All keys that are read if a key is, whatever is overridden.
  private let reach: [Set<Int>]
  private let slowness: Int
  private let published = Lock<[OwnedThing]>([])
  private let sightings = Lock<[Sighting]>([])
  private let pending = DispatchGroup()
  /// Work may build defaults that start more, without an end.
  private let startCount = Atomic(0)
  /// Where each scope was opened.
  private let scopes = Lock<[Owners]>([])

  init(seed: Int, slowness: Int = 0) {
    self.slowness = slowness
    var random = Random(seed)
    // Two codes a key: its own, and one that scopes provide. Each reads the keys before it.
    let code = Self.lifetimes.indices.map { key in
      (0..<2).map { _ in Self.steps(key, &random, random(4, from: key == 0 ? 0 : 1), 0) }
    }
    self.code = code
    reach = code.indices.reduce(into: []) { reach, key in
      let keys = code[key].flatMap(\.self).flatMap(\.keys) + (key == 8 ? [0] : [])
      reach.append(keys.reduce(into: [key]) { $0.formUnion(reach[$1]) })
    }
  }

  // MARK: Code of defaults

  fileprivate static let lifetimes: [InjectionLifetime] = [
    .scoped, .scoped, .scoped, .transient, .singleton, .scoped, .scoped, .weak,
    .scoped(by: ServerKey<D0>.self), .scoped,
  ]

  /// What a default's code does.
  private indirect enum Step: Sendable {
    case read(Int)
    case keep(Int)
    case make, publish, pause
    case ifEven(Step)
    /// Reads the first key, and the second one through a part of its value.
    case through(Int, part: Int, Int)
    /// Opens a scope that overrides a key with an object, or provides it.
    case scope(Int, provides: Bool, [Step])
    case start(seed: Int)

    var keys: [Int] {
      switch self {
      case .read(let key), .keep(let key): [key]
      case .through(let key, _, let other): [key, other]
      case .ifEven(let step): step.keys
      case .scope(let key, _, let steps): [key] + steps.flatMap(\.keys)
      case .make, .publish, .pause, .start: []
      }
    }
  }

  private static func steps(_ key: Int, _ random: inout Random, _ count: Int, _ depth: Int)
    -> [Step]
  {
    (0..<count).map { _ in
      let (seed, part) = (random(1 << 30), random(64))
      // What a transient value makes is at home where it is read, which its code doesn't know.
      let kind = key == 3 ? random(2) : random(depth > 1 ? 9 : 13)
      if key == 0 { return [.make, .publish, .pause, .start(seed: seed)][random(4)] }
      switch kind {
      case 0: return .read(random(key))
      case 1, 2: return .keep(random(key))
      case 3: return .through(random(key), part: part, random(key))
      case 4: return .make
      case 5: return .publish
      case 6, 7: return .start(seed: seed)
      case 8: return .pause
      case 9: return .ifEven(steps(key, &random, 1, depth + 1)[0])
      default:
        let (other, provides) = (random(key), random(3) == 0)
        return .scope(other, provides: provides, steps(key, &random, random(2, from: 1), depth + 1))
      }
    }
  }

  fileprivate func build(_ key: Int, _ index: Int = 0, by owners: Owners = Owners()) -> OwnedThing {
    let run = Run(owners)
    var (content, parts) = (key * 2 + index, [OwnedThing]())
    perform(code[key][index], run, .current, &content, &parts)
    // It stands on that key, whether it reads that or not.
    if key == 8 { run.stand(on: read(0).owners) }
    // A transient value is at home where it is read, which may be anywhere.
    let place = key == 3 ? Owners(scopes: .max) : Owners(run)
    return OwnedThing(content, parts, of: run.owners, in: place)
  }

  private func perform(
    _ steps: [Step],
    _ run: Run,
    _ values: InjectedValues,
    _ content: inout Int,
    _ parts: inout [OwnedThing]
  ) {
    func add(_ thing: OwnedThing) {
      run.stand(on: thing.owners)
      content = content &* 1_000_003 &+ thing.content
    }
    func make() -> OwnedThing {
      let owners = Owners(scopes: run.owners.scopes, runs: [run])
      return OwnedThing(content, parts, of: owners, in: Owners(run))
    }
    for step in steps {
      switch step {
      case .read(let key): add(read(key))
      case .keep(let key):
        parts.append(read(key))
        add(parts.last!)
      case .make: parts.append(make())
      case .publish: publish(make())
      case .pause: pause()
      case .ifEven(let step):
        if content.isMultiple(of: 2) { perform([step], run, values, &content, &parts) }
      case .through(let key, let part, let other):
        let thing = read(key)
        add(thing)
        add(read(other, through: thing.part(part)))
        // What the build's own view says of the same keys counts, if the part lies beside.
        withInjected(values) {
          for key in reach[other].sorted() { run.stand(on: read(key).owners) }
        }
      case .scope(let key, let provides, let steps):
        let thing = make()
        withInjected {
          $0.override(key, with: thing, provides: provides, by: self)
        } operation: {
          perform(steps, run, values, &content, &parts)
        }
      case .start(let seed): start(Owners(run), parts + [make()], seed)
      }
    }
  }

  private func read(_ key: Int, through thing: OwnedThing? = nil) -> OwnedThing {
    keys[key].value(in: thing?.home.projectedValue ?? .current)
  }

  private func publish(_ thing: OwnedThing) { published.withLock { $0.append(thing) } }

  private func pause() {
    if slowness > 0 { usleep(UInt32(slowness)) } else { sched_yield() }
  }

  // MARK: Work

  /// Starts work on another thread.
  ///
  /// - Parameters:
  ///   - owners: Whose the current scope is, if there is one.
  ///   - things: What the work has of those who start it.
  private func start(_ owners: Owners?, _ things: [OwnedThing], _ seed: Int, depth: Int = 0) {
    if startCount.add(1, ordering: .relaxed).oldValue >= 100 { return }
    pending.enter()
    @Sendable func run(_ owners: Owners?) {
      Self.$playing.withValue(self) { work(owners, things, seed, depth: depth + 1) }
      pending.leave()
    }
    switch seed % 16 {
    case 0: Thread.detachNewThread { run(nil) }
    case 1..<5: DispatchQueue.global().async { run(nil) }
    case 5..<8: Task.detached { run(nil) }
    case 8: Task { await Worker().perform { run(owners) } }
    default: Task { run(owners) }
    }
  }

  private func work(_ current: Owners?, _ things: [OwnedThing], _ seed: Int, depth: Int) {
    var (random, things) = (Random(seed), things)
    // What is built in no scope stays when the test has ended, so it isn't read there.
    let (owners, isInTest) = (current ?? Owners(), current != nil)
    for _ in 0..<random(12, from: 4) {
      let (thing, key, other) = (random.of(things), random(10), random(10))
      switch random(11) {
      case 0...2: look(key, through: thing, from: owners)
      case 3 where isInTest: look(key, from: owners)
      case 4, 5: withInjected(thing.values) { look(key, from: thing.place) }
      case 6:
        let another = random.of(things)
        withInjected(thing.values) { look(key, through: another, from: thing.place) }
      case 7: look(key, through: somePublished(&random), from: owners)
      case 8:
        // What is provided for a singleton is built in the process if the scope is there.
        inScope(of: owners, overriding: other, provides: random(3) == 0 && isInTest) { owners in
          look(other, through: thing, from: owners)
          if !isInTest { return }
          look(key, from: owners)
          if level(of: owners) > 4 { return }
          things.append(OwnedThing(seed, [], of: owners, in: owners))
          if random(2) == 0 { publish(things.last!) }
        }
      case 9 where depth < 3: start(current, things, random(1 << 30), depth: depth)
      default: pause()
      }
    }
  }

  private func somePublished(_ random: inout Random) -> OwnedThing? {
    published.withLock { $0.isEmpty ? nil : random.of($0) }
  }

  /// Opens a scope that says something of a key, if there are numbers left.
  private func inScope(
    of owners: Owners,
    overriding key: Int,
    provides: Bool,
    _ operation: (Owners) -> Void
  ) {
    let number = scopes.withLock { scopes in
      if scopes.count < 64 { scopes.append(owners) }
      return scopes.count < 64 ? scopes.count - 1 : nil
    }
    guard let number else { return operation(owners) }
    let own = Owners(scopes: 1 << number, level: level(of: owners) + 1)
    let thing = OwnedThing(1 << 40 + number, [], of: own, in: owners)
    withInjected {
      $0.override(key, with: thing, provides: provides, by: self)
    } operation: {
      operation(own)
    }
  }

  private func level(of owners: Owners) -> Int {
    owners.runs.reduce(owners.level) { max($0, $1.owners.level) }
  }

  // MARK: Requests

  /// Serves requests at once, and waits for all work.
  ///
  /// - Returns: How many reads were checked, and what was wrong.
  func play(_ seed: Int) -> (reads: Int, faults: [String]) {
    Self.$playing.withValue(self) { withTestScope { serve(seed) } }
    if pending.wait(timeout: .now() + 60) == .timedOut { return (0, ["It hangs."]) }
    let count = sightings.withLock { $0.count }
    let faults = Self.$playing.withValue(self) { sightings.withLock { $0 }.compactMap(fault) }
    // These hold scopes, whose code holds the server.
    sightings.withLock { $0 = [] }
    published.withLock { $0 = [] }
    return (count, faults)
  }

  private func serve(_ seed: Int) {
    let container = InjectedValues.current
    var tenants = [(container, Owners())]
    for tenant in 0..<4 {
      inScope(of: Owners(), overriding: tenant, provides: tenant == 2) {
        tenants.append((.current, $0))
      }
    }
    DispatchQueue.concurrentPerform(iterations: 3) { [tenants] thread in
      Self.$playing.withValue(self) { serve(tenants, Random(seed &* 7 &+ thread)) }
    }
  }

  private func serve(_ tenants: [(InjectedValues, Owners)], _ first: Random) {
    var random = first
    for _ in 0..<4 {
      let (values, owners) = random.of(tenants)
      withInjected(values) {
        inScope(of: owners, overriding: random(10), provides: random(3) == 0) { owners in
          for _ in 0..<random(12, from: 4) {
            let through = random(2) == 0 ? somePublished(&random) : nil
            look(random(10), through: through, from: owners)
            if random(8) == 0 { publish(OwnedThing(0, [], of: owners, in: owners)) }
          }
          if random(4) == 0 {
            start(owners, [OwnedThing(0, [], of: owners, in: owners)], random(1 << 30))
          }
        }
      }
    }
  }

  // MARK: The check

  /// What was seen on a thread that isn't a build's.
  private struct Sighting: Sendable {
    let key: Int, thing: OwnedThing, content: Int, owners: Owners
    let object: OwnedThing?, values: InjectedValues?
  }

  private func look(_ key: Int, through object: OwnedThing? = nil, from owners: Owners) {
    let values = InjectedValues.current
    let thing = read(key, through: object)
    var owners = owners
    if let object { owners.formUnion(object.place) }
    let sighting = Sighting(
      key: key,
      thing: thing,
      content: thing.content,
      owners: owners,
      object: object,
      // Half of the scopes go.
      values: key % 2 == 0 ? values : nil
    )
    sightings.withLock { $0.append(sighting) }
  }

  private func fault(_ sighting: Sighting) -> String? {
    let foreign = sighting.thing.owners.scopes & ~allScopes(of: sighting.owners)
    let path = sighting.object.map { " through \($0.content)" } ?? ""
    if foreign != 0 {
      return "\(sighting.key)\(path) was seen of scope \(foreign.trailingZeroBitCount)."
    }
    if let values = sighting.values {
      let again = withInjected(values) { read(sighting.key, through: sighting.object) }
      if again.content != sighting.content {
        return "\(sighting.key)\(path) was \(sighting.content), then \(again.content)."
      }
    }
    return nil
  }

  /// The scopes to which a place leads, when all builds are over.
  private func allScopes(of owners: Owners) -> UInt64 {
    let outer = scopes.withLock { $0 }
    var (all, next, runs): (UInt64, [Owners], [Run]) = (0, [owners], [])
    while let owners = next.popLast() {
      for number in outer.indices where owners.scopes & ~all & 1 << number != 0 {
        next.append(outer[number])
      }
      all |= owners.scopes
      for run in owners.runs where !runs.contains(where: { $0 === run }) {
        runs.append(run)
        next.append(run.owners)
      }
    }
    return all
  }
}

// MARK: - Whose something is

/// Scopes by their numbers, and builds whose code has opened a scope or made an object.
struct Owners: Sendable {
  var scopes: UInt64 = 0
  var runs: [Run] = []
  /// How many scopes of work lie in each other, or beside.
  var level = 0

  init(scopes: UInt64 = 0, runs: [Run] = [], level: Int = 0) {
    (self.scopes, self.runs, self.level) = (scopes, runs, level)
  }
  init(_ run: Run) { runs = [run] }

  mutating func formUnion(_ other: Owners) {
    scopes |= other.scopes
    level = max(level, other.level)
    for run in other.runs where !runs.contains(where: { $0 === run }) { runs.append(run) }
  }
}

/// A run of a default's code.
final class Run: Sendable {
  private let state: Lock<Owners>
  init(_ owners: Owners) { state = Lock(owners) }

  /// What the value stands on so far.
  var owners: Owners { state.withLock { $0 } }
  func stand(on owners: Owners) {
    var owners = owners
    owners.runs.removeAll { $0 === self }
    state.withLock { [owners] in $0.formUnion(owners) }
  }
}

/// A value of each key.
final class OwnedThing: Sendable {
  /// A number that tells what it was built from.
  let content: Int
  let owners: Owners
  /// Whose the scope is in which it was made.
  let place: Owners
  let home = Injected<Int> { _ in 0 }
  let values = InjectedValues.current
  private let parts: [OwnedThing]

  init(_ content: Int, _ parts: [OwnedThing], of owners: Owners, in place: Owners) {
    (self.content, self.parts, self.owners, self.place) = (content, parts, owners, place)
  }

  func part(_ number: Int) -> OwnedThing {
    let (rest, index) = number.quotientAndRemainder(dividingBy: parts.count + 1)
    return index == 0 ? self : parts[index - 1].part(rest)
  }
}

private actor Worker {
  func perform(_ body: @Sendable () -> Void) { body() }
}

// MARK: - Keys

private let keys: [any OwnedKey.Type] = digits.map { key($0) }

private func key<D: Digit>(_: D.Type) -> any OwnedKey.Type { ServerKey<D>.self }

private protocol OwnedKey: InjectionKey, SendableMetatype where Value == OwnedThing {
  static var number: Int { get }
}

extension OwnedKey {
  static var defaultValue: OwnedThing { Server.playing!.build(number) }
  static var lifetime: InjectionLifetime { Server.lifetimes[number] }

  fileprivate static func value(in values: InjectedValues) -> OwnedThing { values[Self.self] }

  fileprivate static func override(
    with thing: OwnedThing,
    provides: Bool,
    by server: Server,
    in values: inout InjectedValues
  ) {
    if !provides {
      values[Self.self] = thing
      return
    }
    values.provide(Self.self) { server.build(number, 1, by: thing.owners) }
  }
}

extension InjectedValues {
  fileprivate mutating func override(
    _ key: Int,
    with thing: OwnedThing,
    provides: Bool,
    by server: Server
  ) {
    keys[key].override(with: thing, provides: provides, by: server, in: &self)
  }
}

private enum ServerKey<D: Digit>: OwnedKey { static var number: Int { D.digit } }
