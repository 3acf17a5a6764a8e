import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// A key that needs itself stops the process with the path, and never hangs.
@Suite(.timeLimit(.minutes(3))) struct CircleTests {
  @Test(arguments: circles.keys.sorted())
  func `a default that needs itself stops the process with the path`(path: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [path] in
      Watchdog.start()
      circles[path]!(.current)
    }
    result.expectMessage(
      "A default needs itself while it is built: \(path)\n\n",
      "  \(path.first == "\\" ? "Property: " : "Key: ")\(path.prefix { $0 != " " })\n",
      " CircleTests.swift:",
      """
      To fix this:
      - Read one of these later: declare an @Injected property, and read it in a method instead of an \
      initializer.
      - Or move what both need, or the value that one of them wraps, to a key of its own.

      """
    )
  }

  /// From some depth on, not each build looks for itself.
  @Test(arguments: [false, true])
  func `a circle deep in other defaults stops the process`(isTransient: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isTransient] in
      Watchdog.start()
      withInjected {
        ($0.number, $0.isTransient) = (40, isTransient)
      } operation: {
        _ = InjectedValues.current.descent
      }
    }
    let path = isTransient ? #"\.transientPong → \.transientPing"# : #"\.selfish → \.selfish"#
    result.expectMessage("A default needs itself while it is built: ", path)
  }

  /// Nobody can see what the default waits for: it may also go on.
  @Test func `a default that waits for a thread that needs it is told of`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 2)
        _exit(0)
      }
      _ = InjectedValues.current.own
    }
    result.expectMessage(
      "A read waits for a default that another thread builds, and that may wait for this thread.\n\n",
      "  Property: \\.own\n",
      "- If the default's code waits for other work, such as with a semaphore, do that work before, ",
      "with await, and set the value in a scope or in bootstrap."
    )
  }

  /// Each thread builds one of the keys before it needs the next one's.
  @Test(arguments: [2, 3])
  func `threads that need each other's keys stop the process with the path`(count: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [count] in
      Watchdog.start()
      withInjected(\.ring, Ring(count)) {
        let values = InjectedValues.current
        onThreads(count) { _ = ringKeys[$0](values) }
      }
    }
    // Whichever thread comes last.
    let paths = (0..<count).map { start in
      (0...count).map { [#"\.red"#, #"\.green"#, #"\.blue"#][(start + $0) % count] }
        .joined(separator: " → ")
    }
    let message = result.message
    #expect(paths.contains { message.contains("while it is built: \($0)\n") }, "\(message)")
  }

  /// `shy` reads `opened`, whose code opens a scope. Meanwhile another thread reads `shy` in that.
  @Test
  func `a scope that a default has opened is not part of the build that asked for it`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      onThreads(2) { thread in
        if thread == 0 { return precondition(InjectedValues.current.shy == 1) }
        bothRun.come()
        precondition(InjectedValues.current.opened.shy() == 1)
      }
    }
  }

  /// In one scope `odd` needs `even`, in the other `even` needs `odd`. No default needs itself, so
  /// two threads that build both at once must neither stop nor hang.
  @Test func `keys that need each other in different scopes are no circle`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      withTestScope {
        let values = InjectedValues.current
        onThreads(2) { thread in
          withInjected(values) {
            withInjected(\.oddNeedsEven, thread == 0) {
              let values = InjectedValues.current
              precondition((thread == 0 ? values.odd : values.even) == 2)
            }
          }
        }
      }
    }
  }

  /// In one scope `asking` waits for a thread that reads `answering`, in the other `answering`
  /// reads `asking`. No default needs itself.
  @Test func `builds of two scopes do not wait for each other through a thread`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let values = InjectedValues.current
      onThreads(2) { thread in
        withInjected(values) {
          withInjected(\.isAsker, thread == 0) {
            let values = InjectedValues.current
            precondition(thread == 0 ? values.asking == 8 : values.answering == 2)
          }
        }
      }
    }
  }

  /// Both would be kept by the process's scope, whose override the key's code reads.
  @Test func `a default of a process's scope that needs its key in a test is no circle`() async {
    await #expect(processExitsWith: .success) {
      let returning = withTestScope { Returning() }
      let read = { withInjected(\.number, 5) { InjectedValues.current.returned } }
      // The first build teaches what the key's code reads.
      #expect(read() == 5)
      #expect(Returning.$next.withValue(returning) { read() } == 6)
    }
  }
}

// MARK: - Waiting for threads

/// An object through which a key's code reads the key once more.
private final class Returning: Sendable {
  @TaskLocal static var next: Returning?
  let returned = Injected(\.returned)
}

/// Runs code on a thread that enters the current values, and waits for it.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let values = InjectedValues.current
  onThreads { _ in withInjected(values, operation: body) }
}

/// Lets both builds run before one needs the other's key.
private let bothRun = Meeting(of: 2)

private final class Opened: Sendable {
  let shy = Injected(\.shy)
}

