import Synchronization

// The slow path of a read, and the one rule for defaults: a default is built once for all who see the same
// overrides of everything that was read while building it.
//
// 1. `lookup` finds the nearest override, or a default that is valid in the view that asks.
//
// 2. Where there is none, the default is built in a `Build`. It is the current scope while the key's code
//    runs, so that every read in there passes through it and is noted, and every object that is made in
//    there has it as its home.
//
// 3. When the code returns, the notes say on whose overrides the default stands. The youngest of those scopes
//    owns it and keeps it: it is part of every view that shares the value, and when it goes, nobody
//    can ask for the value any more. Without any it is the root's.
//
// 4. The home of what was made in the build is the view of those scopes, and no more, so that a value that an
//    outer scope keeps never leads to an inner one. The build leads there from then on.

/// What a read found.
struct Resolution: @unchecked Sendable {
  // Unchecked because of what holds the value: an entry, or a key's value, which is `Sendable`.

  let entry: Entry
  /// What holds the value: of a shared one, the value itself.
  let holder: AnyObject
  /// What a build that asked has to note.
  let finding: Finding

  func value<Value: Sendable>(as _: Value.Type) -> Value {
    // Cannot fail, and is safe: a key has one type of value, and an entry that holds it is a box.
    holder === entry
      ? unsafe unsafeDowncast(entry, to: Box<Value>.self).value : holder as! Value
  }
}

extension Scope {
  /// The override or default of a key for a read in this scope.
  final func read(_ request: Request) -> Resolution {
    let scope = resolved
    let resolution = scope.resolve(request)
    if let observation = scope.observation {
      observation.tell { $0.didRead(request, resolution.entry, in: scope) }
    } else if resolution.entry.isUnimplemented {
      UnobservedIssues.report(
        unimplemented: request.subject,
        at: request.place,
        in: scope.container.context
      )
    }
    return resolution
  }

  /// The same without telling anybody but the builds that this scope is part of.
  private func resolve(_ request: Request) -> Resolution {
    guard isBuild else {
      let resolution = resolveHere(request)
      if traits.contains(.inBuild) { tellBuilds(of: resolution.finding) }
      return resolution
    }
    // Safe to cast: only build scopes have the trait.
    let scope = unsafe unsafeDowncast(self, to: BuildScope.self)
    // The build may end at any time on its own thread; then the read is a late one.
    guard let view = scope.view else { return resolved.resolve(request) }
    // A transient value belongs to whoever asked, and that is this build.
    let isTransient = request.key.lifetime.kind == .transient
    let resolution = isTransient ? resolveHere(request) : view.resolve(request)
    scope.note(resolution.finding)
    if isTransient { view.tell(of: resolution.finding) }
    return resolution
  }

  /// Tells what was read to all builds that this scope is or is part of.
  private func tell(of finding: Finding) {
    guard isBuild else { return traits.contains(.inBuild) ? tellBuilds(of: finding) : () }
    // Safe to cast: only build scopes have the trait.
    let scope = unsafe unsafeDowncast(self, to: BuildScope.self)
    scope.note(finding)
    scope.view?.tell(of: finding)
  }

  /// Tells the builds in which this scope was opened what was read.
  ///
  /// What was found at a scope that was opened in the build itself is not their concern; nor is a default that
  /// stands on such a scope, since what that read was noted when it was built. But nothing further
  /// out overrides the key.
  private func tellBuilds(of finding: Finding) {
    var finding = finding
    for scope in ancestors {
      if scope.isBuild {
        // Safe to cast: only build scopes have the trait.
        unsafe unsafeDowncast(scope, to: BuildScope.self).note(finding)
        continue
      }
      let serial = scope.knownSerial
      if case .entry(let entry) = finding.found, entry.record!.tips.contains(serial) {
        finding = Finding(finding.key, entry.record!.provider)
      }
      if case .override(serial) = finding.found { return }
    }
  }

