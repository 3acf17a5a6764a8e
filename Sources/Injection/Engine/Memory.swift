import Synchronization

/// What may have a memory.
@usableFromInline
package class Rememberer: @unchecked Sendable {
  // Unchecked because the class is not final. Its property is a lazy reference.

  /// What is kept here.
  final let storedMemory = LazyReference<Memory>()

  final var memory: Memory { storedMemory.value ?? storedMemory.set(Memory()) }

  init() {}
}

/// Defaults that reads do not find by the name of their key alone, and the numbers of views.
final class Memory: Sendable {
  private let content = Lock(Content())
  /// The bits of all keys of which something is, or was, kept.
  private let keys = Atomic<UInt64>(0)

  private struct Content {
    var isClosed = false
    var kept: [KeyDescription: [Entry]] = [:]
    var numbers: [(Pair, UInt)] = []
  }

  /// The numbers of a viewpoint and a home.
  typealias Pair = (viewpoint: UInt, home: UInt)

  /// Whether something of a key may be kept. Releasing and acquiring: who sees that finds it.
  func mayHave(_ key: KeyID) -> Bool { keys.load(ordering: .acquiring) & key.bit != 0 }

  /// What is kept for the level with this number.
  func kept(for level: UInt, _ key: KeyDescription) -> [Entry] {
    if !mayHave(key.id) { return [] }
    return content.withLock { $0.kept[key, default: []].filter { $0.levelNumber == level } }
  }

  var all: [Entry] { content.withLock { $0.kept.values.flatMap(\.self) } }

  /// Keeps a default for its level, unless there is one that was built from the same. Returns which
  /// stays.
  func keep(_ entry: Entry) -> Entry {
    let (kept, gone) = content.withLock { content in
      let others = content.kept[entry.key, default: []]
      let ofLevel = others.filter { $0.levelNumber == entry.levelNumber }
      if let same = ofLevel.first(where: { $0.isBuiltFromSame(as: entry) }) {
        return (same, [] as [Entry])
      }
      // Nobody fills those again that were built from something else.
      let gone = ofLevel.filter { !$0.isAlive }
      if content.isClosed { return (entry, gone) }
      content.kept[entry.key] = others.filter { other in !gone.contains { $0 === other } } + [entry]
      keys.bitwiseOr(entry.key.bit, ordering: .releasing)
      return (entry, gone)
    }
    // After the lock: values go with them, and what goes may read others.
    withExtendedLifetime(gone) {}
    return kept
  }

  /// Lets go what is kept for some levels. Returns all that was kept: values go after the lock.
  @discardableResult
  func removeAll(for levels: [UInt]) -> [Entry] {
    content.withLock { content in
      let kept = content.kept
      content.kept = kept.mapValues { $0.filter { !levels.contains($0.levelNumber) } }
      return kept.values.flatMap(\.self)
    }
  }

  /// Lets go all that is kept, and keeps nothing from now on.
  func close() -> [Entry] {
    content.withLock { content in
      content.isClosed = true
      defer { content.kept = [:] }
      return content.kept.values.flatMap(\.self)
    }
  }

  /// The number of a view of two, which is the same for all who ask.
  func number(of pair: Pair) -> UInt {
    content.withLock { content in
      if let known = content.numbers.first(where: { $0.0 == pair }) { return known.1 }
      let number = Viewpoint.nextNumber()
      content.numbers.append((pair, number))
      return number
    }
  }
}
