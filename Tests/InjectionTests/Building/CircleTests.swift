import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// R10: a key that needs itself stops the process with the path, and never hangs.
@Suite(.timeLimit(.minutes(10))) struct CircleTests {
  @Test(arguments: CircleCase.allCases)
  func `a default that needs itself stops the process with the path`(circle: CircleCase) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [circle] in
      Watchdog.start()
      circle.enter()
    }
    let message = result?.message ?? ""
    #expect(
      circle.paths.contains { message.contains("while it is built: \($0)\n") },
      "\(message)"
    )
  }

  /// In one scope `odd` needs `even`, in the other it is the other way round. Nothing needs itself,
  /// so two threads that do both at once must neither stop nor hang.
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
}

/// Ends a process that hangs, without the message that the test wants to see.
private enum Watchdog {
  static func start() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 20)
      kill(getpid(), SIGKILL)
    }
  }
}

// MARK: - Circles

enum CircleCase: String, CaseIterable, Codable {
  case `two keys`
  case `one key`
  case `three keys, entered from outside`
  case `transient keys`
  case `singletons, read in an inner scope`
  case `shared keys`
  case `scopes that defaults open`
  case `a property that is read in an initializer`
  case `two threads that need each other's key`
  case `three threads that need each other's keys`

  func enter() {
    let values = InjectedValues.current
    switch self {
    case .`two keys`: _ = values.ping
    case .`one key`: withTestScope { _ = InjectedValues.current.selfish }
    case .`three keys, entered from outside`: _ = values.entrance
    case .`transient keys`: _ = values.transientPing
    case .`singletons, read in an inner scope`:
      withInjected(\.number, 1) { _ = InjectedValues.current.singlePing }
    case .`shared keys`: _ = values.sharedPing
    case .`scopes that defaults open`: _ = values.nesting
    case .`a property that is read in an initializer`: _ = values.hasty
    case .`two threads that need each other's key`:
      onThreads(2) { _ = $0 == 0 ? values.left : values.right }
    case .`three threads that need each other's keys`:
      onThreads(3) { _ = $0 == 0 ? values.red : $0 == 1 ? values.green : values.blue }
    }
  }

  /// What the message says, whichever thread comes last.
  var paths: [String] {
    switch self {
    case .`two keys`: [#"\.ping → \.pong → \.ping"#]
    case .`one key`: [#"\.selfish → \.selfish"#]
    case .`three keys, entered from outside`: [#"\.one → \.two → \.three → \.one"#]
    case .`transient keys`: [#"\.transientPing → \.transientPong → \.transientPing"#]
    case .`singletons, read in an inner scope`: [#"\.singlePing → \.singlePong → \.singlePing"#]
    case .`shared keys`: [#"\.sharedPing → \.sharedPong → \.sharedPing"#]
    case .`scopes that defaults open`: [#"\.nesting → \.nested → \.nesting"#]
    case .`a property that is read in an initializer`: [#"\.hasty → \.hastier → \.hasty"#]
    case .`two threads that need each other's key`:
      [#"\.left → \.right → \.left"#, #"\.right → \.left → \.right"#]
    case .`three threads that need each other's keys`:
      [
        #"\.red → \.green → \.blue → \.red"#, #"\.green → \.blue → \.red → \.green"#,
        #"\.blue → \.red → \.green → \.blue"#,
      ]
    }
  }
}

private final class Hasty: Sendable {
  let hastier = Injected(\.hastier)
  init() { _ = hastier() }
}

extension InjectedValues {
  @Injectable fileprivate var ping: Int = InjectedValues.current.pong
  @Injectable fileprivate var pong: Int = InjectedValues.current.ping

  @Injectable fileprivate var selfish: Int = InjectedValues.current.selfish

  @Injectable fileprivate var entrance: Int = InjectedValues.current.one
  @Injectable fileprivate var one: Int = InjectedValues.current.two
  @Injectable fileprivate var two: Int = InjectedValues.current.three
  @Injectable fileprivate var three: Int = InjectedValues.current.one

  @Injectable(lifetime: .transient)
  fileprivate var transientPing: Int = InjectedValues.current.transientPong
  @Injectable(lifetime: .transient)
  fileprivate var transientPong: Int = InjectedValues.current.transientPing

  @Injectable(lifetime: .singleton)
  fileprivate var singlePing: Int = InjectedValues.current.singlePong
  @Injectable(lifetime: .singleton)
  fileprivate var singlePong: Int = InjectedValues.current.singlePing

  @Injectable(lifetime: .shared)
  fileprivate var sharedPing: Service = InjectedValues.current.sharedPong
  @Injectable(lifetime: .shared)
  fileprivate var sharedPong: Service = InjectedValues.current.sharedPing

  @Injectable
  fileprivate var nesting: Int = withInjected(\.number, 1) { InjectedValues.current.nested }
  @Injectable
  fileprivate var nested: Int = withInjected(\.number, 2) { InjectedValues.current.nesting }

  @Injectable fileprivate var hasty: Hasty = Hasty()
  @Injectable fileprivate var hastier: Hasty = InjectedValues.current.hasty
}

// MARK: - Keys of threads that meet inside their builds

private let meetingOfTwo = Meeting(of: 2)
private let meetingOfThree = Meeting(of: 3)

/// Reads a key when all threads are here, so that each builds one before it needs the next.
private func come(to meeting: Meeting, then read: (InjectedValues) -> Int) -> Int {
  meeting.come()
  return read(.current)
}

extension InjectedValues {
  @Injectable fileprivate var left: Int = come(to: meetingOfTwo) { $0.right }
  @Injectable fileprivate var right: Int = come(to: meetingOfTwo) { $0.left }

  @Injectable fileprivate var red: Int = come(to: meetingOfThree) { $0.green }
  @Injectable fileprivate var green: Int = come(to: meetingOfThree) { $0.blue }
  @Injectable fileprivate var blue: Int = come(to: meetingOfThree) { $0.red }

  @Injectable fileprivate var oddNeedsEven: Bool = true
  @Injectable
  fileprivate var odd: Int =
    InjectedValues.current.oddNeedsEven ? come(to: meetingOfTwo) { $0.even + 1 } : 1
  @Injectable
  fileprivate var even: Int =
    InjectedValues.current.oddNeedsEven ? 1 : come(to: meetingOfTwo) { $0.odd + 1 }
}