  private func resolveHere(_ request: Request) -> Resolution {
    let key = request.key
    if request.isOfDraft, let own = override(of: key), !(own is ProvidedCode) {
      // Not numbered for that: then it would take no more changes. No build notes what is found here.
      return Resolution(entry: own, holder: own, finding: Finding(key, .override(knownSerial)))
    }
    while true {
      let stamp = BuildRegistry.stamp(of: key)
      let code: ProvidedCode?
      let provider: Scope?
      switch lookup(key, remembering: !request.isOfDraft) {
      case .override(let entry):
        return Resolution(entry: entry, holder: entry, finding: Finding(key, .override(entry.layer)))
      case .entry(let entry):
        if let holder = entry.holder {
          return Resolution(entry: entry, holder: holder, finding: Finding(key, .entry(entry)))
        }
        // Nobody holds the shared value any more.
        code = entry.record!.provider == 0 ? nil : provided(for: key)
        provider = code == nil ? nil : ancestors.first { $0.serial == entry.record!.provider }
      case .missing(let found, let scope):
        (code, provider) = (found, scope)
      }
      switch key.lifetime.kind {
      case .transient:
        return buildTransient(request, code, provider)
      case .singleton where (provider?.layer ?? base) !== self:
        let resolution = (provider?.layer ?? base).resolve(request)
        if !request.isOfDraft { remember(resolution.entry) }
        return resolution
      default:
        if let built = buildOnce(request, code, provider, stamp: stamp) { return built }
      // Another thread has built the key meanwhile: look again.
      }
    }
  }

  /// The nearest code that replaces the key's own.
  private func provided(for key: KeyDescription) -> ProvidedCode? {
    ancestors.lazy.compactMap { $0.override(of: key) }.first as? ProvidedCode
  }

  /// Builds the key and keeps the value, unless another thread is at it: then waits, and returns `nil`.
  private func buildOnce(
    _ request: Request,
    _ code: ProvidedCode?,
    _ provider: Scope?,
    stamp: Int
  ) -> Resolution? {
    let key = request.key
    let build = Build(key, view: self, place: request.place, isShared: true)
    var others: [Build] = []
    // What was built, if the owner has a default already: it goes when nobody waits for this build any more,
    // since a value that goes may wait for others.
    var box: Entry?
    defer { withExtendedLifetime(box) {} }
    while true {
      let (built, entrance) = build.gate.withLock { _ -> (Resolution?, BuildRegistry.Entrance) in
        let entrance = BuildRegistry.begin(build, stamp: stamp, beside: others)
        guard case .entered = entrance else { return (nil, entrance) }
        return (run(build, request, code, provider, &box), entrance)
      }
      switch entrance {
      case .entered: return built
      case .searchAgain: return nil
      case .circle(let keys): stop(circle: keys, request)
      case .compare(let running, let prediction):
        let same = running.first { other in
          guard let prediction, let view = other.view else { return true }
          return prediction.allSatisfy { serialOfOverride(of: $0) == view.serialOfOverride(of: $0) }
        }
        guard let same else {
          others += running
          continue
        }
        if BuildRegistry.wait(for: same) { return nil }
        // That build waits for this thread: this one goes on by itself.
        others.append(same)
      }
    }
  }

  /// Builds the key for this scope alone. Nobody keeps the value.
  private func buildTransient(
    _ request: Request,
    _ code: ProvidedCode?,
    _ provider: Scope?
  ) -> Resolution {
    let key = request.key
    let build = Build(key, view: self, place: request.place, isShared: false)
    if case .circle(let keys) = BuildRegistry.begin(build, stamp: 0, beside: []) {
      stop(circle: keys, request)
    }
    var box: Entry?
    return run(build, request, code, provider, &box)
  }
}

// MARK: - Mistakes

extension Scope {
  /// Stops the process, or the thread where an observer keeps it.
  final func stop(_ failure: InjectionFailure) -> Never {
    let key = BuildRegistry.outermostKey
    observation?.tell { $0.willStop(failure.message.description, in: key) }
    failure.stop()
  }

  /// - Parameter keys: What the thread builds, from the key on that it needs again.
  private func stop(circle keys: [KeyDescription], _ request: Request) -> Never {
    let last = request.key
    stop(.circle((keys + [last]).map { Subject($0) }, request.place))
  }
}

extension Request {
  package var subject: Subject { Subject(key, property) }
}

// MARK: - Running a key's code

