import Synchronization

/// What is known of one key: the value that overrides it, the code that replaces the key's own, or
/// a default that was built.
///
/// Any thread may use an entry without a lock.
@usableFromInline
package class Entry: @unchecked Sendable {
  // Unchecked because the class is not final. All is immutable once the entry is seen by others, or
  // guarded by a lock, and values are `Sendable`.

  package final let key: KeyDescription

  /// The property through which the key was overridden.
  package final let property: PropertyName

  /// The next override of the level. Set while that is a draft.
  final var next: Entry?

  /// How a default was built; that of nothing for an override.
  final var record: Record { _read { yield unsafe storedRecord } }
  // Safe not to check exclusive access: set before anybody else sees the entry.
  @exclusivity(unchecked)
  private final var storedRecord = Record()
  final func setRecord(_ record: consuming Record) { unsafe storedRecord = record }
  final func takeRecord(of other: Entry) { unsafe swap(&storedRecord, &other.storedRecord) }

  private let storedLevel = Atomic<UInt>(0)

  init(_ key: KeyDescription, _ property: PropertyName = .none) {
    self.key = key
    self.property = property
  }

  /// The number of the level that has this override, or keeps this default; zero until somebody
  /// asks. Relaxed, in both: only the number counts, and it is the same whoever stores it.
  package final var levelNumber: UInt { storedLevel.load(ordering: .relaxed) }
  final func setLevelNumber(_ number: UInt) { storedLevel.store(number, ordering: .relaxed) }

  /// The bits of all keys whose override could make a default invalid; none for an override.
  // Not through `record`: in a debug build, a coroutine that yields one takes memory from the heap.
  final var keys: UInt64 { unsafe storedRecord.keys }

  package final var isOverride: Bool { keys == 0 }

  /// Whether there is a value: nobody may hold a shared one any more.
  var isAlive: Bool { true }

  /// Whether every read has to be seen: those of a shared value, which may be gone, and of one that
  /// is unimplemented.
  final var needsEveryRead: Bool { !record.marks.isDisjoint(with: [.shared, .unimplemented]) }

  final func isBuiltFromSame(as other: Entry) -> Bool {
    key == other.key && !isOverride && record.isSame(as: other.record)
  }

  /// The same override, for another level.
  func copy() -> Entry { fatalError("defaults are not copied") }

  /// The value of an override or default of a key with this type of value, if the entry holds it.
  @inlinable
  @inline(__always)
  final func boxed<Value>(as _: Value.Type) -> Value {
    // Safe to cast: an entry that holds its value is a box of the key's type.
    unsafe unsafeDowncast(self, to: Box<Value>.self).value
  }

  /// The value, for those who look at it only; `nil` where there is none, or nobody holds it any
  /// more.
  package var anyValue: Any? { nil }
}

/// An entry that holds its value.
@usableFromInline
final class Box<Value>: Entry, @unchecked Sendable {
  // Unchecked like its superclass; keys demand that values are `Sendable`.
  @usableFromInline let value: Value

  init(_ value: Value, _ key: KeyDescription, _ property: PropertyName = .none) {
    self.value = value
    super.init(key, property)
  }

  override func copy() -> Entry { Box(value, key, property) }

  override var anyValue: Any? { .some(value) }
}

/// An override that is code: it replaces the key's own, and the default is built with it.
final class ProvidedCode: Entry, @unchecked Sendable {
  // Unchecked like its superclass; the function is `Sendable`, or runs on the main actor only,
  // where it was made.
  let makeDefault: () -> Entry
  private let isOnMainActor: Bool

  /// - Parameter isOnMainActor: Whether the code runs on the main actor only.
  init(_ key: KeyDescription, isOnMainActor: Bool, _ makeDefault: @escaping () -> Entry) {
    self.makeDefault = makeDefault
    self.isOnMainActor = isOnMainActor
    super.init(key)
  }

  override func copy() -> Entry {
    ProvidedCode(key, isOnMainActor: isOnMainActor, makeDefault)
  }

  /// Whether the code may run on this thread, in this task.
  var mayRunHere: Bool { !isOnMainActor || MainActor.isRunning }
}

// MARK: - What a default was built from

/// What a default was built from, and so why it is valid where it is shared.
///
/// Not copyable, since a copy counts many references: it is moved from the build to the value's
/// entry.
struct Record: ~Copyable, Sendable {
  /// What the build read directly, and the overrides of what the key is scoped by.
  private(set) var findings = Few<Finding>()

  /// The number of the level that provided the code; zero where it was the key's own.
  private(set) var provider: UInt = 0

  /// The levels on whose overrides the default stands, directly or through what it read. Of levels
  /// that are opened in each other, the innermost is enough.
  var tips = Few<UInt>()

