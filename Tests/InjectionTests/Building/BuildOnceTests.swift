import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// Exactly one build per owner, and no lock in the way of other keys.
@Suite(.timeLimit(.minutes(3))) struct BuildOnceTests {
  // Together, one after another, or each task in an order of its own.
  @Test(arguments: [(step: 1, start: 0), (step: 1, start: 131), (step: 7, start: 131)])
  func `many tasks build each of 1000 keys once`(step: Int, start: Int) async {
    await withTestScope {
      let values = await withTaskGroup { group in
        for task in 0..<64 {
          group.addTask {
            var values = [Int](repeating: 0, count: 1_000)
            for read in 0..<1_000 {
              let index = (read * step + task * start) % 1_000
              values[index] = thousandKeys[index](.current)
            }
            return values
          }
        }
        return await group.reduce(into: Set<[Int]>()) { $0.insert($1) }
      }
      #expect(values.count == 1 && InjectedValues.current.builds.count == 1_000)
    }
  }

  /// Threads meet while a default is kept, and its key doesn't know yet what it stands on.
  @Test func `a new default is not seen where what it was built from is overridden`() {
    let (wrong, root) = (Log<Int>(), withTestScope { InjectedValues.current })
    for (number, key) in numberKeys.enumerated() {
      let begins = Atomic(false)
      let hasEnded = onThreads(3) { thread in
        let values = thread == 0 ? root : root.overriding { $0.number = 5 }
        if thread == 0 { begins.store(true, ordering: .relaxed) }
        while !begins.load(ordering: .relaxed) {}
        for _ in 0..<100 where key(values) != values.number { wrong.add(number) }
      }
      #expect(hasEnded)
    }
    #expect(wrong.all.isEmpty)
  }

  /// Such as code that reads a `static let`, whose code reads a value when it is first needed.
  @Test func `a default whose code reads less the second time is kept beside the first one`() {
    withTestScope {
      #expect(InjectedValues.current.forgetful == 1)
      withInjected(\.number, 5) {
        #expect(InjectedValues.current.forgetful == 2 && InjectedValues.current.forgetful == 2)
      }
      #expect(InjectedValues.current.forgetful == 1)
    }
  }

  /// What the others wait for has gone when they look for it, so that all want to build at once.
  @Test func `of threads that need a weak value that nobody holds, one always builds`() {
    #expect(onThreads(64) { _ in for _ in 0..<20 { _ = InjectedValues.current.ticket } })
  }

  /// What a singleton has read is nothing that a default which reads it stands on.
  @Test(arguments: [\InjectedValues.participant, \.participantWithSingleton])
  func `builds that share nothing run at the same time`(
    participant: any KeyPath<InjectedValues, Participant> & Sendable
  ) {
    withTestScope {
      // Once, so that what the key reads is known.
      _ = InjectedValues.current[keyPath: participant]

      let meeting = Meeting(of: 8)
      let values = InjectedValues.current
      let haveEnded = onThreads(8) { _ in
        withInjected(values) {
          // Each thread has an override of its own.
          withInjected(\.meeting, meeting) { _ = InjectedValues.current[keyPath: participant] }
        }
      }
      #expect(haveEnded && meeting.succeeded)
    }
  }

  /// Each thread builds sessions, which wait as for a file.
  @Test func `sessions of many threads take no longer than one after another`() {
    func time(of threads: Int) -> Duration {
      ContinuousClock().measure {
        let haveEnded = onThreads(threads) { thread in
          withTestScope {
            for round in 0..<5 {
              let number = thread * 100 + round
              withInjected(\.number, number) { #expect(InjectedValues.current.session == number) }
            }
          }
        }
        #expect(haveEnded)
      }
    }
    // Once, so that what the keys read is known.
    withTestScope { _ = InjectedValues.current.session }
    // At most as much as one after another. Where each build looked at all others, this was 100
    // times as much as one.
    #expect((0..<5).contains { _ in time(of: 32) < time(of: 1) * 40 })
  }
}

/// Of two values that are built at once, where one is kept.
struct DroppedValuesTests {
  /// It goes when its own build has ended, for which the read would wait: it was guessed that both
  /// builds stand on the number.
  @Test func `a value that isn't kept may wait for a read of its key when it goes`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (builds, dropped) = (Log<Int>(), Log<Bool>())
      let (hasBegun, isKept) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      withTestScope {
        $0.provide(InjectedValues.parcelKey.self) {
          builds.add(1)
          switch builds.all.count {
          case 2:
            hasBegun.signal()
            isKept.wait()
            return Parcel {
              // Now it stands on the number again.
              withInjected({ ($0.number, $0.first) = (4, "of the value") }) {
                _ = InjectedValues.current.parcel
              }
              let values = InjectedValues.current.overriding { $0.first = "of the reader" }
              onThreads { _ in withInjected(values) { _ = InjectedValues.current.parcel } }
              dropped.add(true)
            }
          case 3: _ = InjectedValues.current.first
          default: _ = InjectedValues.current.number
          }
          return Parcel()
        }
      } operation: {
        let root = InjectedValues.current
        withInjected(\.number, 1) { _ = InjectedValues.current.parcel }
        onThreads(2) { thread in
          if thread == 1 { hasBegun.wait() }
          withInjected(root) {
            withInjected(\.number, 2 + thread) { _ = InjectedValues.current.parcel }
          }
          isKept.signal()
        }
      }
      precondition(builds.all.count == 5 && dropped.all == [true])
    }
  }
}

