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
//    of defaults follows its innermost override by itself, and nothing transitive is computed. What
//    an object read that has its home elsewhere has its position by that home: see `Dependency`.
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
  func resolveHere(_ read: Read) -> Resolution {
    while true {
      if let found = find(read.id).flatMap(Resolution.init) { return tell(of: found, read) }
      switch read.facts.lifetime {
      case .transient:
        let resolution = buildTransient(read)
        noteOutwards(resolution.reads)
        return resolution
      case .singleton where base !== self:
        let resolution = base.resolve(read)
        for case .entry(let entry) in resolution.reads { remember(entry) }
        noteOutwards(resolution.reads)
        return resolution
      default:
        if let built = buildOnce(read) { return tell(of: built, read) }
      // Another thread has built the key meanwhile: look again.
      }
    }
  }

  private func tell(of resolution: Resolution, _ read: Read) -> Resolution {
    container.didRead(resolution.entry, read, from: self)
    noteOutwards(resolution.reads)
    return resolution
  }

  /// Tells the builds in whose provisional scopes this scope was opened.
  private func noteOutwards(_ reads: [Dependency]) {
    for scope in outwards { scope.note(reads) }
  }

  /// Builds the key and keeps the value, unless another thread is at it: then waits, and returns `nil`.
  private func buildOnce(_ read: Read) -> Resolution? {
    let build = Build(read.id, read.name, view: self)
    defer { build.letGo() }
    let (built, running) = build.gate.withLock { _ -> (Resolution?, Build?) in
      if let running = container.begin(build) { return (nil, running) }
      defer { container.end(build) }
      // Between the look and the entry, another thread may have finished.
      if let found = find(read.id).flatMap(Resolution.init) { return (found, nil) }
      return (buildAndKeep(build, read), nil)
    }
    if let running, !BuildThread.wait(for: running) { return buildAndKeep(build, read) }
    return built
  }

  /// Builds the key for this scope alone. Nobody keeps the value.
  func buildTransient(_ read: Read) -> Resolution {
    let build = Build(read.id, read.name, view: self)
    defer { build.letGo() }
    let (box, record, outcome) = run(read.key, build, read)
    container.didRead(read.facts, record, read, from: self)
    return Resolution(
      box,
      holder: box,
      reads: [.defaultValue(read.facts, record)] + outcome.reads
    )
  }

  private func buildAndKeep(_ build: Build, _ read: Read) -> Resolution {
    let (box, record, outcome) = run(read.key, build, read)
    container.recorder.recordOwner(of: read.id, outcome.owner)
    if record.lifetime == .shared { return keepShared(box, build, record, outcome.owner, read) }
    // An owner that has one already goes on with it: that is so only where a key's code reads other
    // keys each time it runs. Then the scope that asked keeps the new one for itself.
    outcome.owner.entries.remember(box)
    remember(box)
    return Resolution(box, holder: box, reads: [.entry(box)])
  }

  private func keepShared(
    _ box: Entry,
    _ build: Build,
    _ record: BuildRecord,
    _ owner: Scope,
    _ read: Read
  ) -> Resolution {
    guard let value = box.anyValue, type(of: value) is AnyClass else {
      InjectionFailure.stop(.sharedNeedsClass(read.name, box.valueType, read.place))
    }
    let object = value as AnyObject
    if let entry = owner.known(read.id) as? SharedEntry {
      build.take(entry.refill(object, record: record))
      return Resolution(entry, holder: object, reads: [.entry(entry)])
    }
    let entry = SharedEntry(
      object,
      type: box.valueType,
      id: read.id.watched,
      name: read.name,
      record: record
    )
    owner.entries.remember(entry)
    return Resolution(entry, holder: object, reads: [.entry(entry)])
  }
}

// MARK: - Running a key's code

extension Scope {
  /// The one step that knows the type of the value.
  private func run<Key: InjectionKey>(
    _ key: Key.Type,
    _ build: Build,
    _ read: Read
  ) -> (Entry, BuildRecord, Build.Outcome) {
    let provisional = begin(build, read)
    let context = container.context
    let value = Scope.building(in: provisional) { Key.makeDefault(in: context) }
    let (id, record, outcome) = end(build, provisional, read)
    return (Box(value, id: id, name: read.name, record: record), record, outcome)
  }

  private func begin(_ build: Build, _ read: Read) -> ProvisionalScope {
    container.noteDefault(read.id)
    container.recordBuild(of: read.facts)
    BuildThread.begin(build)
    return ProvisionalScope(build, container: sharedContainer, place: read.place)
  }

  private func end(
    _ build: Build,
    _ provisional: ProvisionalScope,
    _ read: Read
  ) -> (EntryID, BuildRecord, Build.Outcome) {
    BuildThread.end(build)
    let lifetime = read.facts.lifetime!
    let isKept = lifetime != .transient
    let outcome = build.finish(provisional, isKept: isKept)
    let record = BuildRecord(
      lifetime: lifetime,
      container.context,
      reads: isKept ? outcome.reads : [],
      isUnimplemented: outcome.isUnimplemented
    )
    let isWatched = container.options.isStrict || outcome.isUnimplemented
    return (isWatched ? read.id.watched : read.id, record, outcome)
  }
}
