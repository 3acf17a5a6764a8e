// The slow path of a read, and the one rule for defaults: a default is built once for all who see
// the same overrides of everything that was read while building it.
//
// 1. `Search` finds the nearest override, or a default that is valid in the view that asks.
//
// 2. Where there is none, the default is built. The `Home` of the build is current while the key's
//    code runs, so that every read in there passes through it and is noted, and every object that
//    is made in there has it as its home.
//
// 3. When the code returns, the record says on whose overrides the default stands. The youngest of
//    those levels keeps it: it is part of every view that shares the value, and when it goes,
//    nobody can ask for the value any more. Without any it is the root's.
//
// 4. The home leads to those levels, and no more, so that a value that an outer scope keeps never
//    leads to an inner one.

/// One read of a key, as the engine and its observers know it.
package struct Request: Sendable {
  package let key: KeyDescription
  /// The property of `InjectedValues` that was used.
  package let property: PropertyName
  /// Where the value is read: the place of the `Injected` property, for one. Unknown of a read
  /// through `InjectedValues.current`.
  package let place: SourcePlace
  /// Where the property of `InjectedValues` is declared.
  package let declaration: SourcePlace
  /// An update closure asked, through the values that it changes: to change a member, for one.
  package let isPreparation: Bool
  /// The scope that is read is a draft.
  let isOfDraft: Bool
}

/// What a read found.
struct Resolution: @unchecked Sendable {
  // Unchecked because of the object, which is a key's value, and those are `Sendable`.

  let entry: Entry

  /// The level that overrides the key; `nil` for a default.
  var level: Level?

  /// The value, where the entry does not hold it: a shared one.
  var object: AnyObject?

  /// An entry that holds the value.
  var value: Entry { object.map { entry.key.box($0) } ?? entry }
}

extension ScopeView {
  /// The override or default of a key for a read in this view.
  func read(_ request: Request) -> Resolution {
    let resolution = resolve(request, in: viewpoint.innermostBuild)
    let entry = resolution.entry
    tellBuild(entry, foundAt: resolution.level)
    if let observation {
      if let level = resolution.level { entry.setLevelNumber(level.number) }
      observation.tell { $0.didRead(request, entry, in: self) }
    } else if entry.isUnimplemented {
      UnobservedIssues.report(unimplemented: request, in: context)
    }
    return resolution
  }

  /// The same without telling anybody.
  ///
  /// - Parameter parent: The build that asks.
  private func resolve(_ request: Request, in parent: Build?) -> Resolution {
    let view = settled
    let key = request.key
    if let entry = view.known(key.id), let known = view.resolution(entry) { return known }
    while true {
      let stamp = BuildRegistry.stamp(of: key)
      let search = Search(view)
      let provider: Provider?
      switch search.lookUp(key) {
      case .found(let entry, let level):
        // If nobody holds the shared value any more: look again.
        guard let found = view.resolution(entry, of: level) else { continue }
        view.rememberIfFar(entry, of: level, for: request)
        return found
      case .missing(let found):
        provider = found
      }
      if key.lifetimeKind == .singleton {
        let base = search.base(provider)
        if !Levels(base).isSame(as: search.levels) {
          return base.resolve(request, in: parent)
        }
      }
      // A transient value belongs to whoever asks, also if that is a build.
      let owner = key.lifetimeKind == .transient ? self : view
      // If another thread has built the key meanwhile: look again.
      if let built = owner.build(request, search, provider, in: parent, stamp: stamp) {
        return built
      }
    }
  }

  /// What an entry stands for; `nil` if it is a shared value that nobody holds any more.
  ///
  /// - Parameter level: The level that has the override, where that is known.
  private func resolution(_ entry: Entry, of level: Level? = nil) -> Resolution? {
    if entry.isOverride {
      return Resolution(entry: entry, level: level ?? self.level(numbered: entry.levelNumber))
    }
    guard let shared = entry as? SharedEntry else { return Resolution(entry: entry) }
    return shared.object.map { Resolution(entry: entry, object: $0) }
  }

  /// Remembers an entry, unless reads find it without that, or a draft asked, which would take no
  /// more changes then.
  ///
  /// - Parameter level: The level that has the override; `nil` for a default.
  func rememberIfFar(_ entry: Entry, of level: Level? = nil, for request: Request) {
    if request.isOfDraft || plainScope?.quickEntry(entry.key.id) === entry { return }
    if let level { entry.setLevelNumber(level.number) }
    remember(entry)
  }
}

extension Search {
  /// The view under which a singleton is built: that of the level that provides its code, or of the
  /// root with everything that it was opened with.
  fileprivate func base(_ provider: Provider?) -> ScopeView {
    let level = provider?.level ?? levels.first { $0.isBase }!
    if level is Scope { return ScopeView(level) }
    // No scope of its own lives: what is built on it is kept where this view keeps it.
    return ScopeView(Home(ScopeView(level), keptBy: .other(rememberer(for: level))))
  }
}

// MARK: - Mistakes

extension ScopeView {
  /// Stops the process, or the thread where an observer keeps it.
  func stop(_ message: Message) -> Never {
    let key = BuildRegistry.ownKeys.first
    observation?.tell { $0.willStop(message.description, in: key) }
    message.stop()
  }
}

extension Request {
  package var subject: Subject { Subject(key, property) }

  /// Where the value is read, or else where its property is declared.
  var knownPlace: SourcePlace { place.isKnown ? place : declaration }
}
