import Dispatch
import Foundation
import Injection
import InjectionTesting
import Synchronization

extension Server {
  // MARK: Work

  /// Starts work on another thread.
  ///
  /// - Parameters:
  ///   - owners: Whose the current scope is, if there is one.
  ///   - things: What the work has of those who start it.
  func start(_ owners: Owners?, _ things: [OwnedThing], _ seed: Int, depth: Int = 0) {
    if startCount.add(1, ordering: .relaxed).oldValue >= 100 { return }
    pending.enter()
    @Sendable func run(_ owners: Owners?) {
      Self.$playing.withValue(self) {
        Self.$around.withValue([]) { work(owners, things, seed, depth: depth + 1) }
      }
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
    if pending.wait(timeout: .now() + 150) == .timedOut { return (0, ["It hangs."]) }
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
  struct Sighting: Sendable {
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

private actor Worker {
  func perform(_ body: @Sendable () -> Void) { body() }
}
