import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// The values that a process builds at its start or in a resource's scope, and their problems.
@Suite(.timeLimit(.minutes(3))) struct VerifyingTests {
  @Test func `what is verified is built, once, in the process`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      InjectedValues.bootstrap(verifying: \.shop, \.number, \.config.timeout) {
        $0.provide(InjectedValues.supplierKey.self) { "supplier" }
      }
      #expect(Shop.made.load(ordering: .relaxed) == 1)
      #expect(InjectedValues[\.shop].name == "shop of supplier")
      #expect(Shop.made.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `the process stops with all that is missing or circular, in one message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      InjectedValues.bootstrap(
        verifying: \.number,
        \.shop,
        \.egg,
        \.pan,
        \.depot,
        \.placeholder,
        \.courier,
        \.ofPlaceholder
      ) {
        $0.number = 2
      }
    }
    // The message of each property, in order.
    let missing = "A value was read, but none is provided."
    let placeholder = "A value was read that has no implementation here."
    let problems = [
      "Not all properties build: 7 of 8 do not.",
      "\n\n\\.shop:\n  \(missing)\n\n    Property: \\.supplier",
      "$0.provide(InjectedValues.supplierKey.self) { … }",
      "\n\n\\.egg:\n  A default needs itself while it is built: \\.egg → \\.hen → \\.egg",
      "\n\n\\.pan:\n  \\.egg cannot be built: see above.",
      "\n\n\\.depot:\n  \\.supplier cannot be built: see above.",
      "\n\n\\.placeholder:\n  \(placeholder)\n\n    Property: \\.placeholder",
      "\n\n\\.courier:\n  \(missing)\n\n    Property: \\.courier",
      "\n\n\\.ofPlaceholder:\n  \(placeholder)\n\n    Property: \\.placeholder",
    ]
    var rest = result.message[...]
    for problem in problems {
      let place = rest.firstRange(of: problem)
      #expect(place != nil, "\(problem) is not in order in \(result.message)")
      rest = rest[(place?.upperBound ?? rest.startIndex)...]
    }
  }

  @Test func `a handler decides of placeholders at the start, too`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let told = Log<String?>()
      let handler: @Sendable (InjectionIssue) -> Void = { told.add($0.property) }
      InjectedValues.bootstrap(verifying: \.placeholder, onIssue: handler) { $0.number = 2 }
      #expect(told.all == ["placeholder"])
    }
  }

  @Test func `what an update throws is thrown, and nothing is built or handled`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      #expect(throws: CancellationError.self) {
        try InjectedValues.bootstrap(verifying: \.shop) { _ in throw CancellationError() }
      }
      #expect(Shop.made.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `where a resource is opened, what it provides is seen`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      withInjected(\.supplier, "pool") {
        InjectedValues.current.verify(\.depot, \.number)
        #expect(InjectedValues[\.depot] == "pool")
        InjectedValues.current.verify(keys: [
          InjectedValues.depotKey.self, InjectedValues.courierKey.self,
        ])
      }
    }
    result.expectMessage("Not all properties build: 1 of 2 do not.")
    #expect(!result.message.contains("supplier"), "\(result.message)")
  }

  @Test(.injected()) @MainActor func `properties of the main actor are verified on it`() {
    InjectedValues.current.verify(\.number, \.onMainActor)
    #expect(InjectedValues.current.builds.count == 1)
  }

  @Test(arguments: [false, true])
  func `a task that a default starts stops by itself, also while properties are verified`(
    isMeanwhile: Bool
  ) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isMeanwhile] in
      liveProcess()
      if isMeanwhile {
        InjectedValues.bootstrap(verifying: \.waitingStarter) { $0.number = 2 }
      } else {
        InjectedValues.bootstrap(verifying: \.starter) { $0.number = 2 }
        await InjectedValues[\.starter].value
      }
    }
    result.expectMessage("A value was read, but none is provided.")
    #expect(!result.message.contains("Not all properties"), "\(result.message)")
  }
}

// MARK: - Fixtures

/// Runs jobs at once on another thread, and waits for them.
private final class WaitingExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    onThreads { _ in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private final class Shop: Sendable {
  static let made = Atomic(0)
  let name = "shop of \(InjectedValues[\.supplier])"
  init() { Shop.made.add(1, ordering: .relaxed) }
}

extension InjectedValues {
  @Injectable fileprivate var supplier: String
  @Injectable fileprivate var courier: String
  @Injectable(lifetime: .singleton) fileprivate var shop: Shop = Shop()
  @Injectable fileprivate var depot: String = InjectedValues[\.supplier]
  @Injectable fileprivate var egg: String = InjectedValues[\.hen]
  @Injectable fileprivate var hen: String = InjectedValues[\.egg]
  @Injectable fileprivate var pan: String = InjectedValues[\.egg]
  @Injectable fileprivate var placeholder: Int = unimplemented(0)
  @Injectable fileprivate var starter: Task<Void, Never> = Task { _ = InjectedValues[\.courier] }
  @Injectable fileprivate var waitingStarter: Task<Void, Never> =
    Task(executorPreference: WaitingExecutor()) { _ = InjectedValues[\.courier] }
  @Injectable fileprivate var ofPlaceholder: String = "\(InjectedValues[\.placeholder])"
  @MainActor @Injectable fileprivate var onMainActor: Int = InjectedValues.current.builds.next()
}
