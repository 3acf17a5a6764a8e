// The slow path of a read, and the one rule for defaults: a default is built once for all places
// that see the same overrides of everything that its build read.
//
// 1. `search` finds the nearest override, or a default that is valid here.
//
// 2. Where there is none, the key's code runs in the place of a `Build`. So the build notes each
//    read, and the place is the home of each object that is made.
//
// 3. When the code returns, the record says how deep the innermost scope lies on whose overrides
//    the default stands. That scope keeps it: once it is released, nothing can ask for the value.

/// One read of a key.
package struct Request: Sendable {
  package let key: Key
  /// The property of `InjectedValues` that was used.
  package let property: StaticString?
  /// The source location of the read, or of the `Injected` declaration.
  package let source: SourceLine
  /// Where the property of `InjectedValues` is declared.
  package let declaration: SourceLine
  /// Whether an update closure reads from the values that it changes, such as to change a member.
  package let isUpdate: Bool

  package var subject: Subject { Subject(key, property) }
}

extension Place {
  /// The override or default of a key, as seen from a place; `nil` is the process's root.
  static func resolve(_ request: Request, from place: Place?) -> Entry {
    let asking = place?.runningBuild
    // Their values are then kept by the scopes that asked for them.
    let bypassed = Build.bypassed(by: asking, in: place)
    // If only other tasks build or record, or the place is that of an ended build, the quick path
    // may suffice.
    if asking == nil, bypassed.isEmpty, Recording.observers.isEmpty {
      let scope = place.scope
      let known = withExtendedLifetime(scope) { $0.quickFind(request.key.id)?.object }
      if let known { return known }
    }
    while true {
      // Before the scope, since `bootstrap` may replace the root meanwhile.
      let stamp = Builds.stamp(of: request.key)
      let entry = place.scope.resolve(request, from: place, askedBy: asking, bypassed, stamp)
      if let entry { return entry }
    }
  }
}

extension Scope {
  /// Searches and builds. Returns `nil` if the caller must try again, with the scope that it sees
  /// then.
  fileprivate func resolve(
    _ request: Request,
    from place: Place?,
    askedBy asking: Build?,
    _ bypassed: [Build],
    _ stamp: Int
  ) -> Entry? {
    request.key.learnProperty(from: request)
    let nearest = search(request.key.id)
    let found: Found
    if let nearest, nearest.entry.code == nil {
      found = nearest
      if asking == nil, bypassed.isEmpty { rememberIfLasting(found, of: request.key) }
    } else if request.isUpdate, let answer = pending?.answer(for: request.key) {
      setPending(answer)
      return answer
    } else {
      let view = self.view(of: request.key, nearest)
      let build = Build(request, in: view, askedBy: asking)
      guard let new = build.make(in: view, nearest, from: place, stamp) else { return nil }
      found = new
    }
    if asking != nil || !bypassed.isEmpty {
      let noted = found.noted(of: request.key)
      asking?.note(request.key.id, noted, depth: found.depth)
      for build in bypassed { build.noteElsewhere(request.key.id, noted) }
    }
    tell(request, found, readBy: asking ?? bypassed.first)
    return found.entry
  }

  /// What the code of a key sees, which was asked for here.
  private func view(of key: Key, _ provider: Found?) -> Scope {
    if key.lifetime.kind != .singleton { return self }
    // A singleton belongs to the scope that provides it, or to the original of that scope.
    return provider.map { $0.scope.keeper(of: $0.entry) } ?? root
  }

  /// Remembers what was found here, if that doesn't make it live longer: layers hold overrides, and
  /// the process's root its defaults.
  private func rememberIfLasting(_ found: Found, of key: Key) {
    let entry = found.entry
    if entry.isOverride || found.depth == 0 && isOfProcess, isPlain, !entry.isChecked,
      key.lifetime.kind != .shared
    {
      remember(entry)
    }
  }
}

extension Found {
  /// What the build that reads notes: of a transient value, which isn't kept, its code; a shared
  /// one without holding its object.
  @inline(__always)
  fileprivate func noted(of key: Key) -> Entry? {
    guard let record = entry.record else { return entry }
    switch key.lifetime.kind {
    case .scoped, .singleton: return entry
    case .transient: return provider
    case .shared: return unwrapped(entry.anyValue!).map { WeakEntry($0 as AnyObject, key, record) }
    }
  }
}

