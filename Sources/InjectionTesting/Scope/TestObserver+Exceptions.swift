import Injection

// The exceptions from checks are closures that read a property. They run to learn its key.
extension TestObserver {
  struct Reading: Sendable {
    let check: TestScopeOptions.Check
    let number: Int
    /// Whether the next read outside of a build names the exception.
    var awaitsKey: Bool
  }

  /// Exceptions that are isolated to the main actor are read in this task.
  func checkExceptions() {
    for case .onMainActor in options.exceptions.map(\.read) {
      MainActor.precondition(notOnMainActor)
    }
  }

  /// Reads the exceptions of a check that has found something else. The first key that each of them
  /// reads is one.
  ///
  /// Called in the scope of the values, after the test's body, so that mostly nothing is built.
  func readExceptions(_ checks: [TestScopeOptions.Check]) {
    for (number, exception) in options.exceptions.enumerated()
    where isNeeded(number, of: checks) {
      switch exception.read {
      case .anywhere(let read, _): self.read(number, read)
      case .onMainActor(let read, _): MainActor.assumeIsolated { self.read(number, read) }
      }
    }
    didReadExceptions()
  }

  func readExceptions(
    _ checks: [TestScopeOptions.Check],
    isolation: isolated (any Actor)?
  ) async {
    for (number, exception) in options.exceptions.enumerated()
    where isNeeded(number, of: checks) {
      switch exception.read {
      case .anywhere(let read, _): self.read(number, read)
      case .onMainActor(let read, _): await MainActor.run { self.read(number, read) }
      }
    }
    didReadExceptions()
  }

  /// Whether a key is that of an exception, known or with a value of the type of the key's.
  func isException(_ key: KeyID, of entry: Entry) -> Bool {
    let unknown = state.withLock { $0.isException(key, from: .strict) ? [] : $0.unknown }
    for number in unknown.sorted() {
      read(number, awaitsKey: false) {
        let key: KeyID? =
          switch options.exceptions[number].read {
          case .anywhere(_, let keyLending): keyLending(entry)
          case .onMainActor(_, let keyLending) where MainActor.isCurrent:
            MainActor.assumeIsolated { keyLending(entry) }
          case .onMainActor: nil
          }
        if let key { state.withLock { $0.add(key, asException: number, from: .strict) } }
      }
    }
    return state.withLock { $0.isException(key, from: .strict) }
  }

  /// Whether an exception isn't known that may be what a check has found.
  private func isNeeded(_ number: Int, of checks: [TestScopeOptions.Check]) -> Bool {
    let check = options.exceptions[number].check
    return checks.contains(check)
      && state.withLock { state in
        let isStrict = check == .strict
        if isStrict, !state.unknown.contains(number) { return false }
        let found =
          isStrict ? state.found.map(\.key) : state.overrides.unread.map(\.subject.key.id)
        return found.contains { !state.isException($0, from: check) }
      }
  }

  private func read(_ number: Int, _ read: (InjectedValues) -> Void) {
    let isStrict = options.exceptions[number].check == .strict
    // A draft's reads don't count: a fixture that isn't overridden may be unimplemented.
    self.read(number, awaitsKey: true) { read(isStrict ? .current : .draft(at: .unknown)) }
  }

  private func read(_ number: Int, awaitsKey: Bool, _ read: () -> Void) {
    let check = options.exceptions[number].check
    let reading = Reading(check: check, number: number, awaitsKey: awaitsKey)
    let thread = Platform.currentThread
    state.withLock { $0.readings[thread] = reading }
    reporter.omitUnimplemented(read)
    state.withLock { $0.readings[thread] = nil }
  }

  /// All exceptions are known that matter: reports what isn't one.
  private func didReadExceptions() {
    let all = state.withLock { state in
      // What is read later may be one that wasn't read.
      defer { (state.found, state.isOver) = ([], true) }
      return state
    }
    for (key, issue) in all.found where !all.isException(key, from: .strict) {
      reporter.report(issue)
    }
  }

  private var notOnMainActor: Message {
    Message(
      "An exception is isolated to the main actor, and the test's scope is opened outside of it.",
      label: "Opened at",
      source: reporter.source,
      fixes: """
        - Isolate the test to the main actor: @MainActor.
        - Or open the scope with await, so that the exception is read on the main actor.
        """
    )
  }
}

extension TestObserver.State {
  /// The check whose exception this thread reads.
  var reading: TestScopeOptions.Check? { readings[Platform.currentThread]?.check }

  /// If this thread reads an exception, the first key names it.
  mutating func nameException(_ key: KeyID) {
    let thread = Platform.currentThread
    guard let reading = readings[thread], reading.awaitsKey else { return }
    readings[thread]!.awaitsKey = false
    add(key, asException: reading.number, from: reading.check)
  }

  fileprivate mutating func add(
    _ key: KeyID,
    asException number: Int,
    from check: TestScopeOptions.Check
  ) {
    unknown.remove(number)
    exceptions[check, default: []].insert(key)
  }

  func isException(_ key: KeyID, from check: TestScopeOptions.Check) -> Bool {
    exceptions[check]?.contains(key) == true
  }
}
