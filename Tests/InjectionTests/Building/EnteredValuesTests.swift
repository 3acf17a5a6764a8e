import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

@testable import Injection

/// Values that a default's code enters: reads there count like reads in the code itself.
struct EnteredValuesTests {
  @Test func `a build reads through objects of the builds around it, which still run`() {
    let around = Log<Service>()
    withTestScope {
      $0.provide(InjectedValues.insideKey.self) {
        around.add(Service())
        return withInjected(\.number, 7) { InjectedValues.current.result }
      }
      $0.provide(InjectedValues.resultKey.self) {
        around.add(Service())
        return withInjected(around.all[0].values) { InjectedValues.current.double }
      }
      $0.provide(InjectedValues.doubleKey.self) {
        let service = Service()
        return withInjected(around.all[1].number.projectedValue) { service.number() }
      }
    } operation: {
      #expect(InjectedValues.current.inside == 7)
    }
  }

  /// The values were captured by code of a transient value that has returned.
  @Test(arguments: [true, false])
  func `a read through what a transient value has captured counts for the default`(isFirst: Bool) {
    withTestScope {
      let read: @Sendable (InjectedValues) -> [Int] = {
        [$0.viaCaptured, $0.viaWrapper, $0.viaEntered]
      }
      if !isFirst { #expect(read(.current) == [1, 1, 1]) }
      withInjected(\.number, 7) { #expect(read(.current) == [7, 7, 7]) }
      #expect(read(.current) == [1, 1, 1])
      withInjected(\.number, 8) { #expect(read(.current) == [8, 8, 8]) }
    }
  }

  @Test func `what is made in entered values belongs to the build`() {
    withTestScope {
      let builds = Atomic(0)
      // Built once for all scopes with the same values of its reads.
      let code: @Sendable () -> Int = {
        builds.add(1, ordering: .relaxed)
        return withInjected(.current) { Service() }.late()
      }
      withInjected({ $0.work = code }) {
        for number in 1...3 {
          withInjected(\.other, number) { #expect(InjectedValues.current.result == 2) }
        }
      }
      #expect(builds.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `what a transient value makes in a scope that a default opens holds the scope`() {
    withTestScope {
      let (maker, made) = InjectedValues.current.opening
      #expect(maker() === made)
    }
  }

  @Test func `what is read through an object of an inner scope counts by what it is`() {
    withTestScope {
      let service = Mutex<Service?>(nil)
      withInjected({ $0.work = { service.withLock { $0! }.late() } }) {
        for number in 1...20 {
          withInjected(\.other, number) {
            service.withLock { $0 = Service() }
            #expect(InjectedValues.current.counted.result == 2)
          }
        }
        service.withLock { $0 = nil }
        // One for all.
        #expect(Counted.alive.load(ordering: .sequentiallyConsistent) == 1)
      }
    }
  }

  @Test func `what is read elsewhere in a scope that a default opens counts for the default`() {
    withTestScope {
      let elsewhere = withInjected(\.other, 9) { Holder() }
      withInjected({ $0.work = { elsewhere.number } }) {
        for number in 1...3 {
          withInjected(\.number, number) { #expect(InjectedValues.current.ofOpened == number) }
        }
        withInjected(\.number, 1) {
          #expect(InjectedValues.current.ofOpened == 1)
          withInjected(\.number, 2) { #expect(InjectedValues.current.ofOpened == 2) }
        }
      }
    }
  }

  /// Nothing holds the default's own scope, only its layer. While the code runs, the opened scope
  /// becomes the younger one: what the code around has read by then is younger than the other.
  @Test func `values beside a default's own lead to the younger of the scopes that it has read`() {
    let (around, service) = (Log<InjectedValues>(), Log<Service>())
    withTestScope {
      $0.provide(InjectedValues.aroundKey.self) {
        around.add(.current)
        return withInjected({ ($0.second, $0.text) = ("opened", "opened") }) {
          service.all[0].beside()
        }
      }
      $0.provide(InjectedValues.besideKey.self) {
        _ = (InjectedValues.current.first, InjectedValues.current.second)
        let own = Service()
        return withInjected(around.all[0]) {
          _ = InjectedValues.current.number
          return own.beside.projectedValue
        }
      }
    } operation: {
      withInjected({ ($0.first, $0.text) = ("other", "other") }) { service.add(Service()) }
      let values = withInjected(\.number, 7) { InjectedValues.current.around }
      #expect(values.number == 7 && values.first == "other" && values.text == "opened")
    }
  }

  @Test func `an update closure may put other values in place`() async {
    await Task.detached {
      withInjected({ $0 = .current }) { #expect(InjectedValues.current.number == 1) }
      // On a line of its own: the compiler of Swift 6.3 crashes at the closure in `#expect` here.
      let values = InjectedValues.current.overriding { $0 = .current }
      #expect(values.number == 1)
    }.value
  }

  @Test func `values that an update closure puts in place are entered, and their scope goes on`() {
    func read(_ values: InjectedValues, _ number: Int) {
      let (recorder, hasEnded) = (Recorder(), values.layer().hasEnded)
      enter(Scope.recorded(by: recorder, in: Scope.current)) {
        withInjected({ $0 = values }) { #expect(InjectedValues.current.number == number) }
      }
      #expect(recorder.count == 1 && values.layer().hasEnded == hasEnded)
    }
    withTestScope {
      withInjected(\.number, 2) { read(.current, 2) }
    }
    inProcess { read(.root, 1) }
  }
}

// MARK: - Fixtures

private final class Recorder: ReadObserver {
  private let reads = Atomic(0)
  var count: Int { reads.load(ordering: .relaxed) }

  func didRead(_: Request, _: Found, in _: Layer, by _: Build?) { reads.add(1, ordering: .relaxed) }
}

private final class Service: Sendable {
  let number = Injected(\.number)
  let late = Injected(\.double)
  let beside = Injected(\.beside)
  let values = InjectedValues.current
}

/// One test's, since it counts in the process.
private final class Counted: Sendable {
  static let alive = Atomic(0)
  let result = InjectedValues.current.result

  init() { Self.alive.add(1, ordering: .sequentiallyConsistent) }
  deinit { Self.alive.subtract(1, ordering: .sequentiallyConsistent) }
}

private final class Made: Sendable { let result = InjectedValues.current.result }

extension InjectedValues {
  @Injectable fileprivate var work: @Sendable () -> Int = { 0 }
  @Injectable fileprivate var result: Int = InjectedValues.current.work()
  @Injectable fileprivate var counted: Counted = Counted()
  @Injectable fileprivate var inside: Int = 0
  @Injectable fileprivate var around: InjectedValues = .current
  @Injectable fileprivate var beside: InjectedValues = .current
  @Injectable fileprivate var ofOpened: Int = withInjected(\.other, 1) {
    InjectedValues.current.result
  }
  @Injectable(lifetime: .transient)
  fileprivate var maker: Injected<Made> = withInjected(.current) { Injected(\.made) }
  @Injectable fileprivate var made: Made = Made()
  @Injectable fileprivate var opening: (Injected<Made>, Made) = withInjected(\.result, 5) {
    (InjectedValues.current.maker, InjectedValues.current.made)
  }
  @Injectable(lifetime: .transient) fileprivate var kit: Service = Service()
  @Injectable fileprivate var viaCaptured: Int = InjectedValues.current.kit.values.number
  @Injectable fileprivate var viaWrapper: Int = InjectedValues.current.kit.number()
  @Injectable fileprivate var viaEntered: Int = withInjected(InjectedValues.current.kit.values) {
    InjectedValues.current.number
  }
}
