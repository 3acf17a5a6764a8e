/// What a default was built from, and so why it is valid where it is shared.
struct Record {
  /// What the build read directly, and the overrides of what the key is scoped by.
  let findings: [Finding]

  /// The number of the scope that provided the code; zero where it was the key's own.
  let provider: UInt

  /// The scopes on whose overrides the default stands, directly or through what it read; of those that are
  /// opened in each other, the innermost. Empty where nothing was overridden.
  let tips: [UInt]

  /// The scopes of the default's home: those of the tips, and all they were opened in. Only where that is not
  /// the view of one scope: empty otherwise.
  let homeSerials: [UInt]

  /// The homes of objects that the build read through, directly or in what it read, other than roots: they were
  /// part of its view.
  let homes: [HomeMark]

  /// The bits of all keys whose override could make the default invalid.
  let keys: UInt64

  /// Why only the view that asked may use the default, or why every read has to be seen.
  let marks: Marks

  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The build read through an object whose home is not part of its view: valid for that view only.
    static let pinned = Marks(rawValue: 1)
    /// The key's value in this context is `unimplemented`.
    static let unimplemented = Marks(rawValue: 2)
    /// In a test, the key's live value was used, since the key has no test value of its own.
    static let live = Marks(rawValue: 4)
  }
}

/// Names a view without holding it.
enum HomeMark: Equatable {
  /// The view of a scope that is no copy: its number, and how many scopes the view has.
  case scope(serial: UInt, count: Int)
  /// The numbers of all scopes of a merged view.
  case merged([UInt])
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

  private let keyReference: KeyReference
  package let found: Found

  package var key: KeyDescription { keyReference.description }

  init(_ key: KeyDescription, _ found: Found) {
    self.keyReference = KeyReference(key)
    self.found = found
  }

  /// - Parameter serial: The number of the scope that has the nearest override; zero for none.
  init(_ key: KeyDescription, _ serial: UInt) {
    self.init(key, serial == 0 ? .nothing : .override(serial))
  }

  func isSame(as other: Finding) -> Bool {
    guard key === other.key else { return false }
    return switch (found, other.found) {
    case (.nothing, .nothing): true
    case (.override(let serial), .override(let other)): serial == other
    case (.entry(let entry), .entry(let other)): entry === other
    default: false
    }
  }
}

extension Entry {
  /// What a built default read while it was built, in the order of the first reads.
  package final var findings: [Finding] { record?.findings ?? [] }

  package final var isUnimplemented: Bool { record?.marks.contains(.unimplemented) == true }

  /// Whether this is a live default that a test reads, since the key has no test value of its own.
  package final var isLive: Bool { record?.marks.contains(.live) == true }
}
