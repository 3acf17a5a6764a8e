import Injection

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

  /// Of a transient value, which is at home where it was read: that may be anywhere.
  static let unknown = Owners(scopes: .max)

  /// Whether a scope may be that of a run, or lie in it.
  func leads(to run: Run) -> Bool {
    if scopes == .max { return true }
    var (next, known): ([Run], [Run]) = (runs, [])
    while let other = next.popLast() {
      if other === run { return true }
      if known.contains(where: { $0 === other }) { continue }
      known.append(other)
      next += other.owners.runs
    }
    return false
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