extension InjectedValues {
  @Injectable
  fileprivate var opened: Opened = withInjected(\.number, 2) { Opened() }
  @Injectable
  fileprivate var shy: Int = {
    _ = InjectedValues.current.opened
    bothRun.come()
    // The other thread reads this one meanwhile.
    usleep(10_000)
    return 1
  }()
  @Injectable fileprivate var returned: Int = {
    let number = InjectedValues.current.number
    guard let next = Returning.next else { return number }
    return Returning.$next.withValue(nil) { next.returned() } + 1
  }()
  @Injectable fileprivate var isAsker: Bool = false
  @Injectable fileprivate var own: Int = {
    onAnotherThread { _ = InjectedValues.current.own }
    return 1
  }()
  @Injectable fileprivate var asking: Int = {
    if !InjectedValues.current.isAsker { return 1 }
    bothRun.come()
    onAnotherThread { precondition(InjectedValues.current.answering == 7) }
    return 8
  }()
  @Injectable fileprivate var answering: Int = {
    if InjectedValues.current.isAsker { return 7 }
    bothRun.come()
    return InjectedValues.current.asking + 1
  }()
}

// MARK: - Circles

/// The defaults, by the paths of their messages.
private let circles: [String: @Sendable (InjectedValues) -> Void] = [
  #"\.selfish → \.selfish"#: { _ in withTestScope { _ = InjectedValues.current.selfish } },
  // Entered from outside.
  #"\.one → \.two → \.three → \.one"#: { _ = $0.entrance },
  #"\.transientPing → \.transientPong → \.transientPing"#: { _ = $0.transientPing },
  #"\.singlePing → \.singlePing"#: { _ in
    withInjected(\.number, 1) { _ = InjectedValues.current.singlePing }
  },
  #"\.weakPing → \.weakPing"#: { _ = $0.weakPing },
  // Without a property.
  "Nameless → Nameless": { _ = $0[Nameless.self] },
  // Through scopes that the defaults open.
  #"\.nesting → \.nested → \.nesting"#: { _ = $0.nesting },
  // Through a property that is read in an initializer.
  #"\.hasty → \.hastier → \.hasty"#: { _ = $0.hasty },
  // Through a thread that the default waits for.
]

private enum Nameless: InjectionKey {
  static var defaultValue: Int { InjectedValues.current[Nameless.self] }
}

private final class Hasty: Sendable {
  let hastier = Injected(\.hastier)
  init() { _ = hastier() }
}

extension InjectedValues {
  @Injectable fileprivate var selfish: Int = InjectedValues.current.selfish

  @Injectable fileprivate var descent: Int = {
    let number = InjectedValues.current.number
    if number == 0 { return InjectedValues.current.bottom }
    return withInjected(\.number, number - 1) { InjectedValues.current.descent }
  }()
  @Injectable fileprivate var isTransient: Bool = false
  @Injectable fileprivate var bottom: Int = {
    let values = InjectedValues.current
    return values.isTransient ? values.transientPing : values.selfish
  }()

  @Injectable fileprivate var entrance: Int = InjectedValues.current.one
  @Injectable fileprivate var one: Int = InjectedValues.current.two
  @Injectable fileprivate var two: Int = InjectedValues.current.three
  @Injectable fileprivate var three: Int = InjectedValues.current.one

  @Injectable(lifetime: .transient)
  fileprivate var transientPing: Int = InjectedValues.current.transientPong
  @Injectable(lifetime: .transient)
  fileprivate var transientPong: Int = InjectedValues.current.transientPing

  @Injectable(lifetime: .singleton)
  fileprivate var singlePing: Int = InjectedValues.current.singlePing
  @Injectable(lifetime: .weak)
  fileprivate var weakPing: Service = InjectedValues.current.weakPing

  @Injectable
  fileprivate var nesting: Int = withInjected(\.number, 1) { InjectedValues.current.nested }
  @Injectable
  fileprivate var nested: Int = withInjected(\.number, 2) { InjectedValues.current.nesting }

  @Injectable fileprivate var hasty: Hasty = Hasty()
  @Injectable fileprivate var hastier: Hasty = InjectedValues.current.hasty
}

// MARK: - Keys of threads that meet inside their builds

/// Keys that each need the next one, built by as many threads.
private struct Ring: Sendable {
  let count: Int
  let meeting: Meeting

  init(_ count: Int) {
    self.count = count
    meeting = Meeting(of: count)
  }

  /// Reads a key once each thread builds one.
  func read(_ key: (InjectedValues) -> Int) -> Int {
    meeting.come()
    return key(.current)
  }
}

private let ringKeys: [@Sendable (InjectedValues) -> Int] = [\.red, \.green, \.blue]

extension InjectedValues {
  @Injectable fileprivate var ring: Ring = Ring(2)
  @Injectable fileprivate var red: Int = InjectedValues.current.ring.read { $0.green }
  @Injectable
  fileprivate var green: Int = InjectedValues.current.ring.read {
    $0.ring.count == 2 ? $0.red : $0.blue
  }
  @Injectable fileprivate var blue: Int = InjectedValues.current.ring.read { $0.red }

  @Injectable fileprivate var oddNeedsEven: Bool = true
  @Injectable
  fileprivate var odd: Int =
    InjectedValues.current.oddNeedsEven ? InjectedValues.current.ring.read { $0.even + 1 } : 1
  @Injectable
  fileprivate var even: Int =
    InjectedValues.current.oddNeedsEven ? 1 : InjectedValues.current.ring.read { $0.odd + 1 }
}
