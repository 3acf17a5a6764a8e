import Injection
import InjectionMacros
import Synchronization
import TestSupport
import Testing

/// The values that a process builds at its start, and their problems.
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

  @Test func `the keys that a module lists are built in the process, too`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      let keys: [any InjectionKey.Type] = [
        InjectedValues.numberKey.self, InjectedValues.shopKey.self, InjectedValues.depotKey.self,
      ]
      InjectedValues.bootstrap(verifyingKeys: keys) { $0.number = 2 }
    }
    result.expectMessage("A value was read, but none is provided.", "Needed by: \\.shop")
  }

  @Test func `the process stops at the first property that can't be built`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      InjectedValues.bootstrap(verifying: \.number, \.depot, \.egg) { $0.number = 2 }
    }
    result.expectMessage(
      "A value was read, but none is provided.",
      "Property: \\.supplier",
      "Needed by: \\.depot",
      "InjectedValues.bootstrap { $0.supplier = … }"
    )
    #expect(!result.message.contains("egg"), "\(result.message)")
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

  @Test func `a task that a default starts stops by itself`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      InjectedValues.bootstrap(verifying: \.starter) { $0.number = 2 }
      await InjectedValues[\.starter].value
    }
    result.expectMessage("A value was read, but none is provided.")
  }
}

// MARK: - Fixtures

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
  @Injectable fileprivate var placeholder: Int = unimplemented(placeholder: 0)
  @Injectable fileprivate var starter: Task<Void, Never> = Task { _ = InjectedValues[\.courier] }
}
