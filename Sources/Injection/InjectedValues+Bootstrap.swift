import Synchronization

extension InjectedValues {
  /// Sets values for the whole process, once, at its start (R16).
  ///
  /// ```swift
  /// @main struct Shop {
  ///   static func main() async {
  ///     InjectedValues.bootstrap { $0.repository = DatabaseRepository() }
  ///     await serve()
  ///   }
  /// }
  /// ```
  ///
  /// Test scopes do not inherit what is set here. A second call stops the process with a message, and so
  /// does a value whose default was read before, since somebody may hold it.
  ///
  /// - Parameters:
  ///   - update: Sets values. It sees the changes it made so far.
  ///   - fileID: The file of the call, for messages. It comes by itself.
  ///   - line: The line of the call, for messages. It comes by itself.
  /// - Throws: What `update` throws. Then nothing was set, and another call may follow.
  /// - Complexity: O(values set).
  public static func bootstrap<Failure: Error>(
    _ update: (inout InjectedValues) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) {
    let place = SourcePlace(fileID, line)
    // A task that a build starts meanwhile is in there, too; afterwards it is where all others are.
    Scope.addReason()
    defer { Scope.removeReason() }
    var values = rehearsal(at: place)
    weak let rehearsal = values.scope
    let container = values.scope!.container
    do {
      try update(&values)
    } catch {
      // Nothing was set, and that is what a task sees, too, that a build started.
      for scope in values.scope?.outwards.filter({ $0.container === container }) ?? [] {
        scope.leadToProcess()
      }
      rehearsal?.leadToProcess()
      throw error
    }
    values.becomeProcess(at: place)
  }

  /// Values to change, which will be the process's.
  private static func rehearsal(at place: SourcePlace) -> InjectedValues {
    // A container of its own: what the update reads must not count as read by the process, or changing
    // one member of a default would be impossible.
    let container = Container(context: Container.process.context, isRehearsal: true)
    var values = InjectedValues(Scope(parent: nil, container: container, place: place))
    values.isDraft = true
    return values
  }

  private func becomeProcess(at place: SourcePlace) {
    if let first = InjectedValues.bootstrapped.withLock({ $0.setIfNil(place) }) {
      InjectionFailure.stop(.bootstrappedTwice(first: first, second: place))
    }
    // None, if the closure replaced the values by the process's.
    guard let scope else { return }
    var set: Set<EntryID> = []
    for scope in scope.outwards {
      for entry in scope.overrides where set.insert(entry.id).inserted {
        // The second question: a default may also have got there without being asked for.
        if Container.process.wasDefaultAskedFor(entry.id)
          || Scope.process.entries.remember(entry) !== entry
        {
          InjectionFailure.stop(.bootstrappedTooLate(entry.name, entry.valueType, place))
        }
      }
    }
    // What was built meanwhile goes on in the process: a value that was set may hold it. Nothing that
    // is valid for the process is built twice.
    for scope in scope.outwards {
      for entry in scope.entries.all where !entry.isOverride {
        _ = InjectedValues.adopt(entry)
      }
    }
    for scope in scope.outwards.reversed() { scope.leadToProcess() }
  }

  /// Makes a default the process's, if all it was built from is. Returns whether the entry is now.
  private static func adopt(_ entry: Entry) -> Bool {
    if let known = Scope.process.known(entry.id) { return known === entry }
    guard let record = entry.record, record.reads.allSatisfy(adopt) else { return false }
    guard Scope.process.entries.remember(entry) === entry else { return false }
    Container.process.recordBuild(of: entry, record)
    return true
  }

  private static func adopt(_ read: Dependency) -> Bool {
    if case .entry(let entry) = read { adopt(entry) } else { Scope.process.sees(read) }
  }

  /// Where the process's values were set.
  static let bootstrapped = Lock<SourcePlace?>(nil)
}

extension Optional where Wrapped == SourcePlace {
  /// Sets the place, or returns the one that was set before.
  fileprivate mutating func setIfNil(_ place: SourcePlace) -> SourcePlace? {
    if let self { return self }
    self = place
    return nil
  }
}
