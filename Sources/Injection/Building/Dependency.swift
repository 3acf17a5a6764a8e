/// What a default was found to depend on while it was built.
indirect enum Dependency: Sendable {
  /// An override, or a default that some scope keeps: where another entry is found, the default is not
  /// valid.
  case entry(Entry)

  /// A default whose own entry is not there to be found again: a transient value, or one that is kept by
  /// a scope that the build itself opened. Where something overrides the key, the default is not valid.
  /// What the one that was used read is noted besides.
  case defaultValue(KeyFacts, BuildRecord)

  /// What an object saw that has its home elsewhere: the current scope's part over its home.
  case seen(home: Home, Dependency)

  /// The home of an object that read something while a default was built.
  struct Home: Sendable {
    /// Not held: the home may lie in the scope that keeps the default.
    weak let scope: Scope?
    /// Its number, to compare without a reference that may turn out to be the last one.
    let serial: UInt
    /// The running builds that it is part of.
    let builds: [Build]

    init(_ scope: Scope) {
      self.scope = scope
      self.serial = scope.serial
      self.builds = scope.runningBuilds
    }
  }

  /// The key that was read.
  var key: KeyFacts {
    switch self {
    case .entry(let entry): KeyFacts(entry)
    case .defaultValue(let key, _): key
    case .seen(_, let seen): seen.key
    }
  }

  /// Whether it makes no difference which of the two is noted.
  func isSame(as other: Dependency) -> Bool {
    switch (self, other) {
    case (.entry(let entry), .entry(let other)): entry === other
    case (.defaultValue(let key, _), .defaultValue(let other, _)): key.id == other.id
    case (.seen(let home, let seen), .seen(let otherHome, let other)):
      home.serial == otherHome.serial && seen.isSame(as: other)
    default: false
    }
  }

  /// Whether a read in `scope` would end as it ended when this was noted.
  ///
  /// - Parameter find: What a read in a scope finds.
  func isSame(in scope: Scope, find: (Scope, EntryID) -> Entry?) -> Bool {
    switch self {
    case .entry(let entry): find(scope, entry.id.unwatched) === entry
    case .defaultValue(let key, _): find(scope, key.id)?.isOverride != true
    case .seen(let home, let seen):
      // Nobody can say it of a home that is gone: then the default is built again.
      home.scope.map { seen.isSame(in: scope.seen(over: $0), find: find) } ?? false
    }
  }
}

extension Scope {
  /// Whether a read in this scope would end as it ended when `dependency` was noted.
  func sees(_ dependency: Dependency) -> Bool {
    dependency.isSame(in: self) { $0.find($1) }
  }

  /// What an object with this home sees from here.
  @inline(never)  // For size: each caller would hold a copy.
  func seen(over home: Scope) -> Scope { Scope.seen(from: self, home: home) ?? .process }

  /// The outermost scope from which all, up to this scope, is as it was found.
  @inline(never)  // For size: each caller would hold a copy.
  private func position(of dependency: Dependency) -> Scope? {
    switch dependency {
    case .entry(let entry): position(of: entry)
    case .defaultValue: nil
    case .seen: outwards.prefix { $0.sees(dependency) }.last ?? self
    }
  }

  /// The outermost scope that sees the same overrides as this one of everything in `reads`.
  ///
  /// That is the innermost of the scopes where a read ended: from there inwards all is the same, and
  /// the next one outwards sees something else.
  func owner(ofReads reads: [Dependency]) -> Scope {
    let positions = reads.compactMap { position(of: $0) }
    let owner = outwards.first { scope in positions.contains { $0 === scope } } ?? root
    return owner.original(ifItSees: reads)
  }

  /// What the reads of a build depend on in this scope and those outside it.
  ///
  /// A build may read others, in a scope that it opened itself. Overrides there are the same whatever
  /// scope builds; a default there may have been built from what is here. A home that it made itself
  /// is the same wherever it is made.
  func enclosing(_ reads: [Dependency], of build: Build) -> [Dependency] {
    var enclosing: [Dependency] = []
    func add(_ read: Dependency) {
      switch read {
      case .entry(let entry) where position(of: entry) == nil:
        guard let record = entry.record else { return }
        add(.defaultValue(KeyFacts(entry), record))
        record.reads.forEach(add)
      case .seen(let home, let seen) where home.builds.contains { $0 === build }:
        add(seen)
      case .seen(let home, let seen):
        // Where the home is gone, the owner is this scope.
        let reads = home.scope.map { self.seen(over: $0).enclosing([seen], of: build) } ?? [seen]
        for read in reads { enclosing.addIfNew(.seen(home: home, read)) }
      case .entry, .defaultValue: enclosing.addIfNew(read)
      }
    }
    reads.forEach(add)
    return enclosing
  }
}

extension [Dependency] {
  mutating func addIfNew(_ dependency: Dependency) {
    if !contains(where: { $0.isSame(as: dependency) }) { append(dependency) }
  }
}
