import Synchronization

/// What all scopes of one tree share. The process has one; every test scope opens its own.
@usableFromInline
package final class Container: Sendable {
  package let context: InjectionContext
  package let options: Options
  var tracksOverrides: Bool { options.tracksOverrides }

  /// The builds that run now. A key is built by one thread of a container at a time, since only the
  /// end of a build tells who else may share it.
  private let builds = Lock<[Build]>([])
  private let notes = Lock(Notes())

  /// What was built and who read it, for explanations and graphs.
  let recorder = Recorder()

  /// Whether the scopes will lead to the process's root: those of `InjectedValues.bootstrap`.
  let isRehearsal: Bool

  package init(
    context: InjectionContext,
    options: Options = Options(),
    isRehearsal: Bool = false
  ) {
    self.context = context
    self.options = options
    self.isRehearsal = isRehearsal
  }

  static let process = Container(context: .ofThisProcess)

  /// What a test asks for.
  package struct Options: Sendable {
    /// Reports every default that is read (R17), other than those of `exceptions`.
    package var isStrict = false
    var exceptions: Set<EntryID> = []
    /// Remembers which overrides were read (R17).
    package var tracksOverrides = false
    /// Where issues go; the running test, or else standard error, where there is none.
    package var reporter: (any TestReporter)?
    /// Sees the message of a mistake that is about to stop the process. If it does not return, it keeps
    /// the thread and the process goes on.
    var willStop: (@Sendable (String) -> Void)?

    package init() {}
  }

  private struct Notes {
    var overrides = TrackedOverrides()
    /// The causes of issues.
    var reported: Set<String> = []
    var defaultsAskedFor: Set<EntryID> = []
  }
}

// MARK: - Builds in flight

extension Container {
  /// Enters a build, unless another one of the same key runs: then that is returned.
  func begin(_ build: Build) -> Build? {
    builds.withLock { builds in
      if let running = builds.first(where: { $0.id == build.id }) { return running }
      builds.append(build)
      return nil
    }
  }

  func end(_ build: Build) {
    builds.withLock { $0.removeAll { $0 === build } }
  }
}

// MARK: - What was read

extension Container {
  /// Remembers that a key's default was asked for: too late to set the process's value (R16).
  func noteDefault(_ id: EntryID) {
    notes.withLock { _ = $0.defaultsAskedFor.insert(id) }
  }

  func wasDefaultAskedFor(_ id: EntryID) -> Bool {
    notes.withLock { $0.defaultsAskedFor.contains(id) }
  }
}

// MARK: - Overrides

extension Container {
  /// Says where the root's overrides come from, while they are made; see `TrackedOverrides`.
  @inline(never)  // For size: each caller would hold a copy.
  func setOverridePlace(_ place: SourcePlace??) {
    guard options.tracksOverrides else { return }
    notes.withLock { $0.overrides.rootPlace = place }
  }

  /// Remembers an override, to know later whether it was read.
  ///
  /// - Parameters:
  ///   - scope: The scope that the override changes.
  ///   - isDraft: Whether nobody else sees that scope yet, so that an earlier override is replaced.
  ///   - declaration: Where the property is declared.
  func track(_ override: Entry, in scope: Scope, isDraft: Bool, declaration: SourcePlace) {
    let id = override.id.unwatched
    let known = isDraft ? scope.outwards.lazy.compactMap { $0.known(id) }.first : nil
    notes.withLock {
      $0.overrides.add(
        override,
        scopePlace: isDraft ? scope.place : declaration,
        isRoot: scope.isBase && isDraft,
        declaration: declaration,
        replacing: known?.isOverride == true ? known : nil
      )
    }
  }

  /// Reports the overrides that were not read so far.
  func reportUnreadOverrides() {
    guard options.tracksOverrides else { return }
    for override in notes.withLock({ $0.overrides.unread }) {
      let (id, name) = (override.id.unwatched, override.name)
      guard let reporter = reporter(ofNew: .neverRead, id, override.place) else { continue }
      let issue = InjectionIssue(
        .neverRead,
        name: name,
        valueType: override.valueType,
        place: override.place,
        nearMisses: NearMiss.ofNeverRead(id, name, override.valueType, in: self)
      )
      reporter.report(issue)
    }
  }
}

// MARK: - Issues

extension Container {
  /// Sees a read that took the slow path.
  func didRead(_ entry: Entry, _ read: Read, from view: Scope) {
    if entry.isOverride {
      guard options.tracksOverrides else { return }
      notes.withLock { $0.overrides.didRead(entry) }
    } else if let record = entry.record {
      didRead(KeyFacts(entry), record, read, from: view)
    }
  }

  /// Sees a read of a default that took the slow path.
  @inline(never)  // For size: each caller would hold a copy.
  func didRead(_ key: KeyFacts, _ record: BuildRecord, _ read: Read, from view: Scope) {
    if read.isPreparation { return }
    let isStrict = options.isStrict && !options.exceptions.contains(key.id)
    guard record.isUnimplemented || isStrict else { return }
    let kind = record.isUnimplemented ? InjectionIssue.Kind.unimplemented : .notOverridden
    guard let reporter = reporter(ofNew: kind, key.id, read.place) else { return }
    let issue = InjectionIssue(
      kind,
      name: key.name,
      valueType: key.valueType,
      place: read.place,
      nearMisses: NearMiss.all(of: key, from: view)
    )
    reporter.report(issue)
  }

  /// Who is told of an issue; `nil` if it was reported before, with the same cause and place.
  private func reporter(
    ofNew kind: InjectionIssue.Kind,
    _ id: EntryID,
    _ place: SourcePlace
  ) -> (any TestReporter)? {
    let framework = context == .test && options.reporter == nil ? TestFrameworks.linked : nil
    // The same issue is one of the same kind, key and place; and of the same test, in a container that
    // many tests share: each of them is told.
    let cause = "\(kind) \(id.bits) \(place.fileID):\(place.line) \(framework?.runningTest ?? "")"
    guard notes.withLock({ $0.reported.insert(cause).inserted }) else { return nil }
    if let framework { return HandlerReporter(handler: framework.report) }
    return options.reporter ?? StandardErrorReporter()
  }
}
