import Synchronization

/// Remembers what was built and who read it, for explanations and graphs.
///
/// It is told of builds, of reads by builds, and of injected properties that are made in builds; of
/// no other read. What it keeps is bounded by the number of keys and of places in the source: it does
/// not grow with the number of scopes. What it knows already costs no allocation to tell it again.
final class Recorder: Sendable {
  private let table = EntryTable<Node>()

  /// What is known of one key.
  final class Node: TableElement, @unchecked Sendable {
    // Unchecked like its superclass; what it adds is atomic or guarded by a lock.
    fileprivate let builds = Atomic<Int>(0)
    fileprivate let isNamed: Atomic<Bool>
    fileprivate let notes: Mutex<Notes>

    fileprivate init(_ facts: KeyFacts) {
      notes = Mutex(Notes(facts: facts))
      isNamed = Atomic(facts.name.isNamed)
      super.init(id: facts.id)
    }

    @inline(never)  // For size: each caller would hold a copy.
    fileprivate var current: Notes {
      var notes = self.notes.withLock { $0 }
      // Relaxed: a number for people.
      notes.builds = builds.load(ordering: .relaxed)
      return notes
    }
  }

  struct Notes: Sendable {
    var facts: KeyFacts
    var builds = 0
    /// Who kept the value: one a place in the source.
    var owners: [Owner] = []
    /// What its builds read, in the order of the first reads.
    var reads: [EntryID] = []
    /// What was read in its name after a build was over.
    var lateReads: [EntryID] = []
    /// The injected properties of objects that were made in its builds: one a place in the source.
    var properties: [Property] = []

    init(facts: KeyFacts) {
      self.facts = facts
    }
  }

  struct Owner: Sendable {
    let kind: InjectionScope.Kind
    let place: SourcePlace
    /// `nil` where scopes with several names were opened at the place.
    var name: String?
  }

  /// An injected property.
  struct Property: Sendable {
    let place: SourcePlace
    /// Whether it can be read: not, when its function captures something, and who had it is gone. What is
    /// captured may hold the container, so it is not held here.
    let isThere: @Sendable () -> Bool
    let read: @Sendable (InjectedValues) -> Void
  }

  /// What is known of all keys, as it is now, in no order.
  var notes: [Notes] { table.all.map(\.current) }

  /// What is known of a key, as it is now.
  func notes(of id: EntryID) -> Notes? { node(id)?.current }

  /// What was built and read in all containers with this context: what to expect of another one.
  static func experience(in context: InjectionContext) -> Recorder {
    switch context {
    case .live: inLive
    case .test: inTests
    case .preview: inPreviews
    }
  }

  private static let inLive = Recorder()
  private static let inTests = Recorder()
  private static let inPreviews = Recorder()
}

// MARK: - Recording

extension Recorder {
  private func node(_ id: EntryID) -> Node? {
    // Safe to take unretained: a recorder keeps its nodes.
    unsafe table[id]?.takeUnretainedValue()
  }

  private func node(of key: KeyFacts) -> Node {
    let node = node(key.id) ?? table.remember(Node(key))
    // A key may be read by its type first, and through its property later.
    if key.name.isNamed && !node.isNamed.load(ordering: .relaxed) {
      node.notes.withLock { $0.facts.name = key.name }
      node.isNamed.store(true, ordering: .relaxed)
    }
    return node
  }

  /// Returns whether this is the first build.
  func recordBuild(of key: KeyFacts) -> Bool {
    node(of: key).builds.add(1, ordering: .relaxed).newValue == 1
  }

  func recordOwner(of id: EntryID, _ owner: Scope) {
    node(id)?.notes.withLock { $0.add(owner) }
  }

  /// Returns whether this was not known.
  func recordRead(of key: KeyFacts, by reader: EntryID, isLate: Bool) -> Bool {
    // The reader is known: its build was recorded when it began.
    let isNew = node(reader)?.notes.withLock { notes in
      isLate ? notes.lateReads.addIfNew(key.id) : notes.reads.addIfNew(key.id)
    }
    if isNew == true { _ = node(of: key) }
    return isNew == true
  }

  /// - Parameter property: Only called if the property was not known.
  func recordProperty(at place: SourcePlace, madeBy reader: EntryID, _ property: () -> Property) {
    guard let node = node(reader) else { return }
    let known = node.notes.withLock { $0.properties.first { $0.place.bits == place.bits } }
    // Asked without the lock: the last reference to what is captured may go here.
    if known?.isThere() == true { return }
    let new = property()
    node.notes.withLock { notes in
      let index = notes.properties.firstIndex { $0.place.bits == place.bits }
      if let index { notes.properties[index] = new } else { notes.properties.append(new) }
    }
  }
}

extension Recorder.Notes {
  fileprivate mutating func add(_ owner: Scope) {
    let kind = InjectionScope.Kind(owner)
    guard
      let index = owners.firstIndex(where: { $0.place.bits == owner.place.bits && $0.kind == kind })
    else {
      owners.append(Recorder.Owner(kind: kind, place: owner.place, name: owner.name))
      return
    }
    // Names may be made at run time, one a scope; only one that stays is kept.
    if let name = owners[index].name, name != owner.name { owners[index].name = nil }
  }
}

extension [EntryID] {
  /// Returns whether it was new.
  @discardableResult
  mutating func addIfNew(_ id: EntryID) -> Bool {
    if contains(id) { return false }
    append(id)
    return true
  }
}

// MARK: - Where the engine reports

extension Container {
  func recordBuild(of key: KeyFacts) {
    if recorder.recordBuild(of: key) {
      _ = Recorder.experience(in: context).recordBuild(of: key)
    }
  }

  /// Records a default of the root's that another container built.
  func recordBuild(of entry: Entry, _ record: BuildRecord) {
    let key = KeyFacts(entry)
    _ = recorder.recordBuild(of: key)
    recorder.recordOwner(of: key.id, .process)
    for read in record.reads { _ = recorder.recordRead(of: read.key, by: key.id, isLate: false) }
  }
}

extension Scope {
  /// Records a read in the name of a build.
  func recordRead(of key: KeyFacts, by build: Build) {
    let isLate = build.view == nil
    let isNew = container.recorder.recordRead(of: key, by: build.id, isLate: isLate)
    guard isNew else { return }
    let experience = Recorder.experience(in: container.context)
    _ = experience.recordRead(of: key, by: build.id, isLate: isLate)
  }

  /// The innermost build in whose provisional scope this scope lies, also when it is over.
  var enclosingBuild: Build? {
    var next: Scope? = self
    while let scope = next {
      if scope.isProvisional { return (scope as! ProvisionalScope).build }
      next = scope.parent
    }
    return nil
  }

  /// Records a property that is made in a provisional scope, to find out later what it reads.
  func recordProperty(at place: SourcePlace, _ property: () -> Recorder.Property) {
    guard let build = (self as? ProvisionalScope)?.build, build.view != nil else { return }
    container.recorder.recordProperty(at: place, madeBy: build.id, property)
  }
}
