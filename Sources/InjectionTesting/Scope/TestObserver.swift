import Injection
import InjectionInspection

/// Watches a test's reads and overrides, and reports issues, if the test's options need that.
final class TestObserver: ReadObserver {
  let reporter: TestReporter
  /// The scopes that were opened, if the options ask for leaks.
  private let scopes = TrackedScopes()
  /// That of the container of the same test in which this one's was opened, if overrides of that may
  /// be read here.
  private let outer: TestObserver?
  let state = Lock(State())

  struct State: Sendable {
    /// `nil` while code around the test's traits has opened the container, such as another trait.
    var options: TestScopeOptions?
    var overrides = TrackedOverrides()
    /// The keys of which checks tell nothing.
    var exceptions: [TestScopeOptions.Check: Set<KeyID>] = [:]
    /// The numbers of the exceptions from strictness whose keys aren't known.
    var unknown: Set<Int> = []
    /// Whether the exceptions were read, after the body.
    var isOver = false
    /// What strictness has found while there were some.
    var found: [LiveDefault] = []
    /// The exceptions that threads read, which are no reads of the test.
    var readings: [UInt: Reading] = [:]
    /// The records of defaults that only exceptions have read, or code around the test's traits, with
    /// what strictness says if the test reads them.
    var readByOthers = WeakKeyDictionary<Record, [LiveDefault]>()
    /// The defaults that were read.
    var defaults: [KeyID: Subject] = [:]
    var otherReads = OtherReads()
  }

  typealias LiveDefault = (key: KeyID, issue: InjectionIssue)

  /// - Returns: `nil` if the options need no observer.
  convenience init?(
    ifNeededFor options: TestScopeOptions,
    _ reporter: TestReporter,
    in outer: TestObserver? = nil
  ) {
    let outer = outer.flatMap { $0.options.checks.contains(.unused) || $0.outer != nil ? $0 : nil }
    if options.checks.isEmpty, outer == nil { return nil }
    self.init(reporter, in: outer)
    state.withLock { $0.set(options) }
  }

  /// The options follow when the test's traits open their scope.
  init(_ reporter: TestReporter, in outer: TestObserver? = nil) {
    (self.reporter, self.outer) = (reporter, outer)
  }

  /// Traits open their scope in the container. Returns `false` if they need another one.
  func take(_ options: TestScopeOptions) -> Bool {
    if options.context != Container.process.context { return false }
    let isFirst = state.withLock { state in
      if state.options != nil { return false }
      state.set(options)
      return true
    }
    if isFirst { reporter.willEnd(handler: options.handler) }
    return isFirst
  }

  var options: TestScopeOptions { state.withLock { $0.options ?? [] } }

  // MARK: Overrides

  func didOpen(_ scope: Scope) {
    let (options, isEmpty) = (options, scope.layer.allOverrides.all.isEmpty)
    if options.checks.contains(.leaked), !isEmpty { scopes.add(scope) }
    guard options.checks.contains(.unused) else { return }
    // The closure may have set a property whose setter sets no key, or a member of an object.
    if isEmpty, scope.isOfUpdate { reportNothingSet(at: scope.layer.source) }
    let sources = reporter.sources
    state.withLock { $0.overrides.add(scope, sources: sources) }
  }

  /// An update sets no key.
  func reportNothingSet(at source: SourceLine) {
    guard options.checks.contains(.unused) else { return }
    reporter.report(reporter.issue(.unusedOverride, .ofNothing(at: source)))
  }

  func didMeet(_ home: Layer, from current: Layer, at source: SourceLine) {
    guard options.checks.contains(.outlived) else { return }
    reporter.report(.outlivedScope(home, from: current, at: source))
  }

  /// Reports the scopes that still exist.
  ///
  /// - Parameter includesRoot: Whether the container's root counts, too.
  func reportLeaks(includesRoot: Bool) { report(scopes.remaining(includesRoot: includesRoot)) }

  func reportLeaks(isolation: isolated (any Actor)?) async {
    report(await scopes.remaining(includesRoot: true, isolation: isolation))
  }

  private func report(_ scopes: [Scope]) {
    let sources = reporter.sources
    for scope in scopes {
      let own = scope.layer.overridesOfParts.all.lazy.compactMap { sources[$0] }.first
      let message = Message.leakedScope(scope, at: own ?? scope.layer.source)
      reporter.report(InjectionIssue(.leakedScope, message))
    }
  }

