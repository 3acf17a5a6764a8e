import Synchronization

// The slow path of a read, and the one rule for defaults: a default is built once for all who see
// the same overrides of everything that was read while building it.
//
// 1. `lookup` finds the nearest override, or a default that is valid in the view that asks.
//
// 2. Where there is none, the default is built in a `Build`. It is the current scope while the
//    key's code runs, so that every read in there passes through it and is noted, and every object
//    that is made in there has it as its home.
//
// 3. When the code returns, the notes say on whose overrides the default stands. The youngest of
//    those scopes owns it and keeps it: it is part of every view that shares the value, and when it
//    goes, nobody can ask for the value any more. Without any it is the root's.
//
// 4. The home of what was made in the build is the view of those scopes, and no more, so that a
//    value that an outer scope keeps never leads to an inner one. The build leads there from then
//    on.

/// What a read found.
struct Resolution: @unchecked Sendable {
  // Unchecked because of the object, which is a key's value, and those are `Sendable`.

  let entry: Entry

  /// The value, where the entry does not hold it: a shared one.
  var object: AnyObject?

  func value<Value: Sendable>(as _: Value.Type) -> Value {
    // Cannot fail, and is safe: a key has one type of value, and an entry that holds it is a box.
    if let object { return object as! Value }
    return unsafe unsafeDowncast(entry, to: Box<Value>.self).value
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
      UnobservedIssues.report(unimplemented: request, in: scope.container.context)
    }
    return resolution
  }

  /// The same without telling anybody but the builds that this scope is part of.
  private func resolve(_ request: Request) -> Resolution {
    if !traits.contains(.build) && !traits.contains(.inBuild) { return resolveHere(request) }
    guard let scope = asBuildScope else {
      let resolution = resolveHere(request)
      tellBuilds(of: Finding(resolution.entry))
      return resolution
    }
    // The build may end at any time on its own thread; then the read is a late one.
    guard let view = scope.view else { return resolved.resolve(request) }
    // A transient value belongs to whoever asked, and that is this build.
    let isTransient = request.key.lifetimeKind == .transient
    let resolution = isTransient ? resolveHere(request) : view.resolve(request)
    let finding = Finding(resolution.entry)
    scope.note(finding)
    if isTransient { view.tell(of: finding) }
    return resolution
  }

  /// Tells what was read to all builds that this scope is or is part of.
  private func tell(of finding: Finding) {
    guard let scope = asBuildScope else { return tellBuilds(of: finding) }
    scope.note(finding)
    scope.view?.tell(of: finding)
  }

  /// Tells the builds in which this scope was opened what was read.
  ///
  /// What was found at a scope that was opened in the build itself is not their concern; nor is a
  /// default that stands on such a scope, since what that read was noted when it was built. But
  /// nothing further out overrides the key.
  final func tellBuilds(of finding: Finding) {
    if !traits.contains(.inBuild) { return }
    var finding = finding
    for scope in ancestors {
      if let build = scope.asBuildScope {
        build.note(finding)
        continue
      }
      let serial = scope.knownSerial
      if case .entry(let entry) = finding.found, entry.record.tips.contains(serial) {
        finding = Finding(finding.key, entry.record.provider)
      }
      if case .override(serial) = finding.found { return }
    }
  }

  private func resolveHere(_ request: Request) -> Resolution {
    let key = request.key
    // Not numbered for that: then it would take no more changes. No build notes what is found here.
    if request.isOfDraft, let own = override(of: key), !(own is ProvidedCode) {
      own.setLayer(knownSerial)
      return Resolution(entry: own)
    }
    while true {
      let stamp = BuildRegistry.stamp(of: key)
      var provider: Provider?
      switch lookup(key, remembering: !request.isOfDraft) {
      case .override(let entry):
        return Resolution(entry: entry)
      case .entry(let entry):
        guard let shared = entry as? SharedEntry else { return Resolution(entry: entry) }
        if let object = shared.object { return Resolution(entry: entry, object: object) }
        // Nobody holds the shared value any more.
        provider = self.provider(of: key)
      case .missing(let found):
        provider = found
      }
      switch key.lifetimeKind {
      case .transient:
        return buildTransient(request, provider)
      case .singleton where (provider?.scope.layer ?? base) !== self:
        let resolution = (provider?.scope.layer ?? base).resolve(request)
        if !request.isOfDraft { remember(resolution.entry) }
        return resolution
      default:
        if let built = buildOnce(request, provider, stamp: stamp) { return built }
      // Another thread has built the key meanwhile: look again.
      }
    }
  }

  /// The nearest code that replaces the key's own.
  private func provider(of key: KeyDescription) -> Provider? {
    for scope in ancestors {
      if let code = scope.override(of: key) as? ProvidedCode { return Provider(code, scope) }
    }
    return nil
  }
}

extension Finding {
  /// What a read found that found this.
  fileprivate init(_ entry: Entry) {
    if entry.isOverride {
      self.init(entry.key, .override(entry.layer))
    } else if entry.record.marks.contains(.transient) {
      // Nobody can find a transient value again.
      self.init(entry.key, entry.record.provider)
    } else {
      self.init(entry.key, .entry(entry))
    }
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
}

extension Request {
  package var subject: Subject { Subject(key, property) }

  /// Where the value is read, or else where its property is declared.
  var knownPlace: SourcePlace { place.isKnown ? place : declaration }
}
