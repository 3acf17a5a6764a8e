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

  /// The default has read 1 of the outer scope, where what it has read of the others says 2 or 3.
  @Test func `a home inside of what a default has read says more than that`() {
    withTestScope {
      withInjected(\.number, 1) {
        let (home, inner) = withInjected(\.number, 2) {
          (Service(), withInjected(\.first, "inner") { Service() })
        }
        let beside = withInjected(.root) {
          withInjected({ ($0.number, $0.second) = (3, "beside") }) {
            withInjected(inner.number.projectedValue) { Service() }
          }
        }
        let values = withInjected(beside.number.projectedValue) { InjectedValues.current.ofSides }
        withInjected(values) {
          #expect(InjectedValues.current.number == 1 && home.number() == 2)
        }
      }
    }
  }

  /// The default of the inner scope has a layer of its own that lies further in.
  @Test func `what an object reads late beside another one's home is kept where both find it`() {
    withTestScope {
      let (late, inner) = withInjected(\.number, 5) {
        (InjectedValues.current.late, withInjected(\.other, 1) { InjectedValues.current.innerLate })
      }
      let made = withInjected(\.text, "beside") {
        withInjected(inner.ofNumber.projectedValue) { late.ofNumber() }
      }
      #expect(made.number == 5 && late.ofNumber() === made)
    }
  }

  /// Nothing asks the code of the values for the default.
  @Test func `what transient code of captured values opens isn't held by a default that reads it`()
  {
    let root = Log<InjectedValues>()
    withTestScope {
      $0.provide(InjectedValues.lateKey.self) {
        _ = InjectedValues.current.number
        return root.all[0].openedLate
      }
    } operation: {
      root.add(.current)
      let (late, made) = withInjected(\.number, 7) {
        (InjectedValues.current.late, InjectedValues.current.late.ofOther())
      }
      // The default has gone.
      #expect(made.other == 8 && late.ofOther() === made)
      _ = root.removeAll()
    }
  }

  /// The other thread has found it, and its values don't remember it while the default is built.
  @Test func `a read in what another thread has seen beside a default counts for the default`() {
    let (root, isBuilt) = (Log<InjectedValues>(), Log<Bool>())
    withTestScope {
      $0.number = 2
      $0.provide(InjectedValues.resultKey.self) {
        if !isBuilt.all.isEmpty { return InjectedValues.current.number }
        isBuilt.add(true)
        let (service, seen) = (Service(), Log<InjectedValues>())
        onThreads { _ in
          withInjected(root.all[0]) {
            withInjected(\.other, 1) {
              let values = service.number.projectedValue
              for _ in 1...3 { #expect(values.number == 2) }
              seen.add(values)
            }
          }
        }
        return seen.all[0].number
      }
    } operation: {
      root.add(.current)
      #expect(InjectedValues.current.result == 2)
      withInjected(\.number, 9) { #expect(InjectedValues.current.result == 9) }
      _ = root.removeAll()
    }
  }

  /// The asking scope keeps it, which others don't see there while the code runs.
  @Test func `a default that the code finds in a scope that it opens isn't built again`() {
    let builds = Log<Int>()
    withTestScope {
      $0.work = { withInjected(\.other, 1) { InjectedValues.current.double } }
      $0.provide(InjectedValues.doubleKey.self) {
        builds.add(InjectedValues.current.number)
        return InjectedValues.current.number * 2
      }
    } operation: {
      withInjected(\.number, 5) {
        #expect(InjectedValues.current.double == 10 && InjectedValues.current.result == 10)
      }
    }
    #expect(builds.all == [5])
  }

  /// Not each of its keys alone.
  @Test func `a default that is read in captured values is noted as one read`() {
    withTestScope {
      let service = withInjected(\.other, 1) { Service() }
      withInjected({ $0.work = { service.late() } }) {
        #expect(InjectedValues.current.result == 2)
        let kept = InjectedValues.current.layer().kept
        let result = kept.first { $0.id == KeyID(InjectedValues.resultKey.self) }
        let double = result?.record?.reads.first { $0.key == KeyID(InjectedValues.doubleKey.self) }
        #expect(double?.record != nil)
      }
    }
  }

  /// As it would be if a handle led to the one before.
  @Test func `captured values that are put in place again and again hold no scope that was left`() {
    withTestScope {
      withInjected(\.number, 2) {
        var values = InjectedValues.current
        func enter() { values = withInjected({ $0 = values }) { .current } }
        enter()
        weak let left = values.scope
        enter()
        #expect(left == nil && values.number == 2)
      }
    }
  }

  @Test func `what the process keeps isn't read beside a home whose root says something else`() {
    // As a trait's, whose root isn't in parts.
    var values = InjectedValues(Scope(in: nil, rootOf: Container(.test), at: .unknown))
    values.number = 2
    let home = withInjected(values) {
      withInjected(\.text, "inner") { (double: Injected(\.double), number: Injected(\.number)) }
    }
    inProcess {
      #expect(InjectedValues.current.double == 2)
      withInjected(\.other, 3) {
        for _ in 0..<3 { #expect(home.double() == 4 && home.number() == 2) }
      }
    }
  }

  /// First in a scope that the code opens, where one of the keys counts for nothing.
  @Test func `a default that is read with two words of what it stands on counts with both`() {
    withTestScope {
      #expect(InjectedValues.current.twice == "default")
      withInjected(\.text, "other") { #expect(InjectedValues.current.twice == "other") }
    }
  }

  @Test func `values beside a test that lead to it say in the test what they say beside it`() {
    withTestScope {
      withInjected(\.first, "home") {
        let holder = Holder()
        let (values, beside) = inProcess {
          withInjected(\.number, 5) {
            (InjectedValues.current, withInjected(holder.$number) { Holder() })
          }
        }
        #expect(beside.number == 5)
        withInjected(\.text, "inner") { #expect(beside.number == 5 && beside.first == "home") }
        withExtendedLifetime(values) {}
      }
    }
  }

  @Test func `an object of a suite counts in its tests and the other way round, not in others'`() {
    let suite = Container(.test)
    let tests = (1...2).map { _ in Container(.test, inSuite: suite) }
    let values = ([suite] + tests).map { container in
      InjectedValues(Scope(in: nil, rootOf: container, at: .unknown))
    }
    let holders = values.map { values in
      withInjected(values) { withInjected(\.number, 2) { Holder() } }
    }
    let numbers = values.map { values in
      withInjected(values) { withInjected(\.text, "inner") { holders.map(\.number) } }
    }
    #expect(numbers == [[2, 2, 2], [2, 2, 1], [2, 1, 2]])
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

private final class Late: Sendable {
  let number = InjectedValues.current.number
  let ofNumber = Injected(\.ofNumber), ofOther = Injected(\.ofOther)
}

private final class OfNumber: Sendable { let number = InjectedValues.current.number }

private final class OfOther: Sendable { let other = InjectedValues.current.other }

extension InjectedValues {
  @Injectable fileprivate var work: @Sendable () -> Int = { 0 }
  @Injectable fileprivate var result: Int = InjectedValues.current.work()
  @Injectable fileprivate var choice: String = {
    let values = InjectedValues.current
    return values.number == 1 ? values.text : "none"
  }()
  @Injectable fileprivate var twice: String = {
    withInjected(\.number, 2) { _ = InjectedValues.current.choice }
    return InjectedValues.current.choice
  }()
  @Injectable fileprivate var counted: Counted = Counted()
  @Injectable fileprivate var inside: Int = 0
  @Injectable fileprivate var around: InjectedValues = .current
  @Injectable fileprivate var beside: InjectedValues = .current
  @Injectable fileprivate var ofSides: InjectedValues = {
    let values = InjectedValues.current
    _ = (values.number, values.first, values.second)
    return values
  }()
  @Injectable fileprivate var ofNumber: OfNumber = OfNumber()
  @Injectable fileprivate var ofOther: OfOther = OfOther()
  @Injectable fileprivate var late: Late = Late()
  @Injectable fileprivate var innerLate: Late = Late()
  @Injectable(lifetime: .transient)
  fileprivate var openedLate: Late = withInjected(\.other, 8) { Late() }
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
