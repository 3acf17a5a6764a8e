import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// Scopes that are read, entered or built in while an update closure still changes them.
struct DraftTests {
  @Test func `values that were entered in the update closure can be changed afterwards`() {
    withTestScope {
      // The object's home and the new scope part at the root.
      let holder = withInjected(\.first, "home") { Holder() }
      withInjected { values in
        withInjected(values) { #expect(holder.first == "home") }
        values.first = "changed"
      } operation: {
        #expect(holder.first == "changed")
      }
    }
  }

  @Test func `a singleton that the update closure reads sees what is set later, too`() async {
    withTestScope { values in
      #expect(values.single == "-")
      values.first = "set"
    } operation: {
      #expect(InjectedValues.current.single == "set")
    }
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { values in
        _ = values.single
        values.first = "set"
      }
      precondition(InjectedValues.current.single == "set")
    }
  }

  @Test func `what is set after a default was read is seen with what was set before`() async {
    func expect(_ values: InjectedValues) {
      #expect(values.first == "one" && values.second == "two" && values.pair == "one, two")
    }
    func update(_ values: inout InjectedValues) {
      values.first = "one"
      #expect(values.pair == "one, -")
      values.second = "two"
    }
    // In the root of a test, in a scope, and in captured values.
    withTestScope(update) { expect(.current) }
    withInjected(update) { expect(.current) }
    var values = InjectedValues.current
    update(&values)
    withInjected(values) { expect(.current) }
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.first = "one"
        precondition($0.pair == "one, -")
        $0.second = "two"
      }
      let values = InjectedValues.current
      precondition(values.first == "one" && values.second == "two" && values.pair == "one, two")
    }
  }

  @Test func `a default that an update closure reads is shared where the same is said`() async {
    func expect(isShared: Bool, _ update: (inout InjectedValues, inout Object?) -> Void) {
      var object: Object?
      withTestScope {
        update(&$0, &object)
      } operation: {
        #expect((InjectedValues.current.object === object) == isShared)
      }
      withInjected {
        update(&$0, &object)
      } operation: {
        #expect((InjectedValues.current.object === object) == isShared)
      }
    }
    expect(isShared: true) { values, object in
      values.first = "one"
      object = values.object
      values.second = "two"
    }
    expect(isShared: false) { values, object in
      object = values.object
      values.first = "one"
    }
    await #expect(processExitsWith: .success) {
      var object: Object?
      InjectedValues.bootstrap {
        $0.first = "one"
        object = $0.object
        $0.second = "two"
      }
      precondition(InjectedValues.current.object === object)
    }
  }

  @Test func `what an update closure has read doesn't see later changes in no scope`() {
    withTestScope {
      var object: Object?
      withInjected { values in
        values.first = "one"
        object = values.object
        values.second = "two"
      } operation: {
        #expect(object?.second == "two")
      }
      #expect(object?.second == "-")
    }
  }

  @Test func `what is set after a default was read lies beside what that default has opened`() {
    func expect(_ seen: String, _ update: (inout InjectedValues) -> Void) {
      // In the root of a test, and in a scope.
      withTestScope(update) { #expect(InjectedValues.current.visit.guest.second == seen) }
      withInjected(update) { #expect(InjectedValues.current.visit.guest.second == seen) }
    }
    expect("guest") { values in
      values.first = "one"
      values.second = "two"
      _ = values.visit
    }
    expect("two") { values in
      values.first = "one"
      _ = values.visit
      values.second = "two"
    }
  }

  @Test func `a write that is undone keeps what was set before a default was read`() {
    withInjected { values in
      values.low = 3
      #expect(values.total == 8)
      values.assign(9, to: \.range.upperBound)
    } operation: {
      #expect(InjectedValues.current.low == 3 && InjectedValues.current.high == 9)
    }
  }

  /// The value is lent to the draft, and not to what the getter of the property around it keeps.
  @Test func `a copy that a getter keeps doesn't get a value that is being written`() {
    withInjected {
      $0.assign(9, to: \.copied.upperBound)
    } operation: {
      #expect(InjectedValues.current.high == 9 && copies.removeAll().map(\.high) == [5])
    }
    #expect(highOfCopies.removeAll() == [5])
  }

  /// The write is undone, and done again.
  @Test func `the first key that a getter reads gets a value that is being written`() {
    withInjected {
      $0.assign(9, to: \.tracedRange.upperBound)
    } operation: {
      #expect(InjectedValues.current.low == 0 && InjectedValues.current.high == 9)
    }
    #expect(tracedBounds.removeAll() == [9, 5, 0, 5])
  }

  /// As options of tests find the key of a property.
  @Test func `a copy that a getter keeps has no value that was lent to find its key`() throws {
    // The type of a key's value is known when its default has been read.
    _ = InjectedValues.current.low
    let entry = withInjected(\.low, 9) { InjectedValues.current.layer().allOverrides.all[0] }
    let key = InjectedValues.key(of: { $0.highWithCopy }, lending: entry)
    #expect(key == KeyID(InjectedValues.highKey.self) && keptCopies.removeAll().map(\.high) == [5])
  }

  @Test func `a value that was lent to what isn't written isn't read afterwards`() {
    withInjected { values in
      values.assign(9, to: \.ignored.upperBound)
      #expect(values.low == 0)
    } operation: {
    }
  }

  @Test(arguments: [[], [.failOnUnusedOverrides]] as [TestScopeOptions])
  func `an update closure that reads no default opens one scope`(options: TestScopeOptions) {
    withTestScope(options: options) {
      let outer = InjectedValues.current.layer()
      withInjected { values in
        values.first = "one"
        #expect(values.first == "one")
        values.second = "two"
      } operation: {
        let layer = InjectedValues.current.layer()
        #expect(layer.allOverrides.all.count == 2 && layer.chain.dropFirst().first === outer)
        _ = (InjectedValues.current.first, InjectedValues.current.second)
      }
    }
  }

  @Test func `a draft is older than what is opened in it`() {
    withInjected { values in
      values.first = "one"
      let opened = values.overriding { $0.second = "two" }.layer()
      #expect(0 < opened.chain[1].ownBirth && opened.chain[1].ownBirth < opened.ownBirth)
      values.low = 1
      let entered = withInjected(values) {
        withInjected(\.second, "two") { InjectedValues.current }
      }
      let layer = entered.layer()
      #expect(0 < layer.chain[1].ownBirth && layer.chain[1].ownBirth < layer.ownBirth)
    } operation: {
    }
  }

  @Test func `a copy of a draft doesn't change it`() {
    withInjected(named: "changed") { values in
      values.first = "one"
      var copy = values
      copy.second = "two"
      values.low = 1
      #expect(copy.second == "two" && copy.low == 0 && values.second == "-")
    } operation: {
      let values = InjectedValues.current
      #expect(values.first == "one" && values.second == "-" && values.low == 1)
      #expect(values.description.contains("changed"))
    }
  }

  // The thread sanitizer sees whether a change touches what is read at the same time. Tasks would hide
  // it, and so would much else that orders the two.
  @Test func `a copy of changed values can be read while others are changed`() {
    withTestScope {
      let all = changedValues(100)
      onThreads(2) { thread in
        for (number, (values, meeting)) in all.enumerated() {
          meeting.come()
          for change in 1...20 {
            if thread == 0 {
              #expect(values.low == 0 && values.total == 5 && values.pair == "\(number), -")
              continue
            }
            var copy = values
            if change % 2 == 0 { copy.low = 1 }
            copy.assign(6, to: \.high)
            copy.low = 2
            #expect(copy.low == 2 && copy.high == 6)
          }
        }
      }
    }
  }

  @Test func `changed values that two threads enter at once are one scope, which is told once`() {
    let (recorder, objects) = (Recorder(), Log<[Object]>())
    withTestScope {
      let all = enter(Scope.recorded(by: recorder, in: Scope.current)) { changedValues(3_000) }
      onThreads(2) { _ in
        let made = all.map { values, meeting in
          meeting.come()
          return withInjected(values) { InjectedValues.current.object }
        }
        objects.add(made)
      }
      #expect(recorder.openCount == all.count)
    }
    let (one, other) = (objects.all[0], objects.all[1])
    #expect(one.map(\.first) == one.indices.map(String.init) && zip(one, other).allSatisfy(===))
  }

  @Test func `a task that a build in an update closure started stays in that container`() async {
    // In a process of its own: no scope was ever opened there.
    await #expect(processExitsWith: .success) {
      await withTestScope { values in
        values.first = "mine"
        let task = values.lateTask
        hasBeenBuilt.open()
        let text = await task.value
        precondition(text == "mine")
      } operation: {
      }
    }
  }
}

