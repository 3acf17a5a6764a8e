import Synchronization

// Building a default, once for all who share it: see the steps in `Scope+Resolve.swift`.

extension Scope {
  /// Builds the key and keeps the value, unless another thread is at it: then waits, and returns
  /// `nil`.
  ///
  /// - Parameter stamp: What `BuildRegistry.stamp(of:)` was before the search that found nothing.
  final func buildOnce(_ request: Request, _ provider: Provider?, stamp: Int) -> Resolution? {
    let build = Build(request, view: self, provider, isShared: true)
    var others: [Build] = []
    // What was built, if the owner has a default already: it goes when nobody waits for this build
    // any more, since a value that goes may wait for others.
    var box: Entry?
    defer { withExtendedLifetime(box) {} }
    while true {
      var built: Resolution?
      let entrance = build.gate.withLock { _ in
        let entrance = BuildRegistry.begin(build, stamp: stamp, beside: others)
        if case .entered = entrance { built = run(build, request, provider, &box) }
        return entrance
      }
      switch entrance {
      case .entered: return built
      case .searchAgain: return nil
      case .circle(let keys): stop(circle: keys, request)
      case .compare(let running, let prediction):
        guard let same = running.first(where: { sharesValue(with: $0, prediction) }) else {
          others += running
          continue
        }
        if BuildRegistry.wait(for: same) { return nil }
        // That build waits for this thread: this one goes on by itself.
        others.append(same)
      }
    }
  }

  /// Whether this view and that of a running build have the same overrides of what the build is
  /// expected to read.
  private func sharesValue(with build: Build, _ prediction: [KeyDescription]?) -> Bool {
    guard let prediction, let view = build.view else { return true }
    return prediction.allSatisfy { serialOfOverride(of: $0) == view.serialOfOverride(of: $0) }
  }

  /// Builds the key for this scope alone. Nobody keeps the value.
  final func buildTransient(_ request: Request, _ provider: Provider?) -> Resolution {
    let build = Build(request, view: self, provider, isShared: false)
    if case .circle(let keys) = BuildRegistry.begin(build, stamp: 0, beside: []) {
      stop(circle: keys, request)
    }
    var box: Entry?
    return run(build, request, provider, &box)
  }

  /// - Parameter keys: What the thread builds, from the key on that it needs again.
  private func stop(circle keys: [KeyDescription], _ request: Request) -> Never {
    stop(.circle((keys + [request.key]).map { Subject($0) }, request.knownPlace))
  }
}

// MARK: - Running a key's code

extension Scope {
  /// Runs a build that is registered, and keeps its value.
  ///
  /// - Parameter built: What was built.
  private func run(
    _ build: Build,
    _ request: Request,
    _ provider: Provider?,
    _ built: inout Entry?
  ) -> Resolution {
    let key = request.key
    let lifetime = key.lifetimeKind
    if lifetime == .scopedBy {
      for other in key.lifetime.scopedBy where other != key {
        let finding = Finding(other, serialOfOverride(of: other))
        build.note(finding)
        // What a default is built from that stands on a scope inside a build is the build's
        // concern, too.
        tellBuilds(of: finding)
      }
    }

    if !(provider?.code.mayRunHere ?? key.mayRunHere) {
      stop(.builtOffActor(request.subject, request.place, declaration: request.declaration))
    }

    let context = context
    let box = Scope.running(in: build, isOfProcess: traits.contains(.process)) {
      provider?.code.makeDefault() ?? key.makeDefault(context)
    }

    built = box

    var record = build.takeRecord()
    switch lifetime {
    case .shared: record.marks.insert(.shared)
    case .singleton: record.forgetReads(of: key)
    case .transient: record.marks.insert(.transient)
    case .scoped, .scopedBy: break
    }
    if context == .test && provider == nil { noteUnimplemented(&record, key) }

    let owner = lifetime == .transient ? nil : lead(build, &record)
    box.setRecord(consume record)
    var resolution = Resolution(entry: box)
    if let owner {
      resolution = keep(box, owner: owner, request)
    } else {
      build.lead(to: self)
    }
    BuildRegistry.end(build, resolution.entry)
    observation?.tell { $0.didBuild(resolution.entry, owner: owner, in: self) }
    return resolution
  }

  private func noteUnimplemented(_ record: inout Record, _ key: KeyDescription) {
    if record.marks.contains(.unimplemented) {
      key.markUnimplementedInTests()
    } else if key.isUnimplementedInTests {
      record.marks.insert(.unimplemented)
    }
  }

  /// Makes a build lead to the home of what it built.
  ///
  /// - Returns: The scope that keeps it.
  private func lead(_ build: Build, _ record: inout Record) -> Scope {
    // Where what was read is not in this view, for one since a build around this one has ended
    // meanwhile, the value is for this view alone.
    if traits.contains(.inBuild) && !hasAll(record.tips) { record.marks.insert(.pinned) }
    if record.marks.contains(.pinned) {
      build.lead(to: standIn)
      return self
    }
    let (owner, home) = owner(of: &record)
    build.lead(to: home)
    return owner
  }

  private func hasAll(_ tips: Few<UInt>) -> Bool {
    ancestors.reduce(0) { $0 + (tips.contains($1.knownSerial) ? 1 : 0) } == tips.count
  }
}

// MARK: - Keeping what was built

extension Scope {
  /// Keeps what was built, unless the owner has a default from the same: then that is used.
  private func keep(_ box: Entry, owner: Scope, _ request: Request) -> Resolution {
    if !box.record.marks.contains(.shared) {
      return Resolution(entry: kept(box, owner: owner, request))
    }
    guard let value = box.anyValue, type(of: value) is AnyClass else {
      stop(.sharedNeedsClass(request.subject, request.knownPlace))
    }
    let object = value as AnyObject
    let entry = kept(SharedEntry(object, takingRecordOf: box), owner: owner, request)
    // One that lives stays: another thread was faster.
    return Resolution(entry: entry, object: (entry as! SharedEntry).refill(ifGone: object))
  }

  private func kept(_ entry: Entry, owner: Scope, _ request: Request) -> Entry {
    // Where it was read through an object whose home is not part of the owner's own view, not every
    // read there may find it; unless it is for that view alone.
    let isForOwner =
      entry.record.homeSerials == nil
      && (entry.record.marks.contains(.pinned) || entry.record.homes.allSatisfy(owner.includes))
    let kept = isForOwner ? owner.keepForReads(entry) : owner.keepApart(entry)
    if !request.isOfDraft && owner !== self { remember(kept) }
    return kept
  }

  /// Keeps an entry where reads in this scope find it.
  private func keepForReads(_ entry: Entry) -> Entry {
    let present = remember(entry)
    if present === entry || present.isBuiltFromSame(as: entry) { return present }
    // That is so only where a key's code reads other keys each time it runs.
    return keepApart(entry)
  }

  private func keepApart(_ entry: Entry) -> Entry {
    let details = details
    return details.kept.withLock { kept in
      if let same = kept.first(where: { $0.isBuiltFromSame(as: entry) }) { return same }
      kept.append(entry)
      // Releasing: who sees that there is one finds it.
      details.hasKept.store(true, ordering: .releasing)
      return entry
    }
  }
}

extension Entry {
  fileprivate final func isBuiltFromSame(as other: Entry) -> Bool {
    key == other.key && !isOverride && record.isSame(as: other.record)
  }
}
