import Dispatch
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// What the code makes and reads that sets a test's values (R15).
struct DescribedTests {
  @Test(.injected { $0.service = Service() }, arguments: 1...5)
  func `what a trait's closure makes is the test case's`(_: Int) {
    let values = InjectedValues.current
    #expect(values.service.made.increment() == 1 && values.counter === values.service.made)
  }

  @Test(.injected(\.service, Service()), arguments: 1...5)
  func `so is a trait's value, and what it reads later, on a queue, too`(_: Int) async {
    let service = InjectedValues.current.service
    let read = await onQueue { service.read() }
    #expect(read === InjectedValues.current.counter && read.increment() == 1)
  }

  @Test(arguments: 1...5) func `so is what the closure of withTestScope makes`(_: Int) async {
    withTestScope {
      $0.service = Service()
    } operation: {
      #expect(InjectedValues.current.service.made.increment() == 1)
    }
    await withTestScope {
      await Task.yield()
      $0.service = Service()
    } operation: {
      #expect(InjectedValues.current.service.made.increment() == 1)
    }
  }

  @Test(
    .injected {
      $0.counter = Counter()
      $0.service = Service()
    }
  )
  func
    `what it makes sees the test's values where the test's code uses it, and on a queue the container`()
    async
  {
    let (service, counter) = (InjectedValues.current.service, InjectedValues.current.counter)
    #expect(service.made !== counter && service.read() === counter)
    #expect(await onQueue { service.read() } === service.made)
  }

  @Test func `a strict test is told of what its closure reads, and what to write`() {
    let issues = issues(.strict) {
      $0.counter = Counter()
      $0.service = Service()
    } operation: {
      _ = InjectedValues.current.service
    }
    #expect(issues.properties == ["counter"])
    #expect(issues.messages.allSatisfy { $0.contains("pass it $0.counter, or provide") })
    let provided = InjectionTestingTests.issues(.strict) {
      $0.counter = Counter()
      $0.provide(InjectedValues.serviceKey.self) { Service() }
    } operation: {
      #expect(InjectedValues.current.service.made === InjectedValues.current.counter)
    }
    #expect(provided.all.isEmpty)
  }

  @Test func `a closure that reads what is unimplemented is told to its test`() {
    let issues = issues {
      $0.label = InjectedValues.current.payment
    } operation: {
    }
    #expect(issues.properties == ["payment"])
    #expect(issues.messages.allSatisfy { $0.contains("pass it $0.payment, or provide") })
  }

  @Test func `what an object that the closure makes lacks on a queue is told with what to write`()
    async
  {
    let issues = Issues()
    await withTestScope(options: issues.option) {
      $0.payment = "paid"
      $0.payer = Payer()
    } operation: {
      let payer = InjectedValues.current.payer
      #expect(payer.payment() == "paid")
      _ = await onQueue { payer.payment() }
    }
    #expect(issues.properties == ["payment"])
    #expect(issues.messages.allSatisfy { $0.contains("pass it $0.payment, or provide") })
  }

  @Test func `what a closure has read that throws is released`() {
    weak var counter: Counter?
    #expect(throws: CancellationError.self) {
      try withTestScope { _ in
        counter = InjectedValues.current.counter
        throw CancellationError()
      } operation: {
      }
    }
    #expect(counter == nil)
  }

  // MARK: Singletons

  @Test(.injected { $0.label = InjectedValues.current.archive.title + "s" })
  func `a singleton that the closure reads is built again if the test has other values`() {
    #expect(InjectedValues.current.archive.title == "Report on Report on tests")
    withInjected(\.label, "inner") {
      #expect(InjectedValues.current.archive.title == "Report on Report on tests")
    }
  }

  @Test(.injected { $0.keeper = Keeper(InjectedValues.current.archive) })
  func `a singleton is one, whether the closure or the test reads it first`() {
    let (values, keeper) = (InjectedValues.current, InjectedValues.current.keeper)
    #expect(values.archive === keeper.made)
    withInjected(\.label, "inner") { #expect(InjectedValues.current.archive === keeper.made) }
    let single = withInjected(\.label, "inner") { InjectedValues.current.single }
    #expect(keeper.single() === single)
  }
}

// MARK: - Fixtures

private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}

/// Initializer injection with a default argument, and property injection.
private final class Service: Sendable {
  let made: Counter
  private let counter = Injected(\.counter)
  init(_ made: Counter = InjectedValues.current.counter) { self.made = made }
  func read() -> Counter { counter() }
}

private final class Payer: Sendable {
  let payment = Injected(\.payment)
}

private final class Keeper: Sendable {
  let made: Report
  let single = Injected(\.single)
  init(_ made: Report) { self.made = made }
}

extension InjectedValues {
  @Injectable fileprivate var service: Service = Service()
  @Injectable fileprivate var payer: Payer = Payer()
  @Injectable fileprivate var keeper: Keeper = Keeper(InjectedValues.current.archive)
  @Injectable(lifetime: .singleton) fileprivate var single: Counter = Counter()
}
