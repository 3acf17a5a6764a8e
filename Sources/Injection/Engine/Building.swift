// Building a default, once for all who share it: see the steps in `Resolve.swift`.

extension ScopeView {
  /// Builds the key and keeps the value, unless another thread builds it or has built it: then
  /// waits if needed, and returns `nil`. A transient value is built for this view alone.
  ///
  /// - Parameters:
  ///   - parent: The build that asks.
  ///   - stamp: What `BuildRegistry.stamp(of:)` was before the search that found nothing.
  func build(
    _ request: Request,
    _ search: borrowing Search,
    _ provider: Provider?,
    in parent: Build?,
    stamp: Int
  ) -> Resolution? {
    let build = Build(request, search, in: self, provider)
    // What was built. Held until nobody waits for this build: the keeper may have a default
    // already, and a value that goes may wait for others.
    var box: Entry?
    defer { withExtendedLifetime(box) {} }
    var built: Resolution?
    let entrance = build.gate.withLock { _ in
      let entrance = BuildRegistry.begin(build, search.levels, in: parent, stamp: stamp)
      if case .entered = entrance { built = run(build, request, search, provider, &box) }
      return entrance
    }
    switch entrance {
    case .entered: return built
    case .searchAgain: break
    case .wait(let other): other.gate.withLock { _ in }
    case .circle(let keys): stop(circle: keys, request)
    }
    return nil
  }

  /// - Parameter keys: What is being built, from the key on that is needed again.
  private func stop(circle keys: [KeyDescription], _ request: Request) -> Never {
    stop(.circle((keys + [request.key]).map { Subject($0) }, request.knownPlace))
  }
}

// MARK: - Running a key's code

extension ScopeView {
  /// Runs a build that is registered, and keeps its value.
  ///
  /// - Parameter box: What was built.
  private func run(
    _ build: Build,
    _ request: Request,
    _ search: borrowing Search,
    _ provider: Provider?,
    _ box: inout Entry?
  ) -> Resolution {
    let key = request.key
    let lifetime = key.lifetimeKind
    if lifetime == .scopedBy {
      for other in key.lifetime.scopedBy where other != key {
        build.note(other, overriddenBy: search.levels.nearest(overriding: other))
      }
    }
    if !(provider?.code.mayRunHere ?? key.mayRunHere) {
      stop(.builtOffActor(request.subject, request.place, declaration: request.declaration))
    }

    // The code runs.
    var home = Home(of: build, in: self)
    let context = context
    let built = Viewpoint.running(in: home, isOfProcess: isProcess) {
      provider?.code.makeDefault() ?? key.makeDefault(context)
    }
    box = built

    // What it has read says what the value stands on.
    var record = build.takeRecord()
    switch lifetime {
    case .shared: record.marks.insert(.shared)
    case .singleton: record.forgetReads(of: key)
    case .transient: record.marks.insert(.transient)
    case .scoped, .scopedBy: break
    }
    if context == .test && provider == nil { noteUnimplemented(&record, key) }
    let ground = build.isTransient ? nil : search.ground(of: &record, lifetime)
    if ground != nil { record.close() }
    built.setRecord(consume record)

    // The build leads there from now on. Mostly nothing that was made holds the home, and then
    // nobody asks.
    if !isKnownUniquelyReferenced(&home) || build.isHeld {
      // A transient value that a build asked for may be held by what is kept.
      let view = ground.map { ($0.view ?? ScopeView($0.keeper)).bare }
      build.end(leadingTo: view ?? (build.opener == nil ? self : withBareHomes))
      home.takeNumber()
    } else {
      build.end(leadingTo: nil)
    }

    // And the value can be found.
    var resolution = Resolution(entry: built)
    if let keeper = ground?.keeper {
      resolution = keep(built, search, at: keeper, build.opened, request)
    }
    BuildRegistry.end(build, resolution.entry)
    observation?.tell { $0.didBuild(resolution.entry, owner: ground?.keeper, in: self) }
    return resolution
  }

  private func noteUnimplemented(_ record: inout Record, _ key: KeyDescription) {
    if record.marks.contains(.unimplemented) {
      key.markUnimplementedInTests()
    } else if key.isUnimplementedInTests {
      record.marks.insert(.unimplemented)
    }
  }
}

// MARK: - Keeping what was built

/// What keeps a default; and what the home of what was made with it leads to, when that is bare,
/// where that is not the keeper.
private typealias Ground = (keeper: Level, view: ScopeView?)

