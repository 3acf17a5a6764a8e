/// What a default was built from, and so where it is valid.
package final class Record: @unchecked Sendable {
  // Unchecked because the reads change when nothing holds this any more.

  private let key: KeyID
  private var storedReads: Reads
  /// What the build read directly, in the order of the first reads.
  package var reads: [Read] { storedReads.all }
  /// Whether an override of what was read calls for another default.
  let standsOnReads: Bool
  /// The bits of all keys that the default stands on.
  let keyBits: UInt64
  /// The depth of the innermost scope on whose overrides the default stands, which keeps it.
  let depth: Int
  /// The most records that lie in each other here.
  fileprivate let level: Int
  /// Whether the key's value is `unimplemented` in this context.
  let isUnimplemented: Bool
  /// Whether a test uses the key's live value, since the key has no test value of its own.
  let isLive: Bool
  private let storedKeys = Lazy<KeySetBox>()

  /// - Parameter codeDepth: The depth of the scope that has the key's code, if the default is valid
  ///   wherever that is the same, whatever it reads.
  init(
    of key: KeyID,
    _ reads: Reads,
    isUnimplemented: Bool,
    isLive: Bool,
    codeDepth: Int?
  ) {
    (self.key, storedReads, standsOnReads) = (key, reads, codeDepth == nil)
    level = reads.level
    (self.isUnimplemented, self.isLive) = (isUnimplemented, isLive)
    keyBits = codeDepth == nil ? key.bit | reads.keyBits : key.bit
    depth = codeDepth ?? reads.depth
  }

  deinit {
    // In a loop, if a chain of records may be longer than a stack is deep.
    if level < 100 { return }
    var rest = storedReads.takeRecords()
    while var record = rest.popLast() {
      if isKnownUniquelyReferenced(&record) { rest += record.storedReads.takeRecords() }
    }
  }

  /// All keys that the default stands on: its own, and those that were read, directly or not.
  //
  // Collected when they are first needed: mostly the bits suffice.
  var keys: KeySet {
    if let known = storedKeys.value { return known.keys }
    // A stack of its own, since a chain of records may be longer than the thread's is deep.
    var stack = [self]
    while let record = stack.last {
      var missing: [Record] = []
      var keys = KeySet(record.key)
      if record.standsOnReads {
        record.storedReads.visit { read in
          guard let other = read.record else { return keys.insert(read.key) }
          if let known = other.storedKeys.value {
            keys.formUnion(known.keys)
          } else {
            missing.append(other)
          }
        }
      }
      if missing.isEmpty {
        _ = record.storedKeys.set(KeySetBox(keys))
        stack.removeLast()
      } else {
        stack += missing
      }
    }
    return storedKeys.value!.keys
  }

  /// A read of a key that nothing overrides, of an override, or of a default.
  ///
  /// It doesn't hold a default's value, which may hold the scope that keeps the reader.
  package struct Read: Sendable {
    package let key: KeyID
    package let override: Entry?
    /// The record of the default.
    package let record: Record?
    /// The depth of the scope that has the override or the default.
    package let depth: Int

    package init(_ key: KeyID, _ entry: Entry?, depth: Int) {
      (self.key, self.depth, record) = (key, depth, entry?.record)
      override = record == nil ? entry : nil
    }

    /// Whether both read the same override or default.
    func isSame(as other: Read) -> Bool {
      key == other.key && override === other.override && record === other.record
    }
  }

  /// Whether none of some overrides is of a key that was read, directly or not: a singleton that was
  /// built without them would be another one.
  fileprivate func hasNotRead(_ overrides: Overrides) -> Bool {
    var (rest, seen) = ([self], Set([ObjectIdentifier(self)]))
    while let record = rest.popLast() {
      for read in record.reads {
        if overrides.find(read.key) != nil { return false }
        if let other = read.record, seen.insert(ObjectIdentifier(other)).inserted {
          rest.append(other)
        }
      }
    }
    return true
  }

  /// What the build of a key read in its own code.
  package func reads(by key: KeyID) -> [Read] {
    reads.filter { $0.key != key && $0.key != .elsewhere }
  }

  /// The code that was provided for the key.
  package func provider(of key: KeyID) -> Read? {
    reads.first { $0.key == key && $0.override?.code != nil }
  }
}

/// What a build reads, usually one value: then nothing is allocated.
struct Reads: Sendable {
  private var first: Record.Read?
  private var more: [Record.Read] = []
  /// The bits of all keys that were read, directly or not.
  private(set) var keyBits: UInt64 = 0
  /// The depth of the innermost scope that has what was read.
  private(set) var depth = 0
  /// See `Record.level`.
  private(set) var level = 0

  var all: [Record.Read] { (first.map { [$0] } ?? []) + more }

  func visit(_ body: (Record.Read) -> Void) {
    if let first { body(first) }
    for read in more { body(read) }
  }

  /// Takes all reads out, and returns the records.
  mutating func takeRecords() -> [Record] {
    defer { self = Reads() }
    return all.compactMap(\.record)
  }

  /// Adds a read, unless it is known.
  mutating func add(_ read: Record.Read) {
    keyBits |= read.record?.keyBits ?? read.key.bit
    depth = max(depth, read.depth)
    level = max(level, read.record.map { $0.level + 1 } ?? 0)
    if first == nil {
      first = read
    } else if !first!.isSame(as: read), !more.contains(where: { $0.isSame(as: read) }) {
      more.append(read)
    }
  }
}

extension KeySet {
  /// A key, and what was read, directly or not.
  init(_ key: KeyID, and reads: Reads) {
    self.init(key)
    reads.visit { formUnion($0.record?.keys ?? KeySet($0.key)) }
  }
}

extension KeyID {
  /// Noted by a build that read outside of its view: its value is for the asking scope, and not for
  /// a home beside.
  static var elsewhere: KeyID { KeyID(Never.self) }
}

extension Entry {
  /// Whether a default would be the same under some overrides.
  func isSame(under overrides: Overrides) -> Bool {
    overrides.find(id) == nil && record?.hasNotRead(overrides) != false
  }
}
