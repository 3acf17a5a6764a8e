import Injection

/// A test's own container, as `withTestScope`, the traits and the XCTest helpers open it.
///
/// Create it, call `update` any number of times, then `run` the test in it.
struct TestScope: Sendable {
  /// The values to change, or `nil` after the scope was entered and holds them itself.
  private var values: InjectedValues?
  /// Where the code runs that sets the values: the first part of the draft, which has none.
  private let home: Scope
  private let reporter: TestReporter
  /// Watches, if an option needs it.
  private let observer: TestObserver?
  /// The overrides of what code has opened around the test's scope.
  private var takenOver: [Entry]

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - test: The test, if this is its outermost scope; by default the one whose code runs here.
  ///   - source: Where the scope is opened.
  ///   - file: The file of that line.
  ///   - issueSource: The line of issues whose own line is unknown; unknown is that of the test.
  init(
    _ name: String?,
    options: TestScopeOptions,
    test: (any RunningTest)? = nil,
    at source: SourceLine,
    in file: SourceFile? = nil,
    issuesAt issueSource: SourceLine? = nil
  ) {
    // What code has opened around the test's scope, such as another trait.
    let outer = test == nil ? nil : LinkedFrameworks.scopeAroundTest
    let known = outer?.ownContainer?.observer as? TestObserver
    let late = known?.take(options) == true ? known : nil
    reporter =
      late?.reporter
      ?? TestReporter(
        test ?? LinkedFrameworks.runningTest(isInScope: true, named: name),
        at: issueSource ?? source,
        handler: options.handler
      )
    if let file { reporter.add(file) }
    let around = (test == nil ? Scope.current : outer)?.ownContainer
    observer =
      late ?? TestObserver(ifNeededFor: options, reporter, in: around?.observer as? TestObserver)
    let isInSuite = (around?.reporter as? TestReporter)?.test.isOfSeveral == true
    let container =
      late != nil
      ? outer!.ownContainer!
      : Container(
        options.context,
        reporter: reporter,
        observer: observer,
        openedIn: isInSuite ? nil : around,
        inSuite: isInSuite ? around : nil
      )
    home = Scope(
      in: late == nil ? nil : outer,
      rootOf: container,
      at: source,
      named: name
    )
    reporter.willSetValues(in: home)
    values = InjectedValues(home.rest(), at: source)
    home.endDraft()
    takenOver = outer?.seenOverrides ?? []
    for override in takenOver { values!.add(override) }
    observer?.willTakeOver(takenOver)
  }

  /// Code in a file describes the test.
  func add(_ file: SourceFile) { reporter.add(file) }

  /// Replaces values in the container's root scope.
  ///
  /// - Parameter source: The line that messages name. It may be unknown.
  mutating func update<Failure: Error>(
    at source: SourceLine,
    _ update: (inout InjectedValues) throws(Failure) -> Void
  ) throws(Failure) {
    do {
      try Injection.enter(home) { () throws(Failure) in try update(&values!) }
    } catch {
      if reporter.test.isRunning { reporter.scopeEnded() }
      throw error
    }
    reporter.didUpdate(values!.overrides, at: source)
  }

  mutating func update<Failure: Error>(
    at source: SourceLine,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout InjectedValues) async throws(Failure) -> Void
  ) async throws(Failure) {
    do {
      try await Injection.enter(home, isolation: isolation) { () async throws(Failure) in
        try await update(&values!)
      }
    } catch {
      if reporter.test.isRunning { reporter.scopeEnded() }
      throw error
    }
    reporter.didUpdate(values!.overrides, at: source)
  }

  /// The update has thrown an error before the test has begun, so nothing runs in the scope.
  func didFailToUpdate() { reporter.scopeEnded() }

  /// Makes the scope the current one, around `runBody`.
  mutating func enter(_ operation: () -> Void) { Injection.enter(opened(), ends: true, operation) }

  /// Runs the test in the current scope: this one, or a scope inside. At the end, it reports
  /// overrides that were never read, if the options ask for that.
  func runBody<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { reporter.scopeEnded() }
    observer?.checkExceptions()
    let result: Result
    do {
      result = try operation()
    } catch {
      observer?.readExceptions([.strict])
      throw error
    }
    // Not after an error, which may be the reason why they weren't read.
    let mayHaveEndedEarly = reporter.test.mayHaveEndedEarly
    observer?.readExceptions(mayHaveEndedEarly ? [.strict] : [.strict, .unused])
    if mayHaveEndedEarly { return result }
    observer?.reportUnreadOverrides()
    if reporter.test.endsWithScope { observer?.reportLeaks(includesRoot: false) }
    return result
  }

  mutating func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // No variable holds the scope, which would be a leak then.
    let result = try Injection.enter(opened(), ends: true) { () throws(Failure) in
      try runBody(operation)
    }
    if !reporter.test.endsWithScope { observer?.reportLeaks(includesRoot: true) }
    return result
  }

  mutating func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let (reporter, observer) = (reporter, observer)
    let result = try await Injection.enter(opened(), ends: true, isolation: isolation) {
      () async throws(Failure) in
      defer { reporter.scopeEnded() }
      let result: Result
      do throws(Failure) {
        result = try await operation()
      } catch {
        await observer?.readExceptions([.strict], isolation: isolation)
        throw error
      }
      let mayHaveEndedEarly = reporter.test.mayHaveEndedEarly
      let checks: [TestScopeOptions.Check] = mayHaveEndedEarly ? [.strict] : [.strict, .unused]
      await observer?.readExceptions(checks, isolation: isolation)
      if !mayHaveEndedEarly { observer?.reportUnreadOverrides() }
      return result
    }
    await observer?.reportLeaks(isolation: isolation)
    return result
  }

  private mutating func opened() -> Scope? {
    let own = values!.overrides
    observer?.didHideOutside(takenOver.filter { own[KeyID($0.type)] !== $0 })
    takenOver = []
    // Safe to unwrap: a scope is entered only once.
    return values.take()!.finished()
  }
}

extension Scope {
  /// The overrides that are seen here, but not those of the process.
  fileprivate var seenOverrides: [Entry] {
    var (all, keys): ([Entry], Set<KeyID>) = ([], [])
    for layer in usedLayer().chain where layer.depth > 0 {
      for entry in layer.allOverrides.all where keys.insert(KeyID(entry.type)).inserted {
        all.append(entry)
      }
    }
    return all
  }
}
