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

/// Defaults that are not found by the name of their key alone, and the numbers of views.
final class Memory: Sendable {
  private let content = Lock(Content())
  /// Whether anything is kept.
  private let isUsed = Atomic(false)

  private struct Content {
    var isClosed = false
    var kept: [Kept] = []
    var numbers: [(Pair, UInt)] = []
  }

  /// A default, and the number of the level that keeps it.
  struct Kept: Sendable {
    let level: UInt
    let entry: Entry
  }

  /// The numbers of a viewpoint and a home.
  typealias Pair = (viewpoint: UInt, home: UInt)

  /// What is kept for a level. Releasing and acquiring: who sees that there is something finds it.
  func kept(for level: UInt, _ key: KeyDescription) -> [Entry] {
    if !isUsed.load(ordering: .acquiring) { return [] }
    return content.withLock { content in
      content.kept.compactMap { $0.level == level && $0.entry.key == key ? $0.entry : nil }
    }
  }

  var all: [Kept] { content.withLock { $0.kept } }

  /// Keeps a default, unless there is one that was built from the same. Returns which stays.
  func keep(_ entry: Entry, for level: UInt) -> Entry {
    let (kept, gone) = content.withLock { content in
      let others = content.kept.filter { $0.level == level && $0.entry.key == entry.key }
      if let same = others.first(where: { $0.entry.isBuiltFromSame(as: entry) }) {
        return (same.entry, [] as [Kept])
      }
      // Nobody fills those again that were built from something else.
      let gone = others.filter { !$0.entry.isAlive }
      if content.isClosed { return (entry, gone) }
      content.kept.removeAll { kept in gone.contains { $0.entry === kept.entry } }
      content.kept.append(Kept(level: level, entry: entry))
      isUsed.store(true, ordering: .releasing)
      return (entry, gone)
    }
    // After the lock: values go with them, and what goes may read others.
    withExtendedLifetime(gone) {}
    return kept
  }

  /// Lets go what is kept for some levels. It goes when the result does.
  @discardableResult
  func removeAll(for levels: [UInt]) -> [Kept] {
    content.withLock { content in
      let isRemoved = { (kept: Kept) in levels.contains(kept.level) }
      let removed = content.kept.filter(isRemoved)
      content.kept.removeAll(where: isRemoved)
      return removed
    }
  }

  /// Lets go all that is kept, and keeps nothing from now on.
  func close() -> [Kept] {
    content.withLock { content in
      content.isClosed = true
      defer { content.kept = [] }
      return content.kept
    }
  }

  func add(_ kept: [Kept]) {
    content.withLock { if !$0.isClosed { $0.kept += kept } }
    isUsed.store(true, ordering: .releasing)
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