  /// Reports the overrides that haven't been read.
  func reportUnreadOverrides() {
    guard options.checks.contains(.unused) else { return }
    let state = state.withLock { $0 }
    for override in state.overrides.unread
    where !state.isException(override.subject.key.id, from: .unused) {
      let (subject, reads) = (override.subject, state.otherReads)
      let isInDefault = reads.isInDefault(subject.key)
      let message = Message.unusedOverride(
        override,
        isInDefault,
        exceptedBy: options.code(of: .unused),
        in: reporter.surroundings
      )
      // XCTest doesn't know the line of a method that is overridden.
      let isOfMethod = !override.source.isKnown && reporter.test.endsWithScope
      if isOfMethod { message.add("Overridden in", "inject(into:)") }
      let (defaults, isOutside) = (state.defaults.values, override.wasReadOutside)
      let hints = subject.nearMisses(unreadBeside: defaults, wasReadOutside: isOutside)
      for hint in hints + reads.hints(for: subject) { message.add("Near miss", hint) }
      reporter.report(InjectionIssue(.unusedOverride, message))
    }
  }

  // MARK: Reads

  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    let (entry, key) = (found.entry, request.key)
    var (options, isOfTest, issues) = state.withLock { state in
      if build == nil { state.nameException(key.id) }
      if state.isOfTest, !request.isUpdate {
        let tracks = state.options?.checks.contains(.unused) == true
        if tracks { state.otherReads.add(request, found, in: layer, by: build) }
        if !entry.isOverride { state.defaults[key.id] = request.subject }
      }
      return (state.options, state.isOfTest, state.didRead(entry))
    }
    if isOfTest { outer?.didReadInside(entry) }
    // In a live context, all defaults are live.
    let isLive = entry.isLive || options?.context == .live && found.provider == nil
    let isOther = entry.isOverride || request.isUpdate || entry.isUnimplemented
    if isLive, !isOther, options?.checks.contains(.strict) != false {
      if !isOfTest {
        let issue = issue(request, in: layer)
        // Safe to unwrap: a default has a record.
        return state.withLock { $0.readByOthers[entry.record!] = [(key.id, issue)] }
      }
      if !isException(key.id, of: entry) { issues.append((key.id, issue(request, in: layer))) }
    }
    for found in issues where options?.checks.contains(.strict) == true {
      let isKept = state.withLock { state in
        if state.isException(found.key, from: .strict) { return true }
        if state.isOver || state.unknown.isEmpty { return false }
        state.found.append(found)
        return true
      }
      if !isKept { reporter.report(found.issue) }
    }
  }

  private func issue(_ request: Request, in layer: Layer) -> InjectionIssue {
    let message = Message.liveDefault(
      request,
      exceptedBy: options.code(of: .strict),
      in: reporter.surroundings
    )
    for hint in reporter.nearMisses(of: request, in: layer) { message.add("Near miss", hint) }
    return reporter.issue(.liveDefault, message)
  }

  /// Overrides of the test's scope were made around it, so who made them may leave them unread.
  func willTakeOver(_ overrides: [Entry]) {
    state.withLock { state in for entry in overrides { state.overrides.didRead(entry) } }
  }

  /// Code in a container inside, of the same test, has read an override or a default.
  private func didReadInside(_ entry: Entry) {
    _ = state.withLock { $0.didRead(entry) }
    outer?.didReadInside(entry)
  }

  /// A container inside has other overrides in place of these.
  func didHideOutside(_ overrides: [Entry]) { outer?.willTakeOver(overrides) }

  /// A verification in the test has read overrides.
  func didVerify(_ overrides: [Entry]) {
    state.withLock { $0.overrides.didRead(overrides) }
  }
}

extension Scope {
  /// Whether the update closure of a line has set this up, which may have set nothing by mistake.
  fileprivate var isOfUpdate: Bool {
    !layer.isRoot && layer.source.isKnown && !layer.isOfCollection
  }
}

extension TestObserver.State {
  fileprivate mutating func set(_ options: TestScopeOptions) {
    self.options = options
    let ofStrict = options.exceptions.enumerated().filter { $0.element.check == .strict }
    unknown = Set(ofStrict.map(\.offset))
  }

  /// Whether what this thread reads counts as a read of the test.
  fileprivate var isOfTest: Bool { options != nil && reading == nil }

  /// An override was read, or a default that stands on overrides. Returns the live defaults that it
  /// stands on and that only others have read.
  ///
  /// An override of a key that the default is scoped by counts, and so does provided code.
  fileprivate mutating func didRead(_ entry: Entry) -> [TestObserver.LiveDefault] {
    let record = entry.record
    if let record { readByOthers[record] = isOfTest ? nil : [] }
    if !isOfTest { return [] }
    if entry.isOverride { overrides.didRead(entry) }
    var (rest, live): ([Record], [TestObserver.LiveDefault]) = (record.map { [$0] } ?? [], [])
    while let record = rest.popLast() {
      for read in record.reads {
        if let override = read.override { overrides.didRead(override) }
        // What it stands on wasn't counted when it was built.
        guard let inner = read.record, let found = readByOthers.removeValue(forKey: inner)
        else { continue }
        live += found
        rest.append(inner)
      }
    }
    return live
  }
}
