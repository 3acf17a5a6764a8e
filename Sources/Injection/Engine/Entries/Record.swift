/// What a default was built from, and so where it is valid.
@usableFromInline
package final class Record: @unchecked Sendable {
  // Unchecked: until the code returns, its thread changes this, and adds reads under the build's
  // lock, with which others look. Later, the reads change when nothing holds this any more.

  package let key: KeyID
  /// The container in which the default is built; `nil` is the process's.
  let container: (any AnyObject & Sendable)?
  /// The depth of the scope that has the key's code, if the default is valid wherever that is the
  /// same, whatever it reads.
  private let codeDepth: Int?
  private var first: Optional<Read>
  private var more: [Read]
  /// The keys of all but the first few of these.
  private let laterKeys = Table<Key>()
  private static var few: Int { 32 }
  /// The bits of all keys that were read, directly or not.
  private var readBits: UInt64
  private var readDepth: Int
  /// The address of the build: see `Build.hasMade(_:)`.
  var build: Optional<ObjectIdentifier>
  /// How many records lie in each other here, at most.
  private var level: Int
  /// The keys that were read through the own scopes of builds on other threads, directly or not. If
  /// such a build's code uses the value, they count for that build.
  private(set) var forOthers: [(build: Build, key: KeyID)]
  /// Whether the key's value is `unimplemented` in this context.
  var isUnimplemented: Bool
  /// Whether a test uses the key's live value, since the key has no test value of its own.
  var isLive: Bool
  private let storedWords = AtomicReference<Words>()

  init(of key: KeyID, in container: (any AnyObject & Sendable)?, codeDepth: Int?) {
    (self.key, self.container, self.codeDepth, build) = (key, container, codeDepth, nil)
    // Not with the properties: see `Build.init`.
    (first, more, forOthers, readBits, readDepth, level) = (nil, [], [], 0, 0, 0)
    (isUnimplemented, isLive) = (false, false)
  }

  deinit {
    // In a loop, if a chain of records may be longer than a stack is deep.
    if level < 100 { return }
    var rest = takeRecords()
    var next = rest.popLast()
    while next != nil {
      if isHeldHereOnly(&next) { rest += next!.takeRecords() }
      next = rest.popLast()
    }
  }

  /// Takes all reads out, and returns their records.
  private func takeRecords() -> [Record] {
    let all = records
    (first, more) = (nil, [])
    return all
  }

  @inline(never) private var records: [Record] { reads.compactMap(\.record) }
  /// What the build read directly, in the order of the first reads.
  @inline(never) package var reads: [Read] { (first.map { [$0] } ?? []) + more }
  /// Whether an override of what was read calls for another default.
  var standsOnReads: Bool { codeDepth == nil }
  /// The bits of all keys that the default stands on.
  var keyBits: UInt64 { standsOnReads ? key.bit | readBits : key.bit }
  /// The depth of the innermost layer that has something of what was read.
  var depth: Int { codeDepth ?? readDepth }

  /// Whether the value may hold a layer's scope: the code of a default made it that was read, directly
  /// or not. While a view finds that default, its entry holds the scope.
  func mayHold(_ layer: Layer, in view: Layer) -> Bool {
    guard let maker = layer.build ?? layer.opener, keys.contains(maker.key.id),
      view.search(maker.key)?.entry.record.map(maker.hasMade) != true
    else { return false }
    let known = Table<Record>()
    var rest = [self]
    while let record = rest.popLast() {
      if maker.hasMade(record) { return true }
      let id = UInt(bitPattern: ObjectIdentifier(record))
      if known[id] == nil { rest += record.records }
      _ = known.insert(record, as: id)
    }
    return false
  }

  /// Adds a read, unless it is known. Returns whether it wasn't.
  func add(_ read: Read, depth: Int) -> Bool {
    if let record = read.record {
      readBits |= record.keyBits
      // Not the depth where it was found: what is built late is kept further in than it stands on.
      readDepth = max(readDepth, record.depth)
      level = max(level, record.level + 1)
      addForOthers(of: record)
    } else {
      (readBits, readDepth) = (readBits | read.key.bit, max(readDepth, depth))
    }
    guard let first else {
      first = read
      return true
    }
    // Of many, those after the first few are looked at only if the key was read.
    let isNew = more.count > Self.few && laterKeys[read.key.address] == nil
    let looked = isNew ? 0..<Self.few : more.indices
    if first.isSame(as: read) || looked.contains(where: { more[$0].isSame(as: read) }) {
      return false
    }
    more.append(read)
    if more.count > Self.few { _ = laterKeys.insert(Key.known(read.key)!, as: read.key.address) }
    return true
  }

  /// Passes on what another record has noted for builds of other threads.
  func addForOthers(of record: Record) {
    for (build, key) in record.forOthers where !build.isOver { add(key, for: build) }
  }

  /// Notes that a key was read through the own scope of a build on another thread.
  // An assignment, so that the optimizer sees that accesses don't overlap, and checks none.
  func add(_ key: KeyID, for build: Build) {
    let isKnown = forOthers.contains { $0.build === build && $0.key == key }
    if isKnown { return }
    var all = forOthers
    all.append((build, key))
    forOthers = all
  }

  /// The keys that the default stands on, as far as they were read.
  var keysSoFar: KeySet {
    var keys = KeySet(key)
    for read in reads where standsOnReads { keys.formUnion(read.record?.keys ?? KeySet(read.key)) }
    return keys
  }

  /// All keys that the default stands on: its own, and those that were read, directly or not.
  var keys: KeySet { words.keys }

  /// What the build's view said of these keys.
  final class Words: Sendable {
    // In parts, as in `KeySetBox`.
    private let bits: UInt64
    private let all: [KeyID]
    let overrides: Overrides
    /// The same in each view that says the same of the keys; see `Cache.kept(_:for:_:)`.
    let hash: UInt
    init(_ keys: KeySet, _ overrides: Overrides) {
      (bits, all, self.overrides) = (keys.bits, keys.all, overrides)
      hash = overrides.all.reduce(0) { $0 &+ $1.hash }
    }
    var keys: KeySet { KeySet(bits: bits, all: all) }
  }

  /// The words of all keys that the default stands on, its own included.
  //
  // Collected when they are first needed: mostly the bits suffice.
  var words: Words {
    if let known = storedWords.value { return known }
    // A stack of its own, since a chain of records may be longer than the thread's is deep.
    var stack = [self]
    while let record = stack.last {
      var missing: [Record] = []
      var (keys, overrides) = (KeySet(record.key), Overrides())
      for read in record.reads where record.standsOnReads || read.key == record.key {
        let known = read.record?.storedWords.value
        if known == nil, let other = read.record { missing.append(other) }
        keys.formUnion(known?.keys ?? KeySet(read.key))
        let said = known?.overrides.all ?? read.override.map { [$0] } ?? []
        for override in said { overrides.add(override) }
      }
      if missing.isEmpty { _ = stack.removeLast().storedWords.set(Words(keys, overrides)) }
      stack += missing
    }
    return storedWords.value!
  }

  /// A read of a key that nothing overrides, of an override, or of a default.
  ///
  /// It doesn't hold a default's value, which may hold the scope that keeps the reader.
  package struct Read: Sendable {
    package let key: KeyID
    package let override: Entry?
    /// The record of the default.
    package let record: Record?

    package init(_ key: KeyID, _ entry: Entry?) {
      (self.key, record) = (key, entry?.record)
      override = record == nil ? entry : nil
    }

    /// Whether both read the same override or default.
    func isSame(as other: Read) -> Bool {
      key == other.key && override === other.override && record === other.record
    }
  }

  /// The code that was provided for the key.
  package var provider: Read? { reads.first { $0.key == key } }
}
