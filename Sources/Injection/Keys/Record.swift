/// What a default was built from, and so why it is valid where it is shared.
final class Record: Sendable {
  /// What the build read directly, and the overrides of what the key is scoped by.
  let findings: [Finding]

  /// The number of the scope that provided the code; zero where it was the key's own.
  let provider: UInt

  /// The scopes on whose overrides the default stands, directly or through what it read. Of scopes
  /// that are opened in each other, the innermost is enough.
  let tips: Tips

  /// The bits of all keys whose override could make the default invalid.
  let keys: UInt64

  /// The numbers of the scopes of the default's home; only where that is not the view of one scope.
  let homeSerials: [UInt]?

  /// The homes of objects that the build read through, other than roots: they were part of its
  /// view.
  let homes: [HomeMark]?

  let marks: Marks

  /// Why only the view that asked may use the default, or why every read has to be seen.
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

  init(_ notes: consuming Notes, tips: Tips, homeSerials: [UInt]? = nil) {
    self.findings = notes.findings
    self.provider = notes.provider
    self.tips = tips
    self.keys = notes.keys
    self.homeSerials = homeSerials
    self.homes = notes.homes
    self.marks = notes.marks
  }

  func isSame(as other: Record) -> Bool {
    provider == other.provider && marks == other.marks && homes == other.homes
      && homeSerials == other.homeSerials && findings.count == other.findings.count
      && zip(findings, other.findings).allSatisfy { $0.isSame(as: $1) }
  }
}

/// What is seen while a default is built.
struct Notes {
  var findings: [Finding] = []
  var provider: UInt = 0
  var tips = Tips()
  var keys: UInt64 = 0
  var homes: [HomeMark]?
  var marks: Record.Marks = []

  init() {}

  init(_ key: KeyDescription, provider: UInt) {
    self.keys = key.bit
    self.provider = provider
    tips.add(provider)
  }

  mutating func add(_ finding: Finding) {
    if findings.contains(where: { $0.isSame(as: finding) }) { return }
    findings.append(finding)
    keys |= finding.key.bit
    switch finding.found {
    case .nothing: break
    case .override(let serial): tips.add(serial)
    case .entry(let entry):
      guard let record = entry.record else { return }
      tips.add(record.tips)
      keys |= record.keys
      for home in record.homes ?? [] { add(home) }
      if record.marks.contains(.pinned) { marks.insert(.pinned) }
    }
  }
}

extension Notes {
  /// Adds the home of an object that was read through, by the build or by what it read.
  mutating func add(_ home: HomeMark) {
    if homes?.contains(home) != true { homes = (homes ?? []) + [home] }
  }
}

/// The numbers of some scopes: mostly none or one, which need no memory of their own.
struct Tips {
  private var first: UInt = 0
  private var others: [UInt]?

  init() {}

  init(_ serial: UInt) {
    first = serial
  }

  var isEmpty: Bool { first == 0 }
  var count: Int { isEmpty ? 0 : 1 + (others?.count ?? 0) }

  func contains(_ serial: UInt) -> Bool {
    first == serial ? serial != 0 : others?.contains(serial) == true
  }

  /// Adds a number; zero is none.
  mutating func add(_ serial: UInt) {
    if isEmpty {
      first = serial
    } else if !contains(serial) && serial != 0 {
      others = (others ?? []) + [serial]
    }
  }

  mutating func add(_ tips: Tips) {
    add(tips.first)
    for serial in tips.others ?? [] { add(serial) }
  }
}

/// What a read found while a default was built.
package struct Finding: Sendable {
  package enum Found: Sendable {
    /// Neither a value nor code that replaces the key's own.
    case nothing
    /// What the scope with this number overrides.
    case override(UInt)
    /// A default.
    case entry(Entry)
  }

  package let key: KeyDescription
  package let found: Found

  package init(_ key: KeyDescription, _ found: Found) {
    self.key = key
    self.found = found
  }

  /// - Parameter serial: The number of the scope that has the nearest override; zero for none.
  init(_ key: KeyDescription, _ serial: UInt) {
    self.init(key, serial == 0 ? .nothing : .override(serial))
  }

  func isSame(as other: Finding) -> Bool {
    if key != other.key { return false }
    return switch (found, other.found) {
    case (.nothing, .nothing): true
    case (.override(let serial), .override(let other)): serial == other
    case (.entry(let entry), .entry(let other)): entry === other
    default: false
    }
  }
}

/// Names a view without holding it.
enum HomeMark: Equatable {
  /// The view of a scope that is no copy: its number, and how many scopes the view has.
  case scope(serial: UInt, count: Int)
  /// The numbers of all scopes of a merged view.
  case merged([UInt])
}

extension Entry {
  /// What a built default read while it was built, in the order of the first reads.
  package final var findings: [Finding] { record?.findings ?? [] }

  package final var isUnimplemented: Bool { record?.marks.contains(.unimplemented) == true }

  /// Whether this is a live default that a test reads, since the key has no test value of its own.
  package final var isLive: Bool { record?.marks.contains(.live) == true }
}
