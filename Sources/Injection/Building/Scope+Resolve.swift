// The slow path of a read, and the one rule for defaults: a default is built once, and kept by the
// outermost scope that sees the same overrides of everything that was read while building it.
//
// 1. `find` looks from the scope that asked outwards for an override, or for a default that was built
//    and is valid here: everything that it read, directly, is the same from here. What it read was
//    checked in the same way, so this holds for all it was built from.
//
// 2. Where there is none, the default is built in a `ProvisionalScope`. Its task-local makes the scope
//    current while the key's code runs, so that every read in there passes through it and is noted by
//    the `Build`, and every object made in there has it as its home.
//
// 3. When the code returns, each noted read has a position: the scope that overrides the key or keeps
//    the default. The innermost of these positions is the owner. Further in, everything read is the
//    same; further out, one thing differs. Reads of defaults count with their owners, so a chain
//    of defaults follows its innermost override by itself, and nothing transitive is computed.
//
// 4. The owner keeps the value; the scope that asked remembers it; the provisional scope becomes a
//    signpost to the owner, so that a value that an outer scope keeps never leads to an inner one.
//
// Who else may share a value is known only when its build ends. Therefore a container builds a key on
// one thread at a time: another thread that needs the key waits at the gate of that very build, then
// looks again, and builds for itself only if what was built is not valid where it stands. The gate is
// the only lock that is held while a key's code runs, and only readers of that key wait for it. Two
// threads that would wait for each other do not: see `BuildThread`.

import Synchronization

extension Scope {
  /// The default or override of a key for a read in this scope.
  func resolveHere<Key: InjectionKey>(_ key: Key.Type, _ read: Read) -> Resolution<Key.Value> {
    while true {
      if let entry = find(read.id), let value = entry.value(as: Key.Value.self) {
        return found(entry, value, read)
      }
      switch Key.lifetime {
      case .transient:
        let resolution = buildTransient(key, read)
        noteOutwards(resolution.reads)
        return resolution
      case .singleton where base !== self:
        let resolution = base.resolve(key, read)
        for case .entry(let entry) in resolution.reads { remember(entry) }
        noteOutwards(resolution.reads)
        return resolution
      case .scoped, .shared, .singleton:
        if let (entry, value) = buildOnce(key, read) { return found(entry, value, read) }
      // Another thread has built the key meanwhile: look again.
      }
    }
  }

  private func found<Value>(_ entry: Entry, _ value: Value, _ read: Read) -> Resolution<Value> {
    container.didRead(entry, read, from: self)
    noteOutwards([.entry(entry)])
    return Resolution(value: value, reads: [.entry(entry)])
  }

  /// Tells the builds in whose provisional scopes this scope was opened.
  private func noteOutwards(_ reads: [Dependency]) {
    for scope in outwards { scope.note(reads) }
  }

  /// Builds the key and keeps the value, unless another thread is at it: then waits, and returns `nil`.
  private func buildOnce<Key: InjectionKey>(
    _ key: Key.Type,
    _ read: Read
  ) -> (Entry, Key.Value)? {
    let build = Build(read.id, read.name, view: self)
    let (built, running) = build.gate.withLock { _ -> ((Entry, Key.Value)?, Build?) in
      if let running = container.begin(build) { return (nil, running) }
      defer { container.end(build) }
      // Between the look and the entry, another thread may have finished.
      if let entry = find(read.id), let value = entry.value(as: Key.Value.self) {
        return ((entry, value), nil)
      }
      let (value, outcome) = run(build, key, read, isKept: true)
      return ((keep(value, of: key, outcome, read), value), nil)
    }
    if let running, !BuildThread.wait(for: running) {
      let (value, outcome) = run(build, key, read, isKept: true)
      return (keep(value, of: key, outcome, read), value)
    }
    return built
  }

  /// Builds the key for this scope alone. Nobody keeps the value.
  func buildTransient<Key: InjectionKey>(
    _ key: Key.Type,
    _ read: Read
  ) -> Resolution<Key.Value> {
    let build = Build(read.id, read.name, view: self)
    let (value, outcome) = run(build, key, read, isKept: false)
    let record = BuildRecord(
      lifetime: .transient,
      container.context,
      reads: [],
      isUnimplemented: outcome.isUnimplemented
    )
    let facts = KeyFacts(key, read.name)
    container.didRead(facts, record, read, from: self)
    return Resolution(value: value, reads: [.defaultValue(facts, record)] + outcome.reads)
  }

  private func run<Key: InjectionKey>(
    _ build: Build,
    _ key: Key.Type,
    _ read: Read,
    isKept: Bool
  ) -> (Key.Value, Build.Outcome) {
    let provisional = ProvisionalScope(build, container: sharedContainer, place: read.place)
    let context = container.context
    container.noteDefault(read.id)
    container.recordBuild(of: key, read)
    let value = BuildThread.run(build) {
      Scope.building(in: provisional) { Key.makeDefault(in: context) }
    }
    return (value, build.finish(provisional, isKept: isKept))
  }

  /// Hands a built value to its owner.
  private func keep<Key: InjectionKey>(
    _ value: Key.Value,
    of key: Key.Type,
    _ outcome: Build.Outcome,
    _ read: Read
  ) -> Entry {
    let record = BuildRecord(
      lifetime: Key.lifetime,
      container.context,
      reads: outcome.reads,
      isUnimplemented: outcome.isUnimplemented
    )
    container.recorder.recordOwner(of: read.id, outcome.owner)
    if Key.lifetime == .shared { return keepShared(value, record, outcome.owner, read) }
    let isWatched = container.options.isStrict || outcome.isUnimplemented
    let id = isWatched ? read.id.watched : read.id
    let entry = Box(value, id: id, name: read.name, record: record)
    // An owner that has one already goes on with it: that is so only where a key's code reads other
    // keys each time it runs. Then the scope that asked keeps the new one for itself.
    outcome.owner.entries.remember(entry)
    remember(entry)
    return entry
  }

  private func keepShared<Value: Sendable>(
    _ value: Value,
    _ record: BuildRecord,
    _ owner: Scope,
    _ read: Read
  ) -> Entry {
    guard type(of: value as Any) is AnyClass else {
      InjectionFailure.stop(.sharedNeedsClass(read.name, Value.self, read.place))
    }
    let object = value as AnyObject
    if let entry = owner.known(read.id) as? SharedEntry {
      entry.refill(object, record: record)
      return entry
    }
    let entry = SharedEntry(
      object,
      type: Value.self,
      id: read.id.watched,
      name: read.name,
      record: record
    )
    owner.entries.remember(entry)
    return entry
  }
}
