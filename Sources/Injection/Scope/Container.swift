import Synchronization

/// What all scopes of one tree share. The process has one; every test scope opens its own.
@usableFromInline
package final class Container: Sendable {
  package let context: InjectionContext
  package let options: Options
  var tracksOverrides: Bool { options.tracksOverrides }

  /// The builds that run now. A key is built by one thread of a container at a time, since only the
  /// end of a build tells who else may share it.
  private let builds = Mutex<[EntryID: Build]>([:])
  private let notes = Mutex(Notes())

  package init(context: InjectionContext, options: Options = Options()) {
    self.context = context
    self.options = options
  }

  static let process = Container(context: .ofThisProcess)

  /// What a test asks for.
  package struct Options: Sendable {
    /// Reports every default that is read (R17).
    package var isStrict = false
    /// Remembers which overrides were read (R17).
    package var tracksOverrides = false
    /// Where issues go; standard error where there is none.
    package var report: (@Sendable (InjectionIssue) -> Void)?

    package init() {}
  }

  private struct Notes {
    var readOverrides: Set<ObjectIdentifier> = []
    var reported: Set<InjectionIssue.Cause> = []
    var defaultsAskedFor: Set<EntryID> = []
  }
}

// MARK: - Builds in flight

extension Container {
  /// Enters a build, unless another one of the same key runs: then that is returned.
  func begin(_ build: Build) -> Build? {
    builds.withLock { builds in
      if let running = builds[build.id] { return running }
      builds[build.id] = build
      return nil
    }
  }

  func end(_ build: Build) {
    _ = builds.withLock { $0.removeValue(forKey: build.id) }
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

// MARK: - Issues

extension Container {
  /// Sees a read that took the slow path.
  func didRead(_ entry: Entry, _ read: Read) {
    if entry.isOverride {
      guard options.tracksOverrides else { return }
      notes.withLock { _ = $0.readOverrides.insert(ObjectIdentifier(entry)) }
    } else if entry.record?.isUnimplemented == true {
      report(.unimplemented, entry, read)
    } else if options.isStrict {
      report(.notOverridden, entry, read)
    }
  }

  func wasRead(_ override: Entry) -> Bool {
    notes.withLock { $0.readOverrides.contains(ObjectIdentifier(override)) }
  }

  /// Reports an issue, once a cause and place.
  private func report(_ kind: InjectionIssue.Kind, _ entry: Entry, _ read: Read) {
    let cause = InjectionIssue.Cause(kind: kind, id: entry.id, place: read.place)
    guard notes.withLock({ $0.reported.insert(cause).inserted }) else { return }
    let issue = InjectionIssue(
      kind,
      name: entry.name,
      valueType: entry.valueType,
      place: read.place
    )
    if let report = options.report {
      report(issue)
    } else {
      Platform.writeToStandardError(issue.description + "\n")
    }
  }
}
