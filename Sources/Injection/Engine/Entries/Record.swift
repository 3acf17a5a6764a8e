/// What a default was built from, and so where it is valid.
package final class Record: @unchecked Sendable {
  // Unchecked because the reads change when nothing holds this any more.

  private let key: KeyID
  /// The container in which the default was built; `nil` is the process's.
  let container: (any AnyObject & Sendable)?
  private var storedReads: Reads
  /// What the build read directly, in the order of the first reads.
  package var reads: [Read] { storedReads.all }
  /// Whether an override of what was read calls for another default.
  let standsOnReads: Bool
  /// The bits of all keys that the default stands on.
  let keyBits: UInt64
  /// The depth of the innermost layer that has something of what was read.
  let depth: Int
  /// The least depth of the own layers of the build and of those whose defaults it has read: the
  /// value may hold their scopes.
  let ownDepth: Int
  /// How many records lie in each other here, at most.
  fileprivate let level: Int
  /// See `Reads.forOthers`.
  var forOthers: [(build: Build, key: KeyID)] { storedReads.forOthers }
  /// Whether the key's value is `unimplemented` in this context.
  let isUnimplemented: Bool
  /// Whether a test uses the key's live value, since the key has no test value of its own.
  let isLive: Bool
  private let storedWords = Lazy<Words>()

  /// - Parameter codeDepth: The depth of the scope that has the key's code, if the default is valid
  ///   wherever that is the same, whatever it reads.
  init(
    of key: KeyID,
    in container: (any AnyObject & Sendable)?,
    _ reads: consuming Reads,
    isUnimplemented: Bool,
    isLive: Bool,
    codeDepth: Int?,
    ownDepth: Int
  ) {
    (self.key, self.container) = (key, container)
    (standsOnReads, level, depth) = (codeDepth == nil, reads.level, codeDepth ?? reads.depth)
    (self.isUnimplemented, self.isLive) = (isUnimplemented, isLive)
    self.ownDepth = min(ownDepth, reads.ownDepth)
    keyBits = standsOnReads ? key.bit | reads.keyBits : key.bit
    storedReads = reads
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
    // So that the optimizer sees that accesses don't overlap.
    var all = Reads()
    swap(&all, &storedReads)
    return all.all.compactMap(\.record)
  }

  /// All keys that the default stands on: its own, and those that were read, directly or not.
  package var keys: KeySet { words.keys }

  /// What the build's view said of these keys.
  final class Words: Sendable {
    let keys: KeySet
    let overrides: Overrides
    /// The same in each view that says the same of the keys; see `Layer.hash(of:)`.
    let hash: UInt
    init(_ keys: KeySet, _ overrides: Overrides) {
      (self.keys, self.overrides) = (keys, overrides)
      hash = overrides.all.reduce(0) { $0 &+ $1.hash }
    }
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
        for override in known?.overrides.all ?? read.overrides { overrides.add(override) }
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

    fileprivate var overrides: [Entry] { override.map { [$0] } ?? [] }

    /// Whether both read the same override or default.
    func isSame(as other: Read) -> Bool {
      key == other.key && override === other.override && record === other.record
    }
  }

  /// What the build read in its code.
  package var readsOfCode: [Read] { reads.filter { $0.key != key } }

  /// The code that was provided for the key.
  package var provider: Read? { reads.first { $0.key == key } }
}

/// What a build reads, usually one value: then nothing is allocated.
struct Reads: Sendable {
  private var first: Record.Read?
  private var more: [Record.Read] = []
  /// The bits of all keys that were read, directly or not.
  private(set) var keyBits: UInt64 = 0
  /// See `Record.depth`.
  private(set) var depth = 0
  /// See `Record.ownDepth`.
  private(set) var ownDepth = Int.max
  /// See `Record.level`.
  private(set) var level = 0
  /// The keys that were read through the own scopes of builds on other threads, directly or not. If
  /// such a build's code uses the value, they count for that build.
  var forOthers: [(build: Build, key: KeyID)] = []

  @inline(never) var all: [Record.Read] { (first.map { [$0] } ?? []) + more }

  /// Adds a read, unless it is known. Returns whether it wasn't.
  mutating func add(_ read: Record.Read, depth: Int) -> Bool {
    keyBits |= read.record?.keyBits ?? read.key.bit
    // What has outlived its keeper is kept further in.
    self.depth = max(self.depth, read.record?.depth ?? depth)
    ownDepth = min(ownDepth, read.record?.ownDepth ?? .max)
    level = max(level, read.record.map { $0.level + 1 } ?? 0)
    if let more = read.record?.forOthers, !more.isEmpty {
      forOthers += more.filter { !$0.build.isOver }
    }
    guard let first else {
      first = read
      return true
    }
    if first.isSame(as: read) || more.contains(where: { $0.isSame(as: read) }) { return false }
    more.append(read)
    return true
  }
}

extension KeySet {
  /// A key, and what was read, directly or not.
  init(_ key: KeyID, and reads: Reads) {
    self.init(key)
    for read in reads.all { formUnion(read.record?.keys ?? KeySet(read.key)) }
  }
}