// MARK: - Fixtures

/// Does something when it goes.
private final class Parcel: Sendable {
  private let end: @Sendable () -> Void
  init(end: @escaping @Sendable () -> Void = {}) { self.end = end }
  deinit { end() }
}

final class Participant: Sendable {
  init(_ meeting: Meeting) { meeting.come() }
}

private final class Ticket: Sendable {}

extension InjectedValues {
  @Injectable fileprivate var parcel: Parcel = Parcel()
  @Injectable(lifetime: .weak) fileprivate var ticket: Ticket = Ticket()
  @Injectable fileprivate var meeting: Meeting = Meeting(of: 1)
  @Injectable fileprivate var participant: Participant = Participant(InjectedValues.current.meeting)
  @Injectable fileprivate var participantWithSingleton: Participant = {
    _ = InjectedValues.current.singleton
    return InjectedValues.current.participant
  }()
  @Injectable(lifetime: .singleton) fileprivate var singleton: Int = InjectedValues.current.number
  @Injectable fileprivate var forgetful: Int = {
    let run = InjectedValues.current.builds.next()
    if run == 1 { _ = InjectedValues.current.number }
    return run
  }()
  @Injectable fileprivate var session: Int = InjectedValues.current.file
  @Injectable fileprivate var file: Int = {
    usleep(2_000)
    return InjectedValues.current.number
  }()
}

/// What the default of a `ThousandKey` does.
private protocol Code: SendableMetatype {
  static func value(of number: Int) -> Int
}

/// Reads the key of a tenth of its number.
private enum OfTenth: Code {
  static func value(of number: Int) -> Int {
    if number > 0 { _ = thousandKeys[number / 10](.current) }
    return InjectedValues.current.builds.next()
  }
}

/// Reads a key of another kind.
private enum OfNumber: Code {
  static func value(of _: Int) -> Int { InjectedValues.current.number }
}

private enum ThousandKey<C: Code, X: Digit, Y: Digit, Z: Digit>: InjectionKey {
  static var defaultValue: Int { C.value(of: X.digit * 100 + Y.digit * 10 + Z.digit) }
}

private let thousandKeys = keys(with: OfTenth.self)
private let numberKeys = keys(with: OfNumber.self)

private func keys<C: Code>(with code: C.Type) -> [@Sendable (InjectedValues) -> Int] {
  digits.flatMap { x in digits.flatMap { y in digits.map { z in key(with: code, x, y, z) } } }
}

private func key<C: Code, X: Digit, Y: Digit, Z: Digit>(
  with _: C.Type,
  _: X.Type,
  _: Y.Type,
  _: Z.Type
) -> @Sendable (InjectedValues) -> Int {
  { $0[ThousandKey<C, X, Y, Z>.self] }
}
