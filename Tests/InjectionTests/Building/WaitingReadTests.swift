import Foundation
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

@testable import Injection

/// What a running build has made shows other threads what its value will show. They wait while that
/// isn't known, so a default that waits for them may wait for itself.
@Suite(.timeLimit(.minutes(3))) struct WaitingReadTests {
  enum Asking: CaseIterable {
    /// In no scope; in one that overrides another key; and in one that overrides what is read.
    case root, other, scope

    func ask(_ plan: Plan) -> Worked {
      switch self {
      case .root: plan.worker()
      case .other: withInjected(\.other, 7) { plan.worker() }
      case .scope: withInjected(\.text, "Ada") { plan.worker() }
      }
    }
  }

  @Test(arguments: Place.allCases, Route.allCases)
  func `a default may wait for work whose reads it has made known`(
    place: Place,
    route: Route
  ) async {
    for asking in Asking.allCases {
      for form in Form.allCases {
        let isInside = place.inherits || route.leadsToBuild
        let mustWait = asking == .scope && form == .silent && isInside && !place.isOwnThread
        let plan = Plan(place, route, form, waitsFor: .seconds(mustWait ? 0.05 : 150))
        // The work needs the threads of tasks, so none of them waits.
        let worked = await onThread {
          withTestScope {
            _ = InjectedValues.current.text
            return asking.ask(plan)
          }
        }
        #expect(worked.isLate == mustWait, "\(asking), \(form)")
        if mustWait { continue }
        var expected: Set = [asking == .scope && isInside ? "Ada" : "default"]
        // One of these threads is the build's.
        if asking == .scope && place == .everywhere { expected = ["Ada", "default"] }
        #expect(expected.isSuperset(of: plan.seen.all), "\(asking), \(form): \(plan.seen.all)")
      }
    }
  }

  /// What the work reads has been read, or is said before anything that isn't known yet.
  @Test func `a default may wait for work in a scope that another default has opened`() {
    withTestScope {
      withInjected(\.text, "Ada") {
        #expect(InjectedValues.current.patientInside == ["Ada", "inner", "Hello inner"])
      }
    }
  }

  /// What a test's object reads counts by its key, but nothing that the process sets is seen there.
  @Test(arguments: [false, true])
  func `what a build has read of the process is not said in a test`(isReadBefore: Bool) async {
    await #expect(processExitsWith: .success) { [isReadBefore] in
      liveProcess()
      InjectedValues.bootstrap { $0.text = "process" }
      let ofTest = withTestScope { Listener() }
      let asker = withInjected(\.number, 1) { Injected(\.ofOthers) }
      withInjected {
        $0.other = 2
        $0.provide(InjectedValues.ofOthersKey.self) {
          let (values, current) = (InjectedValues.current, InjectedValues.current)
          _ = (current.number, current.other)
          if isReadBefore { _ = current.text }
          let own = ofTest.text()
          return [own, readOnThread { withInjected(values) { ofTest.text() } }]
        }
      } operation: {
        precondition(asker() == ["default", "default"])
      }
    }
  }

  /// It is built in the view of the root.
  @Test func `a singleton may wait for work`() {
    withTestScope {
      withInjected(\.text, "Ada") { #expect(InjectedValues.current.patientSingleton == "default") }
    }
  }

  /// Its code sees the view of the scope that provides it, which changes no more.
  @Test func `a singleton may wait for work beside a home`() {
    withTestScope {
      let reader = withInjected(\.text, "Ada") { Reader() }
      withInjected(\.text, "Alan") {
        withInjected(reader.listener.projectedValue) {
          withInjected {
            $0.provide(InjectedValues.patientSingletonKey.self) {
              let listener = Listener()
              return readOnThread { listener.text() }
            }
          } operation: {
            #expect(InjectedValues.current.patientSingleton == "Alan")
          }
        }
      }
    }
  }

  /// Each read of a weak value makes another box of it.
  @Test func `a default may wait for work that reads a weak value`() {
    withTestScope {
      let held = InjectedValues.current.weakListener
      withInjected(\.text, "Ada") { #expect(InjectedValues.current.patientOfWeak == "found") }
      withExtendedLifetime(held) {}
    }
  }

  /// What it makes is at home where it is read.
  @Test func `a transient value may wait for work`() {
    withTestScope {
      withInjected(\.text, "Ada") { #expect(InjectedValues.current.patientTransient == "Ada") }
      #expect(InjectedValues.current.patientTransient == "default")
    }
  }

  @Test func `another request sees through what is being built what it sees afterwards`() {
    let (published, seen) = (Log<Listener>(), Log<String>())
    withTestScope {
      $0.provide(InjectedValues.listenerKey.self) {
        published.add(Listener())
        // Slow work.
        usleep(20_000)
        return published.all[0]
      }
    } operation: {
      let values = InjectedValues.current
      let haveEnded = onThreads(4) { thread in
        withInjected(values) {
          if thread == 0 {
            return withInjected(\.text, "Ada") { _ = InjectedValues.current.listener }
          }
          while published.all.isEmpty { usleep(100) }
          let listener = published.all[0]
          withInjected(\.other, thread) {
            seen.add(listener.text())
            seen.add(listener.greeting())
            seen.add(withInjected(listener.values) { InjectedValues.current.greeting })
          }
        }
      }
      #expect(haveEnded)
    }
    #expect(Set(seen.all) == ["default", "Hello default"], "\(seen.all)")
  }

  /// The code sees two scopes side by side. What it opens lies in both when it has read what each
  /// of them says.
  @Test func `what a build has opened may lie in the scope that reads when the build is over`() {
    let (published, seen) = (Log<Listener>(), Log<String>())
    withTestScope {
      $0.provide(InjectedValues.listenerKey.self) {
        _ = InjectedValues.current.text
        withInjected(\.text, "opened") { published.add(Listener()) }
        // Slow work.
        usleep(50_000)
        _ = InjectedValues.current.other
        return published.all[0]
      }
    } operation: {
      withInjected {
        $0.text = "Alan"
        $0.other = 7
      } operation: {
        let (home, reader) = (InjectedValues.current, Reader())
        let haveEnded = onThreads(2) { thread in
          if thread == 0 {
            return withInjected(.root) { withInjected(\.text, "Ada") { _ = reader.listener() } }
          }
          while published.all.isEmpty { usleep(100) }
          withInjected(home) { seen.add(published.all[0].text()) }
        }
        #expect(haveEnded)
        seen.add(published.all[0].text())
      }
    }
    #expect(seen.all == ["opened", "opened"])
  }

  /// `report` reads nothing in the values of `patient`. Meanwhile another thread keeps one that
  /// stands on the text, which the patient reads later.
  @Test func `what another thread has kept isn't taken before it is known what is seen of it`() {
    let (patient, seen) = (Log<InjectedValues>(), Log<String>())
    let (isBuilt, isKept) = (Log<Bool>(), Log<Bool>())
    withTestScope {
      $0.provide(InjectedValues.patientKey.self) {
        patient.add(.current)
        _ = Conversation.wait(for: isKept)
        // The reader finds what is kept.
        usleep(100_000)
        return InjectedValues.current.text
      }
      $0.provide(InjectedValues.reportKey.self) {
        if !isBuilt.all.isEmpty { return "report of \(InjectedValues.current.text)" }
        isBuilt.add(true)
        _ = Conversation.wait(for: isKept)
        return "report of nobody"
      }
    } operation: {
      let values = InjectedValues.current
      onThreads(3) { thread in
        switch thread {
        case 0:
          withInjected(values) {
            withInjected(\.text, "Ada") { _ = InjectedValues.current.patient }
          }
        case 1: seen.add(Conversation.wait(for: patient).report)
        default:
          _ = Conversation.wait(for: isBuilt)
          _ = values.report
          isKept.add(true)
        }
      }
    }
    #expect(seen.all == ["report of Ada"])
  }

  /// The scope of the default lies in the reader's.
  @Test func `a read beside a default waits for a word inside of the reader's own`() {
    let (published, seen) = (Log<Listener>(), Log<String>())
    withTestScope {
      $0.provide(InjectedValues.listenerKey.self) {
        published.add(Listener())
        // Slow work.
        usleep(50_000)
        _ = InjectedValues.current.text
        return published.all[0]
      }
    } operation: {
      withInjected(\.text, "outer") {
        let outer = InjectedValues.current
        let haveEnded = onThreads(2) { thread in
          withInjected(outer) {
            if thread == 0 {
              withInjected(\.text, "inner") { _ = InjectedValues.current.listener }
            } else {
              seen.add(Conversation.wait(for: published).text())
            }
          }
        }
        #expect(haveEnded)
      }
    }
    #expect(seen.all == ["inner"])
  }

  /// What it says comes before all that isn't known yet.
  @Test func `a default may wait for work that overrides what it reads`() {
    withTestScope {
      withInjected(\.text, "Ada") { #expect(InjectedValues.current.patientOfOwn == "Hello own") }
    }
  }

  // MARK: The message

  @Test(arguments: [Route.property, .current, .captured])
  func `a read that waits for long is told of`(route: Route) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [route] in
      liveProcess()
      // Safe: as above.
      unsafe setenv("INJECTION_WAIT_MILLISECONDS", "50", 1)
      let told = Log<String>()
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        told.add("\(issue.kind) of \(issue.property ?? "-"): \(issue.description)")
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 2 }
      let plan = Plan(.task, route, waitsFor: .seconds(1))
      let worked = withInjected(named: "Ada") {
        $0.text = "Ada"
      } operation: {
        plan.worker()
      }
      #expect(worked.isLate)
      // Once.
      #expect(told.all.count == 1)
      #expect(told.all[0].hasPrefix("waitingRead of text: A read waits for a default"))
    }
    result.expectMessage(
      "A read waits for a default on another thread: what it sees depends on what that reads.\n\n",
      "  Property: \\.text\n",
      "  Key: ",
      "  Value: String\n",
      route == .property ? "  Read at: StartedWork.swift:" : "  Declared at: ",
      "  Waits for: \\.worked\n",
      "  Overridden in: scope \"Ada\", WaitingReadTests.swift:",
      route == .property
        ? "  Read through: a property of an object that the default has created\n"
        : "  Read through: a task that the default has started, or values that it has captured\n",
      "To fix this:\n",
      "read the value in the default's own code first: _ = InjectedValues.current.text.",
      ".scoped(by: InjectedValues.textKey.self)."
    )
  }

  /// The reader's default stands on a key of which the asking scope says something. What waits has
  /// a key that is written by hand.
  @Test func `the key that is waited for is named, too, if it isn't the one that is read`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Safe: no other code of this process reads the environment yet.
      unsafe setenv("INJECTION_WAIT_MILLISECONDS", "50", 1)
      liveProcess()
      _ = InjectedValues.current.greeting
      withInjected(\.text, "Ada") { _ = InjectedValues.current.greeted }
    }
    result.expectMessage(
      "  Property: \\.greeting\n",
      "  Waits for: \\.greeted\n",
      "  Built from: \\.text\n",
      ".scoped(by: InjectedValues.textKey.self)."
    )
  }

  /// The default waits for a lock that a reader holds, or for a thread that needs the default.
  @Test(arguments: [true, false])
  func `a wait for a value that lasts for long is told of, once`(isLock: Bool) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [isLock] in
      // Safe: no other code of this process reads the environment yet.
      unsafe setenv("INJECTION_WAIT_MILLISECONDS", "50", 1)
      liveProcess()
      SettingsWait.isForLock.store(isLock, ordering: .relaxed)
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        SettingsWait.told.add("\(issue.kind) of \(issue.property ?? "-")")
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 2 }
      onThreads(3) { thread in
        if thread == 0 {
          _ = InjectedValues.current.outerSettings
          return
        }
        if thread == 2 {
          _ = InjectedValues.current.settingsReader
          return
        }
        if !isLock {
          _ = InjectedValues.current.otherReader
          return
        }
        // It gives way, so that the process ends.
        SettingsWait.lock.withLock { _ in
          SettingsWait.isLocked.store(true, ordering: .relaxed)
          SettingsWait.waitUntilTold()
        }
      }
      let told = SettingsWait.told.all
      #expect(told == ["waitingRead of settings"], "\(told)")
    }
    result.expectMessage(
      "A read waits for a default that another thread builds, and that may wait for this thread.",
      "  Property: \\.settings\n",
      "  Needed by: \\.",
      "To fix this:\n- If the default's code waits for other work, such as with a semaphore,"
    )
  }

  @Test func `a wait for a default that waits itself names what that waits for`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Safe: no other code of this process reads the environment yet.
      unsafe setenv("INJECTION_WAIT_MILLISECONDS", "50", 1)
      Watchdog.start()
      liveProcess()
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        WaitingPair.told.add(issue.property ?? "-")
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 2 }
      onThreads(3) { thread in
        if thread > 0 { while WaitingPair.started.all.isEmpty { usleep(1_000) } }
        if thread > 1 { WaitingPair.wait(forIssues: 1) }
        let values = InjectedValues.current
        _ = thread == 0 ? values.chainEnd : values.chainMiddle
      }
      #expect(WaitingPair.told.all == ["chainEnd", "chainMiddle"])
    }
    result.expectMessage("  Property: \\.chainMiddle\n", "  Which waits for: \\.chainEnd\n")
  }

  @Test func `a short wait is told of to nobody, and leaves nothing`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let told = Log<String>()
      let handler: @Sendable (InjectionIssue) -> Void = { told.add($0.description) }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 2 }
      onThreads(4) { _ in precondition(InjectedValues.current.briefly == 2) }
      precondition(told.all.isEmpty && Wait.all.isEmpty)
    }
  }

  /// `middle` runs in values of `outermost`. Both read the text when the third thread asks for it.
  @Test func `a read through a default waits for the one in whose values that is built`() {
    let (outer, inner, isAsking) = (Log<InjectedValues>(), Log<InjectedValues>(), Log<Bool>())
    @Sendable func wait<Value: Sendable>(for log: Log<Value>) {
      while log.all.isEmpty { usleep(1_000) }
    }
    withTestScope {
      $0.provide(InjectedValues.outermostKey.self) {
        outer.add(.current)
        wait(for: isAsking)
        usleep(50_000)
        return InjectedValues.current.text
      }
      $0.provide(InjectedValues.middleKey.self) {
        inner.add(.current)
        return InjectedValues.current.text
      }
    } operation: {
      let values = InjectedValues.current
      let hasEnded = onThreads(3) { thread in
        if thread == 0 {
          withInjected(values) {
            withInjected(\.text, "Ada") { #expect(InjectedValues.current.outermost == "Ada") }
          }
        } else if thread == 1 {
          wait(for: outer)
          withInjected(outer.all[0]) { #expect(InjectedValues.current.middle == "Ada") }
        } else {
          wait(for: inner)
          isAsking.add(true)
          #expect(inner.all[0].text == "Ada")
        }
      }
      #expect(hasEnded)
      _ = (outer.removeAll(), inner.removeAll())
    }
  }

  // MARK: Circles

  /// `publisher` publishes an object and needs `subscriber`, whose code reads through that object
  /// on another thread. The publisher builds a subscriber itself, which is no circle.
  @Test(arguments: [true, false])
  func `a default does not wait for one that waits for what it shows`(isFirst: Bool) async {
    await #expect(processExitsWith: .success) { [isFirst] in
      Watchdog.start()
      publisherIsFirst.store(isFirst, ordering: .relaxed)
      onThreads(2) { thread in
        withInjected(\.text, "Ada") {
          let values = InjectedValues.current
          precondition((thread == 0 ? values.publisher : values.subscriber) == 3)
        }
      }
    }
  }

  /// Each default publishes an object, and reads through that of the other.
  @Test func `defaults that wait for what each other shows stop the process with the path`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      onThreads(2) { thread in
        withInjected(\.text, "Ada") {
          let values = InjectedValues.current
          _ = thread == 0 ? values.left : values.right
        }
      }
    }
    let message = result.message
    let paths = [#"\.left → \.right → \.left"#, #"\.right → \.left → \.right"#]
    #expect(
      paths.contains { message.contains("needs itself while it is built: \($0)\n") },
      "\(message)"
    )
  }

  /// `asker` waits for what `teller` shows of a key. That reads the key, and then waits for what the
  /// asker shows, when the other thread isn't awake yet.
  @Test func `a wait whose end is known is no part of a circle`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      for round in 1...20 {
        Conversation().run(onThreads: 2) { thread, _ in
          thread == 0
            ? withInjected(\.text, "\(round)") { _ = InjectedValues.current.asker }
            : withInjected(\.other, round) { _ = InjectedValues.current.teller }
        }
      }
      precondition(Wait.all.isEmpty)
    }
  }

  /// `questioner` and `answerer` wait for each other only until `chair` has read its text, in whose
  /// own scope the former is read.
  @Test(arguments: [false, true])
  func `defaults that wait for one further out are no circle`(isBeside: Bool) async {
    await #expect(processExitsWith: .success) { [isBeside] in
      Watchdog.start()
      let conversation = Conversation(isBeside: isBeside)
      conversation.run(onThreads: 2) { thread, conversation in
        if thread == 0 {
          withInjected(\.text, "outer") {
            conversation.guest.add(Visitor())
            precondition(InjectedValues.current.chair == "outer")
          }
        } else {
          precondition(withInjected(\.number, 7) { InjectedValues.current.answerer } == 7)
        }
      }
      precondition(Conversation.wait(for: conversation.answers) == 12)
    }
  }

  /// `third` waits for `first`, which waits for it, but only until `second` is over, in whose view the
  /// former is.
  @Test func `defaults that wait for each other until another one is over are no circle`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      Conversation().run(onThreads: 3) { thread, conversation in
        switch thread {
        case 0: withInjected(\.text, "outer") { _ = InjectedValues.current.first }
        case 1:
          withInjected(Conversation.wait(for: conversation.asker)) {
            withInjected(\.text, "inner") { _ = InjectedValues.current.second }
          }
        default: withInjected(\.number, 7) { _ = InjectedValues.current.third }
        }
      }
    }
  }

  /// `guest` leads to `host`, which waits for the read, only until it is over.
  @Test func `a read doesn't wait for a build that nothing leads to any more`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      Conversation().run(onThreads: 1) { _, _ in
        withInjected(\.text, "outer") { precondition(InjectedValues.current.host == 1) }
      }
    }
  }

  /// The same of a value: `client` leads to `patron`, which waits for the thread, until it is over.
  @Test func `a build doesn't wait for one that nothing leads to any more`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      Conversation().run(onThreads: 1) { _, _ in
        withInjected(\.text, "outer") { precondition(InjectedValues.current.patron == "outer") }
      }
    }
  }

  /// The work builds it first. That waits for what the default reads, which isn't known yet, so the
  /// default doesn't wait for the work's build.
  @Test(arguments: [2_000, 30_000])
  func `a default may read what its work reads`(pause: UInt32) async {
    await #expect(processExitsWith: .success) { [pause] in
      Watchdog.start()
      withTestScope {
        $0.provide(InjectedValues.reporterKey.self) { Reporter(pause: pause) }
      } operation: {
        withInjected(\.text, "Ada") {
          let reporter = InjectedValues.current.reporter
          precondition(reporter.first == "report of Ada" && reporter.report() == reporter.first)
        }
      }
    }
  }
}

