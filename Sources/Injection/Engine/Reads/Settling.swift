// What a read finds while builds on other threads run, through which it leads: it waits until it is
// known what they show.

extension Layer {
  /// What is found for a read, once it is known what the builds on other threads, through which
  /// this leads, will show of what that stands on.
  //
  // What a build shows grows inwards, from nothing to what its code sees. So where both say the
  // same of a key, and each other word of it that its code sees lies outside of that, it stays.
  func findSettled(_ key: Key, for request: Request, onlyWord: Bool = false) -> Found? {
    var last: Record.Read?
    while true {
      let builds = isLinear ? [] : ownLayersOfBuilds(notOn: Platform.currentThread)
      let found = onlyWord ? word(of: key.id) : search(key)
      if builds.isEmpty { return found }
      let (keys, read) = (found?.entry.keys.all ?? [key.id], Record.Read(key.id, found?.entry))
      if let (layer, key) = firstUnsettled(keys, builds) {
        layer.wait(until: key, in: self, request)
        last = nil
      } else if last?.isSame(as: read) == true {
        return found
      } else {
        // What was found before it was known may be what was shown before: it is found again.
        last = read
      }
    }
  }

  /// The first key of which a build may show something else later, and the build's own layer: the
  /// least deep one, since what it shows decides what those further in do.
  private func firstUnsettled(_ keys: [KeyID], _ builds: [Layer]) -> (layer: Layer, key: KeyID)? {
    for key in keys where !isSure(key) {
      let unsettled = builds.filter { $0.mayChange(key, in: self) }
      if let layer = unsettled.min(by: { $0.depth < $1.depth }) { return (layer, key) }
    }
    return nil
  }

  /// Whether a word comes before all that may change: a pair, and the own layer of another thread's
  /// build whose code hasn't read the key.
  @inline(never) private func isSure(_ key: KeyID) -> Bool {
    var word: Found?
    _ = first { layer in
      word = layer.ownWord(of: key)
      return word != nil || layer.isPair
        || layer.isSpeaking && layer.build?.hearsHere != true
    }
    // Not what doesn't count beside a test.
    return word.map { $0.entry === self.word(of: key)?.entry } == true
  }

  /// The own layers of the builds through which this leads, and of those that their code sees, but
  /// for the builds on a thread.
  @inline(never) func ownLayersOfBuilds(notOn thread: UInt? = nil) -> [Layer] {
    var (all, views) = ([Layer](), isLinear ? [] : [self])
    while let view = views.popLast() {
      _ = view.first { layer in
        if let seen = layer.build?.view(notOn: thread), !all.contains(where: { $0 === layer }) {
          all.append(layer)
          views.append(seen)
        }
        return false
      }
    }
    return all
  }

  /// Whether it isn't known yet what the build whose own layer this is will show of a key:
  ///
  /// - what its code sees says something else than what is shown, or
  /// - its code sees two words, neither of which lies in the other, or
  /// - the word of a view lies in a layer that only the code comes to so far.
  ///
  /// A singleton shows all that its code sees.
  @inline(never) func mayChange(_ key: KeyID, in searched: Layer) -> Bool {
    guard let build, build.standsOnReads, let view = build.view(notOn: Platform.currentThread)
    else { return false }
    let word = word(of: key)
    return view.word(of: key)?.entry !== word?.entry
      || word.map { view.hasMore(of: key, than: $0) } == true
      || searched.word(of: key).map { !sees($0.layer) && view.sees($0.layer) } == true
  }

  /// Whether a layer here says something else of a key, and the word doesn't lie in that layer.
  ///
  /// - Parameter isOpen: Whether only layers count that may change, since a build's code runs.
  @inline(never)
  private func hasMore(of key: KeyID, than word: Found, isOpen: Bool = false) -> Bool {
    // What lies outside of the word isn't looked at.
    first(upTo: word.layer) {
      $0.ownWord(of: key).map { $0.entry !== word.entry && !word.layer.liesIn($0.layer) } == true
        && (!isOpen || !$0.ownLayersOfBuilds().isEmpty)
    } != nil
  }

  /// Whether another word of the key, which lies beside an override that is seen here, may lie inside
  /// that when a build has read more: the build's code has opened the scope that says it.
  func mayHide(_ override: Entry) -> Bool {
    word(of: override.id).map { hasMore(of: override.id, than: $0, isOpen: true) } == true
  }

  @inline(never) private func wait(until key: KeyID, in searched: Layer, _ request: Request) {
    let (build, waiting) = (build!, Scope.currentBuild)
    let begun = waiting?.beginWait(toBeShownBy: build)
    defer { begun?.0.end() }
    build.wait(toShow: key, to: request, in: self) { [self] in
      // A build further in that has led here may be over.
      let builds = searched.ownLayersOfBuilds(notOn: Platform.currentThread)
      if searched.isSure(key) || !builds.contains(where: { $0 === self })
        || !mayChange(key, in: searched)
      {
        return false
      }
      // The end of any of the builds may change where this leads.
      if let (wait, circle) = begun, builds.allSatisfy({ waiting!.isNeeded(by: $0.build!) }) {
        wait.countLooks(1)
        if let circle, circle.isSure { waiting!.stop(circle.path) }
      }
      return true
    }
  }
}
