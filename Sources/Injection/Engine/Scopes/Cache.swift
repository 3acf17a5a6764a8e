import Synchronization

/// What a layer keeps until its scope goes, and the builds that run for it.
final class Cache: Sendable {
  /// Defaults by their keys, except those that each read must check.
  let table = Table<Entry>()
  /// What is seen from this scope together with ones that were made before.
  let pairs = Table<Pair>()
  /// The pairs that layers which were made later remember with this one.
  let pairsOfLater = Pair.List()
  /// What reads from here have found, here or further out, by keys, for those that tell nothing.
  let remembered = Table<Entry>()
  /// The defaults that each read must check: weak ones, whose objects may be released,
  /// unimplemented ones, which are reported, those that were built from both sides of a pair, and
  /// further ones of a key. They are found by what was said of the keys that they stand on.
  private let checked = Table<Bucket>()
  /// The bits of the keys of these defaults, so that one costs reads of other keys no lock.
  private let checkedBits = Atomic<UInt64>(0)
  /// The builds whose values will probably be kept here, from the first one on: in several lists, by
  /// their keys, since there may be many that need each other.
  //
  // Not counted: each is held until it was removed.
  private let builds = Lock<[Unretained<Build>?]>([])

  deinit {
    for bucket in checked.all { bucket.end() }
    for pair in pairs.all { pair.seen.revoke() }
    pairsOfLater.end()
  }

  // MARK: Builds

  /// Adds a build. Returns those of its key that were added before, from the first one on.
  @inline(never) func add(_ build: Build) -> [Build] {
    builds.withLock { lists in
      if lists.isEmpty { lists = Array(repeating: nil, count: 16) }
      let index = build.key.id.list
      var (others, last, next) = ([Build](), lists[index], lists[index])
      while let other = next {
        if other.use({ $0.key === build.key }) { others.append(other.object) }
        last = other
        next = other.use { $0.nextInCache }
      }
      // Safe: the caller holds it, and removes it before it ends.
      let added = unsafe Unretained(build)
      if let last { last.use { $0.nextInCache = added } } else { lists[index] = added }
      return others
    }
  }

  @inline(never) func remove(_ build: Build) {
    builds.withLock { lists in
      let index = build.key.id.list
      var last = lists[index]!
      if last.use({ $0 === build }) {
        lists[index] = build.nextInCache
        return
      }
      while last.use({ !$0.nextInCache!.use { $0 === build } }) {
        last = last.use { $0.nextInCache! }
      }
      last.use { $0.nextInCache = build.nextInCache }
    }
  }

  // MARK: Defaults

  /// Whether a default of a key is kept, or one of a key with the same bit that each read checks.
  func mayKeep(_ key: Key) -> Bool { table[key.id.address] != nil || mayCheck(key) }

  // Acquiring: a reader that sees the bit finds the entries.
  private func mayCheck(_ key: Key) -> Bool {
    checkedBits.load(ordering: .acquiring) & key.id.bit != 0
  }

  /// A default of a key that is valid for a view, if its object still exists.
  ///
  /// - Parameters:
  ///   - overridden: The bits of the keys that are overridden further in, in a chain without pairs;
  ///     else all bits.
  func kept(_ key: Key, for view: Layer, _ overridden: UInt64) -> Entry? {
    if let entry = table[key.id.address],
      entry.use({ $0.keyBits & overridden == 0 || $0.record!.isValid(in: view) })
    {
      return entry.object
    }
    if !mayCheck(key) { return nil }
    var next = key.keySets.unretained
    while let set = next {
      // That of the words of a default that is valid for the view.
      let hash = set.use { $0.keys }.all.reduce(0) { $0 &+ (view.word(of: $1)?.entry.hash ?? 0) }
      let bucket = checked[Bucket.number(of: hash)]
      if let known = bucket?.use({ $0.find(key.id, hash, for: view) }) { return known }
      next = set.use { $0.next.unretained }
    }
    if !key.hasMoreKeySets.load(ordering: .acquiring) { return nil }
    for bucket in checked.all { if let known = bucket.find(key.id, for: view) { return known } }
    return nil
  }

  /// Keeps a default, unless there is one that is valid for a view, which is returned.
  @inline(never)
  func keep(_ entry: Entry, for view: Layer, by build: Build? = nil) -> Entry? {
    let first = entry.needsCheck ? nil : table.insert(entry, as: entry.id.address)
    if let first, first.use({ $0 === entry }) { return nil }
    // A second one, whose code has read something else, is kept where each read must check.
    if let first, first.use({ $0.record!.isValid(in: view) }) { return first.object }
    Key.known(entry.id)!.learnKeySet(of: entry.record!)
    let number = Bucket.number(of: entry.record!.words.hash)
    let bucket = bucket(number)
    // When one of the sides goes, the default does, too.
    for side in entry.sides ?? [] {
      if let cache = side.openCache, cache !== self { cache.bucket(number).add(self) }
    }
    let kept = bucket.keep(entry, for: view, by: build)
    // Releasing, as in `mayCheck`.
    checkedBits.bitwiseOr(entry.id.bit, ordering: .releasing)
    if entry.isOfClosed { bucket.removeClosed() }
    return kept === entry ? nil : kept
  }

  /// Remembers a pair of this cache's layer and one that was made before, until one of them goes.
  ///
  /// - Parameter id: See `Layer.address`.
  func remember(_ scope: Scope, as id: UInt, with earlier: Layer) -> Scope {
    guard let other = earlier.openCache else { return scope }
    let new = Pair()
    let pair = pairs.insert(new, as: id).object
    if pair === new { other.pairsOfLater.add(new) }
    // It has gone if an earlier layer had the address.
    return pair.seen.value { Pair.Seen(scope, earlier) }?.scope ?? scope
  }

  private func bucket(_ number: UInt) -> Bucket {
    checked.object(of: number) ?? checked.insert(Bucket(number), as: number).object
  }

  /// Releases the defaults of which a side has gone, and forgets the keepers that have.
  @inline(never) func removeClosed(_ number: UInt) { checked[number]?.use { $0.removeClosed() } }

  /// All defaults that are kept.
  var all: [Entry] { table.all + checked.all.flatMap(\.entries) }

  // MARK: Ended homes

  /// The numbers of ended homes that were told of.
  private let told = Lock<[Int]>([])

  /// Notes that the scope's reads of a home were told of. Returns whether it isn't known that they
  /// were before.
  func noteTold(of home: Layer) -> Bool {
    // A later one with the address has another birth.
    let birth = UInt(truncatingIfNeeded: home.ownBirth)
    let id = Int(bitPattern: ObjectIdentifier(home).hash &+ birth)
    return told.withLock { told in
      if told.contains(id) { return false }
      // A few: this may be there for long, while homes come and go.
      if told.count == 32 { told = [] }
      told.append(id)
      return true
    }
  }
}