// MARK: - Fixtures

private final class Listener: Sendable {
  let text = Injected(\.text), greeting = Injected(\.greeting)
  let values = InjectedValues.current
}

private final class Reporter: Sendable {
  let report = Injected(\.report)
  let first: String

  init(pause: UInt32) {
    Thread.detachNewThread { [report] in _ = report() }
    usleep(pause)
    first = InjectedValues.current.report
  }
}

/// Reads through an object on a thread, and waits for that.
private func readOnThread(_ read: @escaping @Sendable () -> String) -> String {
  let seen = Log<String>()
  let (start, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  Thread.detachNewThread {
    start.signal()
    seen.add(read())
    end.signal()
  }
  // A busy machine starts threads late.
  start.wait()
  _ = end.wait(timeout: .now() + 0.3)
  return seen.all.first ?? "-"
}

/// Publishes an object, and reads through another thread's.
private func exchange(_ own: Log<Listener>, _ other: Log<Listener>) -> Int {
  own.add(Listener())
  while other.all.isEmpty { usleep(1_000) }
  return other.all[0].text().count
}

/// The values of two defaults that are being built.
private final class Conversation: Sendable {
  let (asker, teller) = (Log<InjectedValues>(), Log<InjectedValues>())
  let (guest, answers) = (Log<Visitor>(), Log<Int>())
  let (chair, text) = (Log<InjectedValues>(), Log<Injected<String>>())
  let isBeside: Bool

  init(isBeside: Bool = false) { self.isBeside = isBeside }

  /// Runs code on some threads at once, in a test's scope with this.
  func run(onThreads count: Int, _ body: @escaping @Sendable (Int, Conversation) -> Void) {
    withTestScope {
      $0.conversation = self
    } operation: {
      let values = InjectedValues.current
      onThreads(count) { thread in withInjected(values) { body(thread, self) } }
    }
  }

  static func wait<Value>(for values: Log<Value>) -> Value {
    while values.all.isEmpty { usleep(1_000) }
    return values.all[0]
  }

  /// What a default reads in the values of the one that tells.
  static func ask(_ read: (InjectedValues) -> Int) -> Int {
    let conversation = InjectedValues.current.conversation
    conversation.asker.add(.current)
    return withInjected(wait(for: conversation.teller)) { read(.current) }
  }
}

private final class Visitor: Sendable {
  let questioner = Injected(\.questioner)
}

private final class Reader: Sendable {
  let listener = Injected(\.listener), weakListener = Injected(\.weakListener)
}

private let (ofLeft, ofRight) = (Log<Listener>(), Log<Listener>())

/// Whether the publisher needs the subscriber before that reads through the publisher's object.
private let publisherIsFirst = Atomic(true)
private let published = Log<Listener>()

/// A default that waits for another one, which ends when both waits were told of.
private enum WaitingPair {
  static let (started, told) = (Log<Bool>(), Log<String>())

  static func wait(forIssues count: Int) { while told.all.count < count { usleep(1_000) } }
}

/// What the default waits for: a lock that a reader holds, or a thread that goes on when the wait was
/// told of.
private enum SettingsWait {
  static let isForLock = Atomic(false), isLocked = Atomic(false)
  static let lock = Mutex(())
  static let told = Log<String>()

  /// Gives up after ten seconds. Waits a little longer, in which nothing more must be told.
  static func waitUntilTold() {
    for _ in 0..<10_000 where told.all.isEmpty { usleep(1_000) }
    usleep(100_000)
  }
}

extension InjectedValues {
  @Injectable fileprivate var briefly: Int = {
    usleep(100_000)
    return InjectedValues.current.number
  }()
  @Injectable fileprivate var outermost: String = ""
  @Injectable fileprivate var middle: String = ""
  @Injectable fileprivate var outerSettings: Int = InjectedValues.current.settings
  @Injectable fileprivate var settingsReader: Int = InjectedValues.current.settings + 1
  @Injectable fileprivate var otherReader: Int = InjectedValues.current.settings + 2
  @Injectable fileprivate var settings: Int = {
    if SettingsWait.isForLock.load(ordering: .relaxed) {
      while !SettingsWait.isLocked.load(ordering: .relaxed) { usleep(1_000) }
    } else {
      SettingsWait.waitUntilTold()
    }
    return SettingsWait.lock.withLock { _ in 7 }
  }()
  @Injectable fileprivate var chainMiddle: Int = InjectedValues.current.chainEnd + 1
  @Injectable fileprivate var chainEnd: Int = {
    WaitingPair.started.add(true)
    WaitingPair.wait(forIssues: 2)
    return 1
  }()
  @Injectable fileprivate var listener: Listener = Listener()
  @Injectable fileprivate var greeting: String = "Hello \(InjectedValues.current.text)"
  private enum GreetedKey: InjectionKey {
    static var defaultValue: String {
      let listener = Listener()
      return readOnThread { listener.greeting() }
    }
  }
  fileprivate var greeted: String { self[GreetedKey.self] }
  @Injectable fileprivate var reporter: Reporter = Reporter(pause: 0)
  @Injectable fileprivate var report: String = {
    usleep(10_000)
    return "report of \(InjectedValues.current.text)"
  }()
  @Injectable fileprivate var patientInside: [String] = [
    withInjected(\.number, 1) { InjectedValues.current.patient },
    withInjected(\.text, "inner") { InjectedValues.current.patient },
    withInjected(\.text, "inner") {
      let values = InjectedValues.current
      return readOnThread { values.greetingInside }
    },
  ]
  @Injectable fileprivate var greetingInside: String =
    withInjected(\.number, 2) { "Hello \(InjectedValues.current.text)" }
  @Injectable fileprivate var ofOthers: [String] = []
  @Injectable fileprivate var patient: String = {
    let (text, listener) = (InjectedValues.current.text, Listener())
    return readOnThread { listener.text() == text ? text : "another" }
  }()
  @Injectable(lifetime: .singleton) fileprivate var patientSingleton: String = {
    let listener = Listener()
    return readOnThread { listener.text() }
  }()
  @Injectable(lifetime: .transient) fileprivate var patientTransient: String = {
    let listener = Listener()
    return readOnThread { listener.text() }
  }()
  @Injectable(lifetime: .weak) fileprivate var weakListener: Listener = Listener()
  @Injectable fileprivate var patientOfWeak: String = {
    let reader = Reader()
    return readOnThread { reader.weakListener() === reader.weakListener() ? "found" : "another" }
  }()
  @Injectable fileprivate var patientOfOwn: String = {
    let values = InjectedValues.current
    return readOnThread {
      withInjected(values) { withInjected(\.text, "own") { InjectedValues.current.greeting } }
    }
  }()
  @Injectable fileprivate var conversation: Conversation = Conversation()
  @Injectable fileprivate var asker: Int = Conversation.ask { $0.other }
  @Injectable fileprivate var teller: String = {
    let conversation = InjectedValues.current.conversation
    conversation.teller.add(.current)
    let asker = Conversation.wait(for: conversation.asker)
    usleep(20_000)
    _ = InjectedValues.current.other
    return withInjected(asker) { InjectedValues.current.text }
  }()
  @Injectable fileprivate var chair: String = {
    let conversation = InjectedValues.current.conversation
    conversation.chair.add(.current)
    withInjected {
      $0.other = 5
      $0.text = "inner"
    } operation: {
      let values = InjectedValues.current
      Thread.detachNewThread {
        withInjected(values) { conversation.answers.add(conversation.guest.all[0].questioner()) }
      }
    }
    usleep(200_000)
    return InjectedValues.current.text
  }()
  @Injectable fileprivate var questioner: Int = {
    let own = InjectedValues.current.other
    InjectedValues.current.conversation.text.add(Injected(\.text))
    return own + Conversation.ask { $0.number }
  }()
  @Injectable fileprivate var answerer: Int = {
    let conversation = InjectedValues.current.conversation
    conversation.teller.add(.current)
    let asker = Conversation.wait(for: conversation.asker)
    if conversation.isBeside {
      withInjected(conversation.chair.all[0]) { _ = conversation.text.all[0]() }
    } else {
      withInjected(asker) { _ = InjectedValues.current.text }
    }
    return InjectedValues.current.number
  }()
  @Injectable fileprivate var first: Int = Conversation.ask { $0.number }
  @Injectable fileprivate var second: Int = {
    InjectedValues.current.conversation.chair.add(.current)
    usleep(200_000)
    return 0
  }()
  @Injectable fileprivate var third: Int = {
    let conversation = InjectedValues.current.conversation
    conversation.teller.add(.current)
    withInjected(Conversation.wait(for: conversation.chair)) { _ = InjectedValues.current.text }
    return InjectedValues.current.number
  }()
  @Injectable fileprivate var host: Int = {
    let conversation = InjectedValues.current.conversation
    withInjected(\.text, "inner") { _ = InjectedValues.current.guest }
    return Conversation.wait(for: conversation.answers)
  }()
  @Injectable fileprivate var guest: Int = {
    let (values, conversation) = (InjectedValues.current, InjectedValues.current.conversation)
    Thread.detachNewThread {
      withInjected(values) { _ = InjectedValues.current.text }
      conversation.answers.add(1)
    }
    usleep(50_000)
    return 0
  }()
  @Injectable fileprivate var patron: String = {
    let (text, conversation) = (InjectedValues.current.text, InjectedValues.current.conversation)
    // What the thread builds.
    if !conversation.asker.all.isEmpty { return text }
    conversation.asker.add(.current)
    withInjected(\.number, 1) { _ = InjectedValues.current.client }
    _ = Conversation.wait(for: conversation.answers)
    return text
  }()
  @Injectable fileprivate var client: Int = {
    let (values, conversation) = (InjectedValues.current, InjectedValues.current.conversation)
    Thread.detachNewThread { conversation.answers.add(values.patron.count) }
    usleep(50_000)
    return 1
  }()
  @Injectable fileprivate var left: Int = exchange(ofLeft, ofRight)
  @Injectable fileprivate var right: Int = exchange(ofRight, ofLeft)
  @Injectable fileprivate var publisher: Int = {
    published.add(Listener())
    usleep(publisherIsFirst.load(ordering: .relaxed) ? 50_000 : 150_000)
    return InjectedValues.current.subscriber
  }()
  @Injectable fileprivate var subscriber: Int = {
    while published.all.isEmpty { usleep(1_000) }
    usleep(publisherIsFirst.load(ordering: .relaxed) ? 150_000 : 50_000)
    return published.all[0].text().count
  }()
}
