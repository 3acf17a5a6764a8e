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

extension Place {
  /// The override or default of a key, as seen from a place; `nil` is the process's root.
  static func resolve(_ request: Request, from place: Place?) -> Entry {
    request.key.learnProperty(from: request)
    // None in a plain place, of which nothing must be told.
    let watch = place?.isPlain == false ? place!.watch : nil
    while true {
      // Again each time, since `bootstrap` may replace the process's root meanwhile.
      let root = ProcessRoot.unretained
      let searched = place.layer()
      let found: Found
      let nearest = searched.search(request.key)
      if let nearest, nearest.entry.code == nil {
        found = nearest
        if watch == nil { place?.remember(found, of: request.key) }
      } else {
        guard nearest != nil || searched.claim(request.key, at: request.source, from: root),
          let new = searched.build(request, nearest, from: place, watch)
        else { continue }
        found = new
      }
      if let watch { searched.tell(request, found, watch) }
      // A getter that runs for a write through a key path doesn't count.
      if found.entry.isUnimplemented, !request.isUpdate {
        Issues.report(unimplemented: request, in: searched)
      }
      return found.entry
    }
  }

  /// Remembers what was found here, if that doesn't make it live longer: layers hold overrides, and
  /// the process's root its defaults.
  private func remember(_ found: Found, of key: Key) {
    let entry = found.entry
    if entry.isOverride || found.layer.opening.isOutermostOfProcess, !entry.isChecked,
      key.lifetime.kind != .weak
    {
      remember(entry)
    }
  }
}

extension Layer {
  /// Tells who watches of a read.
  fileprivate func tell(_ request: Request, _ found: Found, _ watch: Watch) {
    Build.note(request.key.id, found.noted(of: request.key), depth: found.depth, watch)
    if watch.observing == nil { return }
    for observer in watch.observers { observer.didRead(request, found, in: self, by: watch.build) }
  }

  /// Builds a default and keeps it, or waits for another thread that does. Returns `nil` if the
  /// caller must search again.
  ///
  /// - Parameter provider: The code that is provided for the key.
  fileprivate func build(
    _ request: Request,
    _ provider: Found?,
    from place: Place?,
    _ watch: Watch?
  ) -> Found? {
    let key = request.key
    // A singleton belongs to the scope that provides it, or else to the root.
    let view =
      key.lifetime.kind != .singleton
      ? self : provider.map { $0.layer.keeper(of: $0.entry) } ?? root
    let build = Build(request, in: view, watch)
    return build.make(in: view, by: self, provider, from: place)
  }

  /// Notes that the process's own default of a key is used, or that something stands on that no
  /// value is set. Returns whether this is still so: `bootstrap` may have replaced the root.
  ///
  /// - Parameter root: The process's root before nothing was found.
  fileprivate func claim(_ key: Key, at source: SourceLine, from root: Unretained<Scope>) -> Bool {
    // What a draft of the root builds is not used by others. All tasks share the root, so it isn't
    // counted.
    guard opening.isOfProcess, fixedRoot?.use({ $0.isOfProcessRoot }) ?? self.root.isOfProcessRoot
    else {
      return true
    }
    key.use(at: source)
    return root.use { root in ProcessRoot.unretained.use { $0 === root } }
  }

  /// What overrides a key, and the depth of that scope, or else of the root.
  func claimedOverride(of key: Key, at source: SourceLine) -> (entry: Entry?, depth: Int) {
    while true {
      let root = ProcessRoot.unretained
      let layer = innermost(overriding: KeySet(key.id))
      let entry = layer.overrides[key.id]
      if entry != nil || claim(key, at: source, from: root) { return (entry, layer.depth) }
    }
  }
}

extension Found {
  /// What the build that reads notes: of a transient value, which isn't kept, its code.
  @inline(__always)
  fileprivate func noted(of key: Key) -> Entry? {
    key.lifetime.kind == .transient && !entry.isOverride ? provider : entry
  }
}

