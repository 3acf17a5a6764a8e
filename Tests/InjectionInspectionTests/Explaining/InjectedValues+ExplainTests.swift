import Injection
import InjectionInspection
import InjectionTesting
import Synchronization
import Testing

// Which property is explained, and that it is read as it is at any other read.
@Suite struct ExplainTests {
  @Test func `a member is explained by the value that it is a member of`() {
    withTestScope {
      #expect(InjectedValues.current.explain(\.amount.description).property == "amount")
    }
  }

  @Test func `a property that reads several keys is explained by each`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      #expect(
        "\(InjectedValues.current.explain(\.sum))" == """
          computed: Int (computed from what follows)
          ├─ amount: Int (test default, kept by scope "outside", \(place(line)))
          └─ other: Int (test default, kept by scope "outside", \(place(line)))
          """
      )
    }
  }

  @Test func `a property that reads no key says so`() {
    #expect(
      "\(InjectedValues.current.explain(\.constant))" == """
        computed: Int (computed)
          no key was read from these values
        """
    )
  }

  @Test func `a key needs no property, and a key path no literal`() {
    withTestScope {
      let key = InjectedValues.current.explain { $0[BareKey.self] }
      #expect(key.key == "BareKey")
      #expect(key.property == nil)
      #expect("\(key)".hasPrefix("BareKey: Int ("))
      let keyPath: KeyPath<InjectedValues, Int> = \.amount
      #expect(InjectedValues.current.explain(keyPath).property == "amount")
    }
  }

  @Test func `captured and changed values explain what they see`() {
    withTestScope {
      var values = InjectedValues.current
      values.amount = 7
      let explanation = values.explain(\.amount)
      #expect(explanation.source == .override)
      #expect(explanation.scope?.line == amountSetterLine)
      #expect(InjectedValues.current.explain(\.amount).source == .builtDefault)
    }
  }

  @Test func `an explanation in an update sees the changes made so far`() {
    withTestScope {
      withInjected {
        $0.amount = 2
        #expect($0.explain(\.doubled).reads.map(\.source) == [.override])
        $0.other = 3
        #expect($0.explain(\.sum).reads.map(\.source) == [.override, .override])
      } operation: {
        #expect(InjectedValues.current.sum == 7)
      }
    }
  }
}

// MARK: - A read as any other

extension ExplainTests {
  @Test func `what is not built is built once, and kept`() {
    withTestScope {
      #expect(InjectedValues.current.explain(\.counted).value == "Int")
      #expect(InjectedValues.current.explain(\.counted.description).source == .builtDefault)
      _ = InjectedValues.current.counted
      #expect(CountedKey.builds.withLock { $0 } == 1)
    }
  }

  // R7: what was asked for inside of a build is what the build read.
  @Test func `asking inside of a build is a read of the build's`() {
    withTestScope {
      let reads = InjectedValues.current.explain(\.asking).reads
      #expect(reads.map(\.property) == ["amount"])
      withInjected(\.amount, 2) {
        #expect(InjectedValues.current.asking == "amount: Int (overridden)")
      }
    }
  }

  @Test func `asking does not become the home of what a getter makes for good`() {
    #expect(InjectedValues.current.explain(\.throughStatic).property == "object")
    #expect(Kept.shared.object.home == nil)
    #expect(Kept.shared.object() === InjectedValues.current.object)
  }

  @Test @MainActor func `a getter that assumes the main actor runs on it`() {
    withTestScope {
      #expect(InjectedValues.current.explain(\.assuming).property == "amount")
      #expect(Injected(\.assuming).explain().property == "amount")
      #expect(InjectedValues.current.explain(\.isolated).value == "Int")
      #expect(MainActorHolder().explanation.property == "isolated")
    }
  }

  @Test func `off its actor, a wrapper stops as a read does`() async {
    await #expect(processExitsWith: .failure) {
      let injected = await MainActor.run { Injected(\.isolated) }
      await Task.detached { _ = injected.explain() }.value
    }
  }

  // Nobody else looks at the process's own container.
  @Test func `an unimplemented value fails the test also where it is only explained`() {
    withKnownIssue {
      _ = InjectedValues.current.explain(\.missing)
    } matching: { issue in
      "\(issue)".contains("MissingKey")
    }
    withKnownIssue {
      _ = InjectionGraph.recording { InjectedValues.current.missingToo }
    } matching: { issue in
      "\(issue)".contains("MissingTooKey")
    }
  }

  @Test func `a task that a getter starts does not disturb`() async {
    await withTestScope {
      let explanation = InjectedValues.current.explain(\.starting)
      #expect(explanation.property == "amount")
      await Started.task.withLock { $0 }?.value
    }
  }
}

// MARK: - Memory

