import Injection

/// The overrides of a test's container that were not read so far.
///
/// Entries are not held, so that values go when their scopes go.
struct TrackedOverrides {
  struct Override {
    let use: Use
    /// Where it was made; unknown where nobody says.
    let place: SourcePlace
    /// The scope that has the override.
    weak var scope: Scope?
    /// Whether the process's default was read before.
    let wasReadOutside: Bool

    private let scopeID: ObjectIdentifier

    var subject: Subject { use.subject }

    init(_ use: Use, at place: SourcePlace, in scope: Scope, wasReadOutside: Bool) {
      self.use = use
      self.place = place
      self.scope = scope
      self.wasReadOutside = wasReadOutside
      self.scopeID = ObjectIdentifier(scope)
    }

    /// Whether this scope has the override.
    ///
    /// No other one is held to find out, even for a moment: it might go here, under the lock of who
    /// asks, and with it values that read others.
    func isMade(in scope: Level) -> Bool {
      scopeID == ObjectIdentifier(scope) && self.scope === scope
    }
  }

  /// Those that were not read, by their numbers, which tell the order in which they were made.
  private var all: [Int: Override] = [:]
  private var count = 0
  /// The numbers, by the addresses of the entries.
  private var numbers: [ObjectIdentifier: Int] = [:]

  var unread: [Override] { all.sorted { $0.key < $1.key }.map(\.value) }

  /// O(those that were not read).
  mutating func add(_ entry: Entry, _ use: Use, in scope: Scope, at place: SourcePlace) {
    // The same scope, or a part of it that holds later changes: the test's own, or one opened at
    // the same place. What an outer scope has goes on to be seen there.
    let parts = scope.levels.prefix { scope.isBase || $0.place == scope.place }
    for (number, other) in all where other.use.key == entry.key {
      if parts.contains(where: other.isMade) { all[number] = nil }
    }
    // Where the address is that of an entry that is gone, that one stays in `all`: nobody read it.
    numbers[ObjectIdentifier(entry)] = count
    all[count] = Override(
      use,
      at: place,
      in: scope,
      wasReadOutside: entry.key.processUse != nil
    )
    count += 1
  }

  mutating func didRead(_ entry: Entry) {
    if let number = numbers.removeValue(forKey: ObjectIdentifier(entry)) { all[number] = nil }
  }
}