extension Build {
  /// Builds a default and keeps it. Returns `nil` if the caller must search again.
  ///
  /// - Parameter asker: The layer in which the value was searched.
  fileprivate func make(
    in view: Layer,
    by asker: Layer,
    _ provider: Found?,
    from place: Place?
  ) -> Found? {
    let bits = key.lastKeyBits
    let lastKeys = key.keys(withBits: bits)
    if isTransient {
      // It isn't kept, and nothing waits for it.
      stopIfTransientCircle(view, lastKeys)
      defer { end() }
      return runTransient(in: view, provider, from: place)
    }
    // Where the value will probably be kept. What stands on `elsewhere` is for the scope that asks.
    let isSingleton = key.lifetime.kind == .singleton
    let isOfView = isSingleton || lastKeys.contains(.elsewhere)
    let guess = isOfView ? view : view.innermost(overriding: lastKeys)
    let registry = guess.opening.extras?.processMemory ?? asker.owner(for: guess).memory
    return whileOthersWait {
      if !begin(in: registry, view, lastKeys) { return nil }
      defer { end() }
      defer { registry.remove(self) }
      // One that has ended since the search kept its value before it was removed.
      let isNew = key.lastKeyBits == bits && registry.kept(key.id) == nil
      if !isNew, let found = view.search(key), found.entry.code == nil { return nil }
      if observing != nil { for observer in observers { observer.willBuild(key) } }
      return run(in: view, by: asker, provider)
    }
  }

  private func runTransient(
    in view: Layer,
    _ provider: Found?,
    from place: Place?
  ) -> Found {
    let entry = makeDefault(provider, in: Detour(to: place, self, isOfTransient: true), view)
    return Found(entry: entry, layer: provider?.layer ?? view.root)
  }

  private func run(in view: Layer, by asker: Layer, _ provider: Found?) -> Found {
    var home = Home(self)
    let entry = makeDefault(provider, in: home, view)
    // Its reads decide which scope keeps it.
    let layer = view.layer(atDepth: entry.record!.depth)
    let keeper = layer.isReopened ? layer.keeper(of: entry) : layer
    // Before other threads find the value. A home that nothing holds needs to lead nowhere, and
    // usually nothing does.
    if !isKnownUniquelyReferenced(&home) { home.lead(to: keeper) }
    let (owner, memory) = asker.owner(for: keeper)
    let kept = keep(entry, by: owner, memory)
    // Who guesses by it finds the value.
    key.learnKeys(of: entry)
    // A singleton's record counts from its view, which may not be in the reader's chain.
    let isSingleton = key.lifetime.kind == .singleton
    return Found(entry: kept, layer: isSingleton ? provider?.layer ?? layer : layer)
  }

  /// Runs the key's code, or the code that is provided for it.
  private func makeDefault(_ provider: Found?, in place: Place, _ view: Layer) -> Entry {
    for type in key.lifetime.scopedBy where type.id != key.id {
      let other = Key.of(type.key)
      let (entry, depth) = view.claimedOverride(of: other, at: request.source)
      note(other.id, entry, depth: depth)
    }
    if let provider { note(key.id, provider.entry, depth: provider.layer.depth) }
    let code = provider?.entry.code
    // Code that is isolated is assumed to be the main actor's.
    let mayRun = code.map { !$0.isOnMainActor } ?? key.mayRunHere
    if !mayRun { MainActor.precondition(.builtOffActor(request)) }
    let codeDepth = key.lifetime.kind == .singleton ? view.depth : nil
    return Place.taskLocal.withValue(Current(place)) {
      if let code { return code.makeDefault { takeRecord(codeDepth: codeDepth) } }
      return key.makeDefault(context) {
        if context == .test { markUnimplementedInTests() }
        return takeRecord(codeDepth: codeDepth)
      }
    }
  }

  /// Keeps what was built. Returns the entry that stays, which another thread may have kept.
  private func keep(_ entry: Entry, by owner: Layer, _ memory: Memory) -> Entry {
    defer { owner.didKeep(key.id) }
    guard key.lifetime.kind == .weak else { return memory.keep(entry) }
    // There is no object to hold.
    guard let value = unwrapped(entry.anyValue!) else { return entry }
    guard type(of: value) is AnyClass else { Message.weakNeedsClass(request).stop(in: context) }
    let new = WeakEntry(value as AnyObject, key, entry.record!)
    let kept = memory.keep(new)
    return kept === new ? entry : kept
  }
}

extension Layer {
  /// What keeps a default for a layer of this chain: that, or this one if its scope has gone.
  fileprivate func owner(for keeper: Layer) -> (layer: Layer, memory: Memory) {
    if let memory = keeper.memory { return (keeper, memory) }
    return (self, memory ?? Memory())
  }
}