extension Scope {
  /// Runs a build that is registered, and keeps its value.
  private func run(
    _ build: Build,
    _ request: Request,
    _ code: ProvidedCode?,
    _ provider: Scope?,
    _ keptAlive: inout Entry?
  ) -> Resolution {
    let key = request.key
    var notes = Build.Notes()
    notes.keys = key.bit
    if let provider { notes.addTip(provider.serial) }
    for other in key.lifetime.scopedBy where other !== key {
      let finding = Finding(other, serialOfOverride(of: other))
      notes.add(finding)
      // What a default is built from that stands on a scope inside a build is the build's concern, too.
      if traits.contains(.inBuild) { tellBuilds(of: finding) }
    }
    build.begin(notes)

    let box = Scope.running(in: build) { code?.makeDefault() ?? key.makeDefault(container.context) }
    keptAlive = box

    notes = build.end()
    noteUnimplemented(&notes, key, code)
    let isKept = build.isShared
    // Where what was read is not in this view, for one since a build around this one has ended meanwhile, the
    // value is for this view alone.
    let isPinned = notes.marks.contains(.pinned) || !hasAll(notes.tips)
    if isPinned { notes.marks.insert(.pinned) }
    let ownership =
      isPinned || !isKept
      ? Ownership(owner: self, home: isKept ? standIn : self, tips: notes.tips, homeSerials: [])
      : owner(ofTips: notes.tips)
    let record = Record(
      findings: notes.findings,
      provider: provider?.serial ?? 0,
      tips: ownership.tips,
      homeSerials: ownership.homeSerials,
      // A singleton is valid wherever its code is the same, whatever it read.
      homes: key.lifetime.kind == .singleton ? [] : notes.homes,
      keys: key.lifetime.kind == .singleton ? key.bit : notes.keys,
      marks: notes.marks
    )
    build.lead(to: ownership.home)
    let resolution =
      isKept
      ? keep(box, record, owner: ownership.owner, request)
      : transient(box, record)
    BuildRegistry.end(build, reading: notes.findings)
    observation?.tell {
      $0.didBuild(resolution.entry, owner: isKept ? ownership.owner : nil, in: self)
    }
    return resolution
  }

  private func noteUnimplemented(
    _ notes: inout Build.Notes,
    _ key: KeyDescription,
    _ code: ProvidedCode?
  ) {
    guard code == nil, container.context == .test else { return }
    // Relaxed, in both: builds of one key that share nothing need not agree.
    if notes.marks.contains(.unimplemented) {
      key.isUnimplementedInTests.store(true, ordering: .relaxed)
    } else if key.isUnimplementedInTests.load(ordering: .relaxed) {
      notes.marks.insert(.unimplemented)
    }
  }

  private func hasAll(_ tips: [UInt]) -> Bool {
    var missing = tips.count
    if missing == 0 { return true }
    for scope in ancestors where tips.contains(scope.knownSerial) {
      missing -= 1
      if missing == 0 { return true }
    }
    return false
  }

  private func transient(_ box: Entry, _ record: Record) -> Resolution {
    box.record = record
    let finding = Finding(box.key, record.provider)
    return Resolution(entry: box, holder: box, finding: finding)
  }

  /// Keeps what was built, unless the owner has a default from the same: then that is used.
  private func keep(_ box: Entry, _ record: Record, owner: Scope, _ request: Request) -> Resolution {
    let key = box.key
    var holder: AnyObject?
    var entry = box
    if key.lifetime.kind == .shared {
      guard let value = box.anyValue, type(of: value) is AnyClass else {
        stop(.sharedNeedsClass(request.subject, request.place))
      }
      let object = value as AnyObject
      holder = object
      entry = SharedEntry(object, key)
    }
    entry.record = record
    // Where it was read through an object whose home is not part of the owner's own view, not every read there
    // may find it.
    let isPlain =
      record.homeSerials.isEmpty && !entry.needsEveryRead && record.homes.allSatisfy(owner.includes)
    let kept = isPlain ? owner.keepForReads(entry) : owner.keepApart(entry)
    if kept !== entry, let shared = kept as? SharedEntry {
      // One that lives stays: another thread was faster.
      holder = shared.refill(ifGone: holder!)
    }
    if !request.isOfDraft { remember(kept) }
    return Resolution(entry: kept, holder: holder ?? kept, finding: Finding(key, .entry(kept)))
  }

  /// Keeps an entry where reads in this scope find it.
  private func keepForReads(_ entry: Entry) -> Entry {
    let present = observation == nil ? found.remember(entry) : details.observed.remember(entry)
    if present === entry || present.isBuiltFromSame(as: entry) { return present }
    // That is so only where a key's code reads other keys each time it runs.
    return keepApart(entry)
  }

  private func keepApart(_ entry: Entry) -> Entry {
    details.kept.withLock { kept in
      if let same = kept.first(where: { $0.isBuiltFromSame(as: entry) }) { return same }
      kept.append(entry)
      return entry
    }
  }
}

extension Entry {
  fileprivate final func isBuiltFromSame(as other: Entry) -> Bool {
    guard let record, let otherRecord = other.record, key === other.key else { return false }
    return record.provider == otherRecord.provider
      && record.homeSerials == otherRecord.homeSerials
      && record.marks == otherRecord.marks
      && record.homes == otherRecord.homes
      && record.findings.count == otherRecord.findings.count
      && zip(record.findings, otherRecord.findings).allSatisfy { $0.isSame(as: $1) }
  }
}