  /// The bits of all keys whose override could make the default invalid.
  private(set) var keys: UInt64 = 0

  /// The homes of objects that the build read through, other than roots: they were part of its
  /// view. Views are named by the numbers of their levels, and so not held.
  var homes = Few<NotedHome>()

  /// The levels of the default's own home, or of the one view that it is for; `nil` where those
  /// are the keeper and what it was opened in.
  var home: [UInt]?

  var marks: Marks = []

  /// What else is true of a default.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The build read through an object whose home is not part of its view: valid for that view
    /// only.
    static let pinned = Marks(rawValue: 1)
    /// The key's value in this context is `unimplemented`.
    static let unimplemented = Marks(rawValue: 2)
    /// In a test, the key's live value was used, since the key has no test value of its own.
    static let live = Marks(rawValue: 4)
    /// Nobody but its users holds the value.
    static let shared = Marks(rawValue: 8)
    /// Nobody keeps it.
    static let transient = Marks(rawValue: 16)
  }

  /// That of nothing.
  init() {}

  /// That of a default whose build is about to begin.
  init(_ key: KeyDescription, provider: UInt) {
    self.keys = key.bit
    self.provider = provider
    if provider != 0 { tips.append(provider) }
  }

  /// Adds what the build read.
  mutating func add(_ finding: Finding) {
    if findings.contains(where: { $0.isSame(as: finding) }) { return }
    findings.append(finding)
    keys |= finding.key.bit
    if finding.override != 0 { tips.insert(finding.override) }
    guard let entry = finding.entry else { return }
    keys |= entry.record.keys
    for index in entry.record.tips.indices { tips.insert(entry.record.tips[index]) }
    for index in entry.record.homes.indices { homes.insert(entry.record.homes[index]) }
    if entry.record.marks.contains(.pinned) { marks.insert(.pinned) }
  }

  /// Ends the record. What is not valid in all that lies inside its keeper depends on all keys.
  mutating func close() { if home != nil || !homes.isEmpty { keys = .max } }

  /// Makes the default valid wherever its code is the same, whatever it read.
  mutating func forgetReads(of key: KeyDescription) {
    keys = key.bit
    homes = Few()
    tips = provider == 0 ? Few() : Few(provider)
    marks.subtract(.pinned)
  }

  /// The keys that the build read directly.
  var reads: Few<KeyDescription> {
    var keys = Few<KeyDescription>()
    for index in findings.indices { keys.append(findings[index].key) }
    return keys
  }

  /// Whether these are the keys that the build read directly, in this order.
  func reads(_ keys: Few<KeyDescription>?) -> Bool {
    keys.map { findings.elementsEqual($0) { $0.key == $1 } } ?? false
  }

  /// Whether a default with the other record has the same value, here and everywhere.
  func isSame(as other: borrowing Record) -> Bool {
    provider == other.provider && marks == other.marks && home == other.home
      && homes.elementsEqual(other.homes) { $0.levels == $1.levels }
      && findings.elementsEqual(other.findings) { $0.isSame(as: $1) }
  }
}

/// The home of an object that a build read through.
struct NotedHome: Equatable, Sendable {
  /// The numbers of its levels.
  let levels: [UInt]
  /// The serial of the build whose home it is while that runs; zero for none.
  let build: UInt

  init(_ home: Viewpoint) {
    self.levels = home.levels.numbers
    self.build = (home as? Home)?.runningBuild?.serial ?? 0
  }

  /// Whether a view with these levels has the home as a part.
  func ends(_ numbers: [UInt]) -> Bool { numbers.suffix(levels.count).elementsEqual(levels) }
}

/// What a read found while a default was built.
package struct Finding: Sendable {
  package let key: KeyDescription

  /// The default; `nil` where the key is overridden, or is only asked for.
  package let entry: Entry?

  /// The number of the level that overrides the key, by a value or code; zero for none, and of a
  /// default.
  package let override: UInt

  package init(_ entry: Entry) {
    self.key = entry.key
    self.entry = entry
    self.override = 0
  }

  package init(_ key: KeyDescription, override: UInt) {
    self.key = key
    self.entry = nil
    self.override = override
  }

  func isSame(as other: Finding) -> Bool {
    key == other.key && entry === other.entry && override == other.override
  }
}

extension Entry {
  /// What a built default read while it was built, in the order of the first reads.
  package final var findings: [Finding] {
    record.findings.indices.map { record.findings[$0] }
  }

  /// Whether a default stands on the overrides of this level.
  package final func stands(on level: Level) -> Bool { record.tips.contains(level.knownNumber) }

  package final var isUnimplemented: Bool { record.marks.contains(.unimplemented) }

  /// Whether this is a live default that a test reads, since the key has no test value of its own.
  package final var isLive: Bool { record.marks.contains(.live) }
}