// MARK: - Fixtures

private let hasBeenBuilt = Gate()
private let (copies, highOfCopies) = (Log<InjectedValues>(), Log<Int>())
private let (keptCopies, tracedBounds) = (Log<InjectedValues>(), Log<Int>())

/// Captured values that were changed and not entered yet, and where two threads meet for each.
private func changedValues(_ count: Int) -> [(InjectedValues, Meeting)] {
  (0..<count).map { number in
    var values = InjectedValues.current
    values.first = "\(number)"
    return (values, Meeting(of: 2))
  }
}

private final class Recorder: ReadObserver {
  private let opens = Atomic(0)
  var openCount: Int { opens.load(ordering: .relaxed) }

  func didRead(_: Request, _: Found, in _: Layer, by _: Build?) {}
  func didOpen(_: Scope) { opens.add(1, ordering: .relaxed) }
}

private final class Object: Sendable {
  private let stored = Injected(\.second)
  var second: String { stored.wrappedValue }
  let first = InjectedValues.current.first
}

private final class Visit: Sendable {
  let first = InjectedValues.current.first
  let guest = withInjected(\.second, "guest") { Object() }
}

private struct Bounds: Sendable {
  var lowerBound, upperBound: Int
}

extension InjectedValues {
  @Injectable fileprivate var object: Object = Object()
  @Injectable fileprivate var visit: Visit = Visit()
  @Injectable
  fileprivate var pair: String = "\(InjectedValues.current.first), \(InjectedValues.current.second)"
  @Injectable fileprivate var low: Int = 0
  @Injectable fileprivate var high: Int = 5
  @Injectable fileprivate var total: Int = InjectedValues.current.low + InjectedValues.current.high
  fileprivate var range: Bounds {
    get { Bounds(lowerBound: low, upperBound: high) }
    set { (low, high) = (newValue.lowerBound, newValue.upperBound) }
  }
  fileprivate var tracedRange: Bounds {
    get {
      for bound in [low, high] { tracedBounds.add(bound) }
      return range
    }
    set { range = newValue }
  }
  fileprivate var ignored: Bounds {
    get { Bounds(lowerBound: low, upperBound: high) }
    set {}
  }
  fileprivate var highWithCopy: Int {
    keptCopies.add(self)
    return high
  }
  fileprivate var copied: Bounds {
    get {
      copies.add(self)
      return Bounds(lowerBound: 1, upperBound: 2)
    }
    set {
      high = newValue.upperBound
      highOfCopies.add(copies.all[0].high)
    }
  }
  @Injectable(lifetime: .singleton) fileprivate var single: String = InjectedValues.current.first
  @Injectable
  fileprivate var lateTask: Task<String, Never> = Task {
    await hasBeenBuilt.wait()
    return InjectedValues.current.first
  }
}