extension Search {
  /// What a default stands on.
  ///
  /// The keeper is the youngest level that the default stands on. The home is that level; or two of
  /// the levels, if their view has exactly the levels that the default stands on. Otherwise the
  /// default is *pinned*: for this view only.
  fileprivate func ground(
    of record: inout Record,
    _ lifetime: InjectionLifetime.Kind
  ) -> Ground {
    var ground = groundOfTips(of: &record, lifetime)
    // What is valid only where a home is seen goes with that.
    for index in record.homes.indices {
      for level in levels.all where record.homes[index].levels.contains(level.knownNumber) {
        if level.age > ground.keeper.age {
          ground = (level, ground.view ?? ScopeView(ground.keeper))
        }
      }
    }
    return ground
  }

  private func groundOfTips(
    of record: inout Record,
    _ lifetime: InjectionLifetime.Kind
  ) -> Ground {
    if lifetime == .singleton || (record.tips.isEmpty && !record.marks.contains(.pinned)) {
      let provider = record.provider
      let level =
        provider != 0
        ? levels.level(numbered: provider)!
        : lifetime == .singleton ? levels.first { $0.isBase }! : root
      return (level, nil)
    }
    if !record.marks.contains(.pinned), let ground = commonGround(of: &record) { return ground }
    record.marks.insert(.pinned)
    record.home = levels.numbers
    return (levels.all.max { $0.age < $1.age }!, view)
  }

  private func commonGround(of record: inout Record) -> Ground? {
    let tips = record.tips
    // In a chain, the innermost has all others around it.
    if levels.isChain {
      guard let innermost = levels.first(where: { tips.contains($0.knownNumber) }) else {
        return nil
      }
      if tips.count > 1 {
        let numbers = levels.numbers
        if !tips.allSatisfy(numbers.contains) { return nil }
      }
      record.tips = Few(innermost.number)
      return (innermost, nil)
    }
    guard let needed = levels(neededBy: tips) else { return nil }
    let numbers = needed.numbers
    let inner = needed.filter { tips.contains($0.knownNumber) }
    for tip in inner where tip.levels.numbers == numbers { return (tip, nil) }
    record.home = numbers
    let both = inner + [needed.last!]
    for a in both {
      for b in both where a !== b {
        let view = ScopeView(a, behind: b)
        if view.levels.numbers == numbers { return (b.age > a.age ? b : a, view) }
      }
    }
    return nil
  }
}

extension ScopeView {
  /// Keeps what was built, unless the keeper has a default from the same: then that is used.
  private func keep(
    _ box: Entry,
    _ search: borrowing Search,
    at level: Level,
    _ opened: [UInt],
    _ request: Request
  ) -> Resolution {
    if !box.record.marks.contains(.shared) {
      let entry = kept(box, search, at: level)
      rememberIfFar(entry, for: request)
      return Resolution(entry: entry)
    }
    // Nothing is there to be held.
    guard let value = box.unwrapped else { return Resolution(entry: box) }
    guard type(of: value) is AnyClass else {
      stop(.sharedNeedsClass(request.subject, request.knownPlace))
    }
    let object = value as AnyObject
    let new = SharedEntry(object, opened: opened, takingRecordOf: box)
    let entry = kept(new, search, at: level) as! SharedEntry
    if !request.isOfDraft { remember(entry) }
    // One that lives stays: another thread was faster.
    let (present, unused) = entry.refill(ifGone: object, opened: opened)
    if !unused.isEmpty { search.rememberer(for: level).memory.removeAll(for: unused) }
    return Resolution(entry: entry, object: present)
  }

  private func kept(_ entry: Entry, _ search: borrowing Search, at level: Level) -> Entry {
    entry.setLevelNumber(level.number)
    let rememberer = search.rememberer(for: level)
    // Reads in the keeper find it by the key alone, unless it is not for each of them.
    if rememberer === level, let scope = level.asScope, entry.record.home == nil,
      entry.record.homes.allSatisfy({ $0.ends(level.levels.numbers) })
    {
      let present = scope.remember(entry, as: Name(entry.key.id))
      if present === entry || present.isBuiltFromSame(as: entry) { return present }
      // Another one is there only where a key's code reads other keys each time it runs.
    }
    // A home does not keep what also stands on a level that another home keeps for: what that one
    // keeps may hold this home.
    if rememberer is Home {
      let numbers = entry.record.home ?? level.levels.numbers
      for part in search.levels.all where numbers.contains(part.number) {
        let other = search.rememberer(for: part)
        if other !== rememberer, other is Home { return entry }
      }
    }
    return rememberer.memory.keep(entry)
  }
}

extension Entry {
  /// The value; `nil` if it is an optional without one.
  fileprivate final var unwrapped: Any? {
    var value = anyValue!
    while let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return nil }
      value = wrapped
    }
    return value
  }
}

private protocol OptionalValue { var wrapped: Any? { get } }
extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }
