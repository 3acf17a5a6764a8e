import Dispatch
import Foundation
import Injection
import Synchronization
import TestSupport

/// A server with random defaults, whose code starts work on other threads and publishes objects
/// while it runs, and with requests that read all of that at once.
///
/// It knows whose each value is. Nothing that a default's code does waits for another thread.
final class Server: Sendable {
  /// What the code of the keys belongs to.
  @TaskLocal static var playing: Server?
  /// The runs of this thread, each with what its code sees.
  @TaskLocal static var around: [(run: Run, values: InjectedValues)] = []

  private let code: [[[Step]]]
  /// All keys that are read if a key is, whatever is overridden.
  private let reach: [Set<Int>]
  private let slowness: Int
  let published = Lock<[OwnedThing]>([])
  let sightings = Lock<[Sighting]>([])
  let pending = DispatchGroup()
  /// Work may build defaults that start more, without an end.
  let startCount = Atomic(0)
  /// Where each scope was opened.
  let scopes = Lock<[Owners]>([])

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
    Self.$around.withValue(Self.around + [(run, .current)]) {
      perform(code[key][index], run, &content, &parts)
    }
    // It stands on that key, whether it reads that or not.
    if key == 8 { run.stand(on: read(0).owners) }
    return OwnedThing(content, parts, of: run.owners, in: key == 3 ? .unknown : Owners(run))
  }

  private func perform(
    _ steps: [Step],
    _ run: Run,
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
        if content.isMultiple(of: 2) { perform([step], run, &content, &parts) }
      case .through(let key, let part, let other):
        let thing = read(key)
        add(thing)
        let object = thing.part(part)
        add(read(other, through: object))
        // What the own views of builds say of the same keys counts: of this one, if the part lies
        // beside, and of those around in whose scopes it is at home.
        for (reader, view) in Self.around where reader === run || object.place.leads(to: reader) {
          withInjected(view) {
            for key in reach[other].sorted() { reader.stand(on: read(key).owners) }
          }
        }
      case .scope(let key, let provides, let steps):
        let thing = make()
        withInjected {
          $0.override(key, with: thing, provides: provides, by: self)
        } operation: {
          perform(steps, run, &content, &parts)
        }
      case .start(let seed): start(Owners(run), parts + [make()], seed)
      }
    }
  }

  func read(_ key: Int, through thing: OwnedThing? = nil) -> OwnedThing {
    keys[key].value(in: thing?.home.projectedValue ?? .current)
  }

  func publish(_ thing: OwnedThing) { published.withLock { $0.append(thing) } }

  func pause() {
    if slowness > 0 { usleep(UInt32(slowness)) } else { sched_yield() }
  }
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
  mutating func override(
    _ key: Int,
    with thing: OwnedThing,
    provides: Bool,
    by server: Server
  ) {
    keys[key].override(with: thing, provides: provides, by: server, in: &self)
  }
}

private enum ServerKey<D: Digit>: OwnedKey { static var number: Int { D.digit } }
