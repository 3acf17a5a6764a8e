import Injection

/// The overrides of a test's container that haven't been read.
///
/// It doesn't hold entries, so values are released with their scopes.
struct TrackedOverrides {
  struct Override {
    let use: Use
    /// Where it was made, if that is known.
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
    /// This holds no other scope, even for a moment: it might be released here, under the caller's
    /// lock, with values whose deinit reads others.
    func isMade(in scope: Level) -> Bool {
      scopeID == ObjectIdentifier(scope) && self.scope === scope
    }
  }

  /// The unread overrides, by numbers in the order in which they were made.
  private var all: [Int: Override] = [:]
  private var count = 0
  /// The numbers, by the addresses of the entries.
  private var numbers: [ObjectIdentifier: Int] = [:]

  var unread: [Override] { all.sorted { $0.key < $1.key }.map(\.value) }

  /// - Complexity: O(unread overrides).
  mutating func add(_ entry: Entry, _ use: Use, in scope: Scope, at place: SourcePlace) {
    // The override replaces one in the same scope, or in another part of it, which has the same
    // place. An override of an outer scope stays visible there.
    let parts = scope.levels.prefix { scope.isBase || $0.place == scope.place }
    for (number, other) in all where other.use.key == entry.key {
      if parts.contains(where: other.isMade) { all[number] = nil }
    }
    // If a released entry had this address, it stays in `all`: it was never read.
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