extension ExplainTests {
  @Test func `asking keeps neither scopes nor values`() {
    weak var kept: Object?
    weak var held: Object?
    withTestScope {
      let object = Object()
      withInjected(\.givenObject, object) {
        kept = InjectedValues.current.object
        held = object
        #expect(InjectedValues.current.explain(\.object).source == .builtDefault)
        #expect(InjectedValues.current.explain(\.givenObject).source == .override)
        #expect(InjectedValues.current.explain(\.overBoth).reads.count == 2)
        #expect(kept != nil && held != nil)
      }
    }
    #expect(kept == nil)
    #expect(held == nil)
  }

  @Test func `what was built for an explanation does not keep what was explained`() {
    weak var held: Object?
    withTestScope {
      withInjected(\.givenObject, Object()) {
        held = InjectedValues.current.givenObject
        // The holder is kept by the outer scope, and has the explanation's observer in its home.
        #expect(InjectedValues.current.explain(\.holderAndGiven).reads.count == 2)
        #expect(held != nil)
      }
      #expect(held == nil)
      _ = InjectedValues.current.holder
    }
  }

  @Test(.enabled(if: !isSanitized))
  func `ten thousand explanations take no more memory than a few`() async {
    // In a process of its own, where nothing else takes memory.
    await #expect(processExitsWith: .success) {
      func explain(_ count: Int) {
        for _ in 0..<count {
          withInjected(\.amount, 2) { _ = InjectedValues.current.explain(\.doubled) }
          _ = InjectedValues.current.explain(\.sum)
        }
      }
      explain(100)
      let before = try residentBytes()
      explain(10_000)
      let growth = try residentBytes() - before
      #expect(growth < 1 << 20)
    }
  }
}

// MARK: - Fixtures

private func place(_ line: Int) -> String { "InjectedValues+ExplainTests.swift:\(line)" }

private final class Object: Sendable {}

private final class Kept: Sendable {
  static let shared = Kept()
  let object = Injected(\.object)
}

private final class Holder: Sendable {
  let amount = Injected(\.amount)
}

@MainActor private final class MainActorHolder {
  @Injected(\.isolated) var isolated
  var explanation: InjectionExplanation { _isolated.explain() }
}

private enum Started {
  static let task = Mutex<Task<Void, Never>?>(nil)
}

private enum AmountKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum OtherKey: InjectionKey { static var defaultValue: Int { 2 } }
private enum BareKey: InjectionKey { static var defaultValue: Int { 2 } }
private enum DoubledKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.amount * 2 }
}
private enum CountedKey: InjectionKey {
  static let builds = Mutex(0)
  static var defaultValue: Int {
    builds.withLock { $0 += 1 }
    return 1
  }
}
private enum AskingKey: InjectionKey {
  static var defaultValue: String {
    let explanation = InjectedValues.current.explain(\.amount)
    return explanation.source == .override ? "amount: Int (overridden)" : "\(explanation)"
  }
}
private enum ObjectKey: InjectionKey { static var defaultValue: Object { Object() } }
private enum GivenObjectKey: InjectionKey { static var defaultValue: Object { Object() } }
private enum OverBothKey: InjectionKey {
  static var defaultValue: [Object] {
    [InjectedValues.current.object, InjectedValues.current.givenObject]
  }
}
private enum HolderKey: InjectionKey { static var defaultValue: Holder { Holder() } }
private enum IsolatedKey: @MainActor InjectionKey {
  @MainActor static var defaultValue: Int { 1 }
}
private enum MissingKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(0) }
}
private enum MissingTooKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(0) }
}

private let amountSetterLine = #line + 5

extension InjectedValues {
  fileprivate var amount: Int {
    get { self[AmountKey.self] }
    set { self[AmountKey.self] = newValue }
  }
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var sum: Int { amount + other + amount }
  fileprivate var constant: Int { 1 }
  fileprivate var doubled: Int { self[DoubledKey.self] }
  fileprivate var counted: Int { self[CountedKey.self] }
  fileprivate var asking: String { self[AskingKey.self] }
  fileprivate var object: Object { self[ObjectKey.self] }
  fileprivate var givenObject: Object {
    get { self[GivenObjectKey.self] }
    set { self[GivenObjectKey.self] = newValue }
  }
  fileprivate var overBoth: [Object] { self[OverBothKey.self] }
  fileprivate var holder: Holder { self[HolderKey.self] }
  fileprivate var holderAndGiven: (Holder, Object) { (holder, givenObject) }
  fileprivate var missing: Int { self[MissingKey.self] }
  fileprivate var missingToo: Int { self[MissingTooKey.self] }

  /// Makes an object that stays, when it is read first.
  fileprivate var throughStatic: Object {
    _ = Kept.shared
    return object
  }
  fileprivate var starting: Int {
    Started.task.withLock { $0 = Task { _ = InjectedValues.current.other } }
    return amount
  }
  fileprivate var assuming: Int { MainActor.assumeIsolated { amount } }
  @MainActor fileprivate var isolated: Int { self[IsolatedKey.self] }
}