extension Build {
  /// Builds a default and keeps it. Waits if another thread builds it. Returns `nil` if the caller
  /// must search again.
  fileprivate func make(
    in view: Scope,
    _ provider: Found?,
    from place: Place?,
    _ stamp: Int
  ) -> Found? {
    var new: Found?
    let turn = whileOthersWait {
      let turn = Builds.begin(self, stamp: stamp, hasCode: provider != nil)
      if case .build = turn { new = run(in: view, provider, from: place) }
      return turn
    }
    switch turn {
    case .build, .searchAgain: break
    case .wait(let other): other.waitForEnd()
    case .circle(let keys):
      Message.circle(keys.map { Subject($0).short }, at: request).stop(in: context)
    }
    return new
  }

  private func run(in view: Scope, _ provider: Found?, from place: Place?) -> Found {
    let kind = key.lifetime.kind
    for type in key.lifetime.scopedBy where type.id != key.id {
      let other = Key.of(type.key).id
      let scope = view.innermost(overriding: KeySet(other))
      note(other, scope.overrides[other], depth: scope.depth)
    }
    if let provider { note(key.id, provider.entry, depth: provider.scope.depth) }
    let code = provider?.entry.code
    // Code that is isolated is assumed to be the main actor's.
    let mayRun = code.map { !$0.isOnMainActor } ?? key.mayRunHere
    if !mayRun { MainActor.precondition(.builtOffActor(request)) }

    var home = kind == .transient ? nil : IndirectPlace(self)
    let codeDepth = kind == .singleton ? view.depth : nil
    let entry =
      if let home {
        IndirectPlace.inTask.withValue(home) { makeDefault(code, codeDepth, in: home) }
      } else {
        makeDefault(code, codeDepth, in: place)
      }
    if kind == .transient {
      Builds.end(self)
      return Found(entry: entry, scope: provider?.scope ?? view.root)
    }
    key.learnKeys(of: entry)
    // Its reads decide which scope keeps it.
    let scope = view.scope(atDepth: entry.record!.depth)
    let keeper = scope.isReopened ? scope.keeper(of: entry) : scope
    // Before other threads find the value. A home that nothing holds needs to lead nowhere, and
    // usually nothing does.
    let isHome = !isKnownUniquelyReferenced(&home)
    if isHome { home!.lead(to: keeper) }
    let kept = keep(entry, in: keeper)
    Builds.end(self)
    if isHome {
      if kept === entry { keeper.memory.keep(takeOpened(), by: key.id) }
      forget()
    }
    // A singleton's record counts from its view, which may not be in the reader's chain.
    return Found(entry: kept, scope: kind == .singleton ? provider?.scope ?? scope : scope)
  }

  private func makeDefault(_ code: ProvidedCode?, _ codeDepth: Int?, in place: Place?) -> Entry {
    Place.taskLocal.withValue(Current(place)) {
      if let code { return code.makeDefault { takeRecord(codeDepth: codeDepth) } }
      return key.makeDefault(context) {
        if context == .test { markUnimplementedInTests() }
        return takeRecord(codeDepth: codeDepth)
      }
    }
  }

  /// Keeps what was built. Returns the entry that stays, which another thread may have kept.
  private func keep(_ entry: Entry, in keeper: Scope) -> Entry {
    guard key.lifetime.kind == .shared else { return keeper.keep(entry) }
    // There is no object to hold.
    guard let value = unwrapped(entry.anyValue!) else { return entry }
    guard type(of: value) is AnyClass else {
      Message.sharedNeedsClass(request).stop(in: keeper.container.context)
    }
    let new = WeakEntry(value as AnyObject, key, entry.record!)
    let kept = keeper.keep(new)
    return kept === new ? entry : kept
  }
}

extension Scope {
  /// Tells the observers of a read, and reports an unimplemented value.
  fileprivate func tell(_ request: Request, _ found: Found, readBy build: Build?) {
    // A getter that runs for a write through a key path doesn't count.
    if pending != nil, request.isUpdate { return }
    var observers = Recording.observers
    if let own = container.observer { observers.append(own) }
    if !observers.isEmpty {
      let build = Builds.ofThisThread.last ?? build
      build?.noteIfTransient(request.key.id, found)
      for observer in observers { observer.didRead(request, found, in: self, by: build) }
    }
    if found.entry.isUnimplemented, !request.isUpdate {
      Issues.report(unimplemented: request, in: self)
    }
  }
}

/// A value without the optionals around it; `nil` where there is none.
private func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrapped.flatMap(unwrapped)
}

private protocol OptionalValue { var wrapped: Any? { get } }
extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }
