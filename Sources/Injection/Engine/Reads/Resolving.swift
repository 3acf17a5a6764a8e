// The slow path of a read, in the words of Scope.swift: `findSettled` finds the nearest override, or
// a default that is valid here. Where there is none, `build` runs the key's code, and keeps its
// value where all find it who see the same overrides of everything that it has read.

/// Who reads: the scope, who is told of it there, the build that reads, and the one whose own scope
/// this is.
private typealias Reader = (scope: Scope?, listener: Listener?, build: Build?, own: Build?)

extension Scope {
  /// The override or default of a key, as seen from a scope; `nil` is the process's root.
  static func resolve(_ request: Request, from scope: Scope?) -> Entry {
    request.key.learnProperty(from: request)
    // If the build that captured the scope is over, the recording around isn't asked for a build:
    // that may be one further out than what runs here.
    let (listener, build, own) = (scope?.listener?.live, scope?.listener?.build, scope?.build)
    while true {
      // Again each time, since `bootstrap` may replace the process's root meanwhile.
      let root = ProcessRoot.unretained
      let searched =
        scope.map { request.isUpdate ? $0.layer : $0.seen(of: own) } ?? ProcessRoot.layer
      let entry = searched.read(request, (scope, listener, build, own), root)
      if let entry { return entry }
    }
  }
}

extension Layer {
  /// What is found or built for a read; `nil` if the caller must search again.
  ///
  /// - Parameter root: The process's root before the search.
  @inline(never)
  fileprivate func read(_ request: Request, _ reader: Reader, _ root: Unretained<Layer>) -> Entry? {
    let nearest = findSettled(request.key, for: request)
    if nearest == nil, !claim(request.key, at: request.source, from: root) { return nil }
    let needsBuild = nearest?.entry.isCode != false
    guard let found = needsBuild ? build(request, nearest, for: reader) : nearest else {
      return nil
    }
    if !needsBuild, reader.listener == nil { remember(found, of: request.key, for: reader.scope) }
    if reader.scope?.isPlain == false { tell(request, found, reader) }
    // A getter that runs for a write through a key path doesn't count.
    if found.entry.isUnimplemented, !request.isUpdate {
      Issues.report(unimplemented: request, in: self)
    }
    return found.entry
  }

  /// Remembers what was found here, if that doesn't make it live longer: layers hold overrides, the
  /// process's root its defaults, and scopes what lies outside. Not while a build runs, which must be
  /// told.
  fileprivate func remember(_ found: Found, of key: Key, for scope: Scope?) {
    let (entry, layer) = (found.entry, found.layer)
    let isHeld =
      entry.isOverride || entry.sides == nil && layer.isOutermostOfProcess
      || scope.map { (entry.sides ?? [layer]).allSatisfy($0.holds) } == true
    guard isHeld, !entry.isUnimplemented, key.lifetime.kind != .weak, ownLayersOfBuilds().isEmpty
    else { return }
    if let scope { scope.remember(entry) } else { remember(entry) }
  }

  /// Tells who listens of a read.
  private func tell(_ request: Request, _ found: Found, _ reader: Reader) {
    // Through what a build that is over has made, the build that runs here reads.
    let build = reader.build ?? Scope.currentBuild
    // Of a transient value, which isn't kept, its code.
    let isKept = found.entry.isOverride || !request.key.isTransient
    let entry = isKept ? found.entry : found.provider
    build?.note(request.key.id, entry, depth: found.depth, in: self, of: reader.own)
    for each in Listener.recordings(ownContainer, reader.listener) {
      each.observer.didRead(request, found, in: self, by: build)
    }
  }

  /// Builds a default and keeps it, or waits for another thread that does. Returns `nil` if the
  /// caller must search again.
  ///
  /// - Parameter provider: The code that is provided for the key.
  private func build(_ request: Request, _ provider: Found?, for reader: Reader) -> Found? {
    // A singleton belongs to the scope that provides it, or else to the root. If a build's code has
    // opened that scope, or while the root is being set up, it is a default like others.
    let isOfBuild = provider?.layer.opener.map { !$0.key.isTransient } ?? false
    let isSingleton =
      request.key.lifetime.kind == .singleton && !isOfBuild
      && fixedRoot?.use { $0.isBeingSetUp } != true
    @inline(never) func start(in view: Layer) -> Found? {
      let (listener, told) = (reader.listener, reader.build)
      let build = Build(request, in: view, from: self, standsOnReads: !isSingleton, listener, told)
      return build.key.isTransient
        ? build.runTransient(in: view, provider, from: reader.scope)
        : build.make(in: view, from: self, provider)
    }
    // So the view's references aren't counted.
    if !isSingleton { return start(in: self) }
    let view = provider?.layer ?? root
    // One that was built while the root was set up may be valid there only.
    if let found = view.search(request.key), !found.entry.isCode { return found }
    return start(in: view)
  }

  /// Notes that the process's own default of a key is used, or that something stands on that no
  /// value is set. Returns whether this is still so: `bootstrap` may have replaced the root.
  ///
  /// - Parameter root: The process's root before nothing was found.
  fileprivate func claim(_ key: Key, at source: SourceLine, from root: Unretained<Layer>) -> Bool {
    // What a draft of the root builds is not used by others. All tasks share the root, so it isn't
    // counted.
    let isOfRoot = fixedRoot?.use { $0.isProcessRoot } ?? self.root.isProcessRoot
    if !isOfRoot { return true }
    key.use(at: source)
    return root.use { root in ProcessRoot.unretained.use { $0 === root } }
  }

  /// What is said of a key; that nothing is said counts as a use of the process's own default.
  @inline(never) func claimedWord(of key: Key, for request: Request) -> Found? {
    while true {
      let root = ProcessRoot.unretained
      let word = findSettled(key, for: request, onlyWord: true)
      if word != nil || claim(key, at: request.source, from: root) { return word }
    }
  }
}

extension Build {
  fileprivate func runTransient(in view: Layer, _ provider: Found?, from scope: Scope?) -> Found {
    // It isn't kept, and nothing waits for it. What it makes is at home where it is read.
    defer { end() }
    // It isn't registered, either: the process stops if it needs itself.
    if looksForCircles, let other = parent?.firstAround(where: { $0.key === key }) {
      _ = begin(after: [other], view, key.keys(withBits: key.lastKeyBits))
    }
    let entry = makeDefault(provider, in: Scope(telling: self, in: scope), view)
    return Found(entry: entry, layer: provider?.layer ?? view.root)
  }

  /// Builds a default and keeps it. Returns `nil` if the caller must search again.
  ///
  /// - Parameter searched: The layer in which the value was searched.
  fileprivate func make(in view: Layer, from searched: Layer, _ provider: Found?) -> Found? {
    let bits = key.lastKeyBits
    let lastKeys = key.keys(withBits: bits)
    // Where the value will probably be kept.
    var place = view.youngest(overriding: lastKeys)
    // What a draft of the process's root reads may be being built for the process.
    let isReplaced = place.isOutermostOfProcess && ProcessRoot.unretained.use { $0 !== place }
    if isReplaced { place = ProcessRoot.layer }
    let registry = searched.owner(for: place).cache
    defer { end() }
    let others = registry.add(self)
    defer { registry.remove(self) }
    if !begin(after: others, view, lastKeys) { return nil }
    // One that has ended since the search kept its value before it was removed.
    let isChanged = isReplaced || key.lastKeyBits != bits || !view.isLinear || registry.mayKeep(key)
    if isChanged, let found = searched.search(key), !found.entry.isCode { return nil }
    for each in Listener.recordings(view.ownContainer, self) { each.observer.willBuild(key) }
    return run(in: view, from: searched, provider)
  }

  private func run(in view: Layer, from searched: Layer, _ provider: Found?) -> Found? {
    var scope: Scope? = Scope(of: self)
    // Only this thread sees what its code sees through that of builds around, and can say it there.
    if standsOnReads, !view.isLinear { _ = scope!.unretainedLayer }
    let entry = makeDefault(provider, in: scope!, view)
    let record = entry.record!
    // Before other threads find the value.
    let keeper = unretainedView.use { leave(&scope, record, in: $0) }
    var (owner, cache) = searched.owner(for: keeper, of: record)
    // In a chain, what keeps it says all words; else it is looked at.
    let isSure = owner === keeper && view.isLinear
    var open: [Layer]?
    if !isSure, !record.isValid(in: owner) {
      let (sides, root) = (view.layers(overriding: record.keys), view.root)
      // In a scope of the process beside a test, the root says which test.
      let all = sides.contains { $0.sees(root) } ? sides : sides + [root]
      // What is built late from a side that has gone goes with what leads there: to the youngest,
      // or to what a build's code has opened in that.
      var gone: Layer?
      for side in all.reversed() where side.isClosed && gone.map(side.liesIn) != false {
        gone = side
      }
      if let gone { (owner, cache) = searched.owner(for: gone, of: record) }
      open = all.filter { !$0.isClosed }
    }
    if open != nil || !opened.isEmpty { entry.surroundings = (opened, open) }
    let other = keep(entry, from: searched, by: owner, cache)
    if other != nil { leftovers = leftovers + [entry] }
    // Who guesses by it finds the value.
    key.learnKeys(of: entry)
    // What another thread has kept may stand on what isn't settled: it is searched again, if the
    // search comes there.
    if other != nil, !view.isLinear, searched.sees(owner) { return nil }
    return Found(entry: other ?? entry, layer: keeper)
  }

  /// Runs the key's code, or the code that is provided for it.
  private func makeDefault(_ provider: Found?, in scope: Scope, _ view: Layer) -> Entry {
    // Transient code has no scope of its own: this is that of the code that asks.
    for type in key.lifetime.scopedBy {
      let word = view.claimedWord(of: Key.of(type.key), for: request)
      note(type.id, word?.entry, depth: word?.depth ?? 0, in: view, of: scope.build)
    }
    if let provider {
      note(key.id, provider.entry, depth: provider.depth, in: view, of: scope.build)
    }
    let code = provider?.entry.code
    // Code that is isolated is assumed to be the main actor's.
    let mayRun = code.map { !$0.isOnMainActor } ?? key.mayRunHere
    if !mayRun { MainActor.precondition(.builtOffActor(request)) }
    let context = view.context
    return Scope.taskLocal.withValue(.scope(scope)) {
      if let code { return code.makeDefault { takeRecord() } }
      return key.type.makeDefault(context, of: key) {
        if context == .test { markUnimplementedInTests() }
        return takeRecord()
      }
    }
  }

  /// Keeps what was built, unless another thread was faster. Returns the entry that stays then.
  private func keep(_ entry: Entry, from searched: Layer, by owner: Layer, _ cache: Cache) -> Entry?
  {
    defer { owner.didKeep(key.id) }
    guard key.lifetime.kind == .weak else { return cache.keep(entry, for: searched, by: self) }
    // There is no object to hold.
    guard let value = unwrapped(entry.anyValue!) else { return nil }
    guard type(of: value) is AnyClass else {
      Message.weakNeedsClass(request).stop(in: searched.context)
    }
    let new = WeakEntry(value as AnyObject, key, entry.record!)
    new.surroundings = entry.surroundings
    return cache.keep(new, for: searched, by: self)
  }
}
