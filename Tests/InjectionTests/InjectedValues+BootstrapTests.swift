import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// The process's values. They are set once, so each test has a process of its own.
struct InjectedValues_BootstrapTests {
  @Test func `bootstrap sets values for the whole process`() async {
    await #expect(processExitsWith: .success) {
      let before = Holder()
      InjectedValues.bootstrap {
        $0.number = 2
        $0.first = "set"
        $0.config.timeout = 1
        $0.number = 3
      }
      let values = InjectedValues.current
      #expect(values.number == 3 && values.first == "set" && values.double == 6)
      #expect(values.config.timeout == 1 && values.config.retries == 3 && before.number == 3)
      #expect(
        await Task.detached { [InjectedValues.current.number, before.number] }.value == [3, 3]
      )
      withInjected(\.first, "inner") {
        #expect(InjectedValues.current.number == 3 && before.first == "inner")
      }
    }
  }

  @Test func `an object of a test sees nothing of bootstrap, also in a detached scope`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.number = 5 }
      let made = withTestScope({ $0.number = 2 }, operation: { Holder() })
      await Task.detached { withInjected(\.first, "new") { #expect(made.text == "2 new") } }.value
    }
  }

  @Test func `bootstrap reaches what was made before it, and a scope that runs`() async {
    await #expect(processExitsWith: .success) {
      let ofDefault = InjectedValues.current.maker.holder
      let (values, ofScope) = withInjected(\.first, "inner") { (InjectedValues.current, Holder()) }
      withInjected(\.first, "running") {
        InjectedValues.bootstrap { $0.number = 2 }
        #expect(InjectedValues.current.number == 2 && InjectedValues.current.first == "running")
      }
      #expect(ofDefault.number == 2 && InjectedValues.current.maker.holder.number == 2)
      #expect(values.number == 2 && values.first == "inner" && ofScope.text == "2 inner")
      withInjected(ofDefault.$number) { #expect(ofScope.text == "2 inner") }
      withInjected(\.first, "later") { #expect(ofDefault.text == "2 later") }
    }
  }

  /// A new scope may get the address of the layer to which the draft has led.
  @Test func `what an object has seen in bootstrap's closure isn't what it sees later`() async {
    await #expect(processExitsWith: .success) {
      let made = Mutex<Holder?>(nil)
      InjectedValues.bootstrap { values in
        withInjected(values) {
          let holder = withInjected(\.first, "Ada") { Holder() }
          #expect(holder.first == "Ada")
          made.withLock { $0 = holder }
        }
      }
      let holder = made.withLock { $0! }
      let seen = (0..<1_000).map { _ in withInjected(\.first, "Bob") { holder.first } }
      #expect(Set(seen) == ["Bob"])
    }
  }

  @Test func `bootstrap's closure sees the changes made so far, and not those of a scope`() async {
    await #expect(processExitsWith: .success) {
      withInjected(\.first, "scope") {
        InjectedValues.bootstrap {
          $0.number = 2
          #expect($0.double == 4 && $0.first == "-")
          $0.number = 3
          $0.first = "\($0.double)"
        }
      }
      #expect(InjectedValues.current.first == "6" && InjectedValues.current.double == 6)
    }
  }

  /// Where they lead is the process's root, not a draft of it.
  @Test func `objects of defaults that bootstrap's closure read see what was set`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { values in
        _ = values.maker
        values.number = 2
      }
      let holder = InjectedValues.current.maker.holder
      #expect(holder.number == 2 && InjectedValues.current.service.number == 2)
      #expect(withInjected(\.first, "inner") { holder.number } == 2)
    }
  }

  @Test func `what bootstrap's closure makes and captures in its values is of the process`() async {
    await #expect(processExitsWith: .success) {
      let captured = Log<InjectedValues>()
      InjectedValues.bootstrap { values in
        values.first = "early"
        values.number = 2
        values.store = withInjected(values) { Store() }
        captured.add(values)
        captured.add(withInjected(values) { .current })
        values.first = "later"
        values.provide(InjectedValues.wordKey.self) { "provided" }
        for each in captured.all + [values.store.$number] {
          precondition(each.first == "early" && each.double == 4 && each.word == "none")
        }
      }
      let (values, store) = (InjectedValues.current, InjectedValues.current.store)
      precondition(store.made == 2)
      for each in captured.all + [store.$number, store.values] {
        precondition(each.first == "later" && each.double == 4 && each.word == "provided")
        precondition(each.singleton === values.singleton && each.service === values.service)
        precondition(withInjected(each) { InjectedValues.current.maker } === values.maker)
        precondition(each.overriding { $0.second = "s" }.first == "later")
      }
      precondition(withInjected(\.number, 5) { store.number } == 5)
    }
  }

  @Test func `a default that bootstrap's closure read stays, if it is valid`() async {
    await #expect(processExitsWith: .success) {
      var services: [Service] = []
      var makers: [Maker] = []
      InjectedValues.bootstrap {
        makers.append($0.maker)
        services.append($0.service)
        $0.number = 2
        makers.append($0.maker)
        services.append($0.service)
        $0.first = "set"
      }
      #expect(makers.allSatisfy { $0 === InjectedValues.current.maker })
      // The first service was built before its number was set.
      #expect(services.map(\.number) == [1, 2] && InjectedValues.current.service === services[1])
      #expect(withInjected(\.first, "inner") { InjectedValues.current.service } === services[1])
      #expect(withInjected(\.number, 3) { InjectedValues.current.service.number } == 3)
    }
  }

  /// The draft's layers, which are further in, are no longer there.
  @Test func `what is built from a default of bootstrap's closure is built once`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.number = 2
        // Built from the number, in a part of its own.
        $0.first = "\($0.double)"
        $0.second = "\($0.quadruple) \($0.opening.number)"
      }
      func inScopes(_ property: (InjectedValues) -> Service) -> [Service] {
        (0..<3).map { n in withInjected(\.word, "\(n)") { property(.current) } }
      }
      let (made, ofSingleton) = (inScopes(\.ofQuadruple), inScopes(\.ofSingleton))
      #expect(made.allSatisfy { $0 === made[0] && $0.number == 8 })
      #expect(ofSingleton.allSatisfy { $0 === ofSingleton[0] && $0.number == 2 })
      let other = withInjected(\.number, 3) { InjectedValues.current.ofQuadruple }
      #expect(other.number == 12 && InjectedValues.current.ofQuadruple === made[0])
    }
  }

  @Test func `a bootstrap that throws sets nothing, and another one may follow`() async {
    await #expect(processExitsWith: .success) {
      do throws(CancellationError) {
        try InjectedValues.bootstrap { values throws(CancellationError) in
          values.number = 7
          throw CancellationError()
        }
        Issue.record("It threw nothing.")
      } catch {}
      #expect(InjectedValues.current.number == 1)
      InjectedValues.bootstrap { $0.first = "set" }
      #expect(InjectedValues.current.number == 1 && InjectedValues.current.first == "set")
    }
  }

  @Test func `a handler is told of what bootstrap's closure reads elsewhere`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let properties = Log<String?>()
      let handler: @Sendable (InjectionIssue) -> Void = { properties.add($0.property) }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = InjectedValues.current.lacking }
      #expect(InjectedValues.current.number == 7 && properties.all == ["lacking"])
    }
  }

  @Test func `when bootstrap throws, its handler goes, too`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      let handler: @Sendable (InjectionIssue) -> Void = { _ in }
      do {
        try InjectedValues.bootstrap(onIssue: handler) { _ in throw CancellationError() }
      } catch {}
      _ = InjectedValues.current.lacking
    }
    result.expectMessage("A value without an implementation was read.", "Property: \\.lacking")
  }

  @Test(arguments: 0...3)
  func `bootstrap sets what values say that its closure puts in place`(way: Int) async {
    await #expect(processExitsWith: .success) { [way] in
      let captured = withInjected(\.number, 2) {
        withInjected(\.word, "inner") { InjectedValues.current }
      }
      InjectedValues.bootstrap {
        if way == 0 { $0 = .current }
        if way == 1 { $0 = captured }
        if way == 2 { $0 = captured.overriding { $0.number = 3 } }
        if way == 3 {
          $0 = captured
          $0.number = 3
        }
      }
      let values = InjectedValues.current
      #expect(values.number == [1, 2, 3, 3][way])
      #expect(values.word == (way == 0 ? "none" : "inner"))
    }
  }

  @Test(arguments: [false, true])
  func `what another thread builds meanwhile is built once, and stays`(isRead: Bool) async {
    await #expect(processExitsWith: .success) { [isRead] in
      let hasEnded = onThreads(2) { thread in
        if thread == 0 {
          let database = InjectedValues.current.database
          #expect(InjectedValues.current.database === database)
        } else {
          Database.isBuilding.wait()
          InjectedValues.bootstrap {
            if isRead {
              Thread.detachNewThread {
                usleep(50_000)
                Database.mayEnd.signal()
              }
              #expect($0.database.isFirst)
            }
            $0.number = 2
          }
          if !isRead { Database.mayEnd.signal() }
          #expect(InjectedValues.current.database.isFirst)
        }
      }
      #expect(hasEnded && InjectedValues.current.database.isFirst)
    }
  }

  @Test func `what threads read in a copy of bootstrap's values is built once`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.number = 2
        let copy = $0
        onThreads(4) { _ in readAll(in: copy) }
      }
      #expect(manyBuilds.all.count == 1_000)
    }
  }

  @Test func `what is being built meanwhile reads what bootstrap has set`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let hasEnded = onThreads(2) { thread in
        if thread == 0 {
          let late = InjectedValues.current.late
          #expect(late.number == 2 && late.ofOther == 2)
        } else {
          Late.isBuilding.wait()
          InjectedValues.bootstrap { $0.number = 2 }
          Late.mayEnd.signal()
        }
      }
      #expect(hasEnded)
    }
  }

  // MARK: Mistakes

  @Test func `a second bootstrap stops, naming both places`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      InjectedValues.bootstrap({ _ in }, line: 1_000)
      InjectedValues.bootstrap({ $0.first = "too late" }, line: 2_000)
    }
    result.expectMessage(
      """
      The process's values must be set once (they were already set at \
      InjectedValues+BootstrapTests.swift:1000).

        Called at: InjectedValues+BootstrapTests.swift:2000

      To fix this:
      - Set all values in one call of InjectedValues.bootstrap, at the start of the program.
      - Or open a scope around the code that needs other values: withInjected.

      """
    )
  }

  @Test(arguments: overlaps.keys.sorted())
  func `a bootstrap that overlaps another one stops`(overlap: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [overlap] in
      Watchdog.start()
      overlaps[overlap]!()
    }
    let file = "InjectedValues+BootstrapTests.swift"
    result.expectMessage(
      "The process's values must be set once (they were already set at \(file):",
      "  Called at: \(file):"
    )
  }

  @Test(arguments: earlyReads.keys.sorted())
  func `a value that was read before bootstrap stops, naming it`(reader: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [reader] in
      earlyReads[reader]!()
      InjectedValues.bootstrap(
        {
          $0.config.timeout = 1
          $0.number = 2
        },
        line: 2_000
      )
    }
    result.expectMessage(
      "must be set before it is read",
      "Property: \\.number",
      "Called at: InjectedValues+BootstrapTests.swift:2000"
    )
  }

  @Test func `a value that was read before bootstrap again and again is named by its first read`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // It is built at each read.
      for line in [1_000, 2_000] as [UInt] { _ = Injected(\.transient, line: line)() }
      InjectedValues.bootstrap { $0.transient = Service() }
    }
    result.expectMessage("first at InjectedValues+BootstrapTests.swift:1000)")
  }

  @Test func `what a scope says that a lifetime names isn't used before bootstrap`() async {
    await #expect(processExitsWith: .success) {
      withInjected(\.number, 3) { _ = InjectedValues.current.byNumber }
      InjectedValues.bootstrap { $0.number = 2 }
      precondition(InjectedValues.current.number == 2)
    }
  }

  @Test func `a value that bootstrap's closure reads elsewhere stops, naming it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      InjectedValues.bootstrap(
        {
          $0.first = "\(Injected(\.number, line: 1_000)())"
          $0.number = 2
        },
        line: 2_000
      )
    }
    result.expectMessage(
      #"""
      The process's value must be set before it is read (its default was already used, first at \#
      InjectedValues+BootstrapTests.swift:1000).

        Property: \.number
        Key: numberKey
        Value: Int
        Called at: InjectedValues+BootstrapTests.swift:2000

      To fix this:
      - Call InjectedValues.bootstrap earlier, before anything reads the value.
      - If this call's closure reads it, read $0.x instead, or provide the value that needs it: \#
      $0.provide(SomeKey.self) { … }.
      - Or open a scope around the code that needs another value: withInjected.

      """#
    )
  }

  @Test func `a read of an override or in a test scope does not stop bootstrap`() async {
    await #expect(processExitsWith: .success) {
      withInjected(\.number, 5) { #expect(InjectedValues.current.double == 10) }
      withTestScope { #expect(InjectedValues.current.number == 1) }
      withInjected {
        $0.provide(InjectedValues.numberKey.self) { 7 }
      } operation: {
        #expect(InjectedValues.current.number == 7)
      }
      InjectedValues.bootstrap { $0.number = 2 }
      #expect(InjectedValues.current.double == 4)
    }
  }
}

// MARK: - Fixtures

extension Holder {
  fileprivate var text: String { "\(number) \(first)" }
}

private final class Maker: Sendable {
  let holder = Holder()
}

private final class Store: @unchecked Sendable {
  @Injected(\.number) var number
  let made = InjectedValues.current.number
  let values = InjectedValues.current
}

extension InjectedValues {
  @Injectable
  fileprivate var isNumberProvided: Bool = InjectedValues.current.isProvided(numberKey.self)
  @Injectable(lifetime: .scoped(by: InjectedValues.numberKey.self))
  fileprivate var byNumber: Int = 0
  @Injectable fileprivate var word: String = "none"
  @Injectable fileprivate var lacking: Int = unimplemented(placeholder: 7)
  @Injectable fileprivate var maker: Maker = Maker()
  @Injectable fileprivate var store: Store = Store()
  @Injectable
  fileprivate var ofQuadruple: Service = Service(number: InjectedValues.current.quadruple)
  // In a scope, a singleton is none of the draft.
  @Injectable
  fileprivate var opening: Service = withInjected(\.word, "w") { InjectedValues.current.singleton }
  @Injectable
  fileprivate var ofSingleton: Service = Service(number: InjectedValues.current.singleton.number)
  @Injectable fileprivate var database: Database = Database()
  @Injectable fileprivate var late: Late = Late()
  @Injectable fileprivate var endless: Bool = Started.ask()
}

/// A build that never ends.
private enum Started {
  static let hasAsked = Atomic(false)

  static func ask() -> Bool {
    _ = InjectedValues.current.isProvided(InjectedValues.numberKey.self)
    hasAsked.store(true, ordering: .releasing)
    while true {}
  }
}

/// A value whose first build waits.
private final class Database: Sendable {
  static let isBuilding = DispatchSemaphore(value: 0)
  static let mayEnd = DispatchSemaphore(value: 0)
  private static let count = Atomic(0)
  let isFirst: Bool

  init() {
    isFirst = Self.count.add(1, ordering: .relaxed).newValue == 1
    if !isFirst { return }
    Self.isBuilding.signal()
    Self.mayEnd.wait()
  }
}

/// A value whose build waits before it reads: itself, and through an object on another thread.
private let manyBuilds = Log<Int>()

/// A thousand keys.
private enum ManyKey<A: Digit, B: Digit, C: Digit>: InjectionKey {
  static var defaultValue: Int {
    manyBuilds.add(A.digit)
    return A.digit
  }
}

private func readAll(in values: InjectedValues) {
  func read<A: Digit, B: Digit, C: Digit>(_: A.Type, _: B.Type, _: C.Type) {
    _ = values[ManyKey<A, B, C>.self]
  }
  for a in digits { for b in digits { for c in digits { read(a, b, c) } } }
}

private final class Late: Sendable {
  static let isBuilding = DispatchSemaphore(value: 0)
  static let mayEnd = DispatchSemaphore(value: 0)
  let number: Int
  let ofOther: Int

  init() {
    Self.isBuilding.signal()
    Self.mayEnd.wait()
    let (holder, seen) = (Holder(), Log<Int>())
    onThreads { _ in seen.add(holder.number) }
    ofOther = seen.all[0]
    number = InjectedValues.current.number
  }
}

/// Ways to call `bootstrap` while another call sets values.
private let overlaps: [String: @Sendable () -> Void] = [
  "nested": {
    InjectedValues.bootstrap {
      InjectedValues.bootstrap { $0.first = "of a library" }
      $0.number = 2
    }
  },
  "nested and read": {
    InjectedValues.bootstrap {
      InjectedValues.bootstrap { $0.first = "of a library" }
      $0.second = InjectedValues.current.first
    }
  },
  "of the same key": {
    InjectedValues.bootstrap {
      $0.number = 2
      InjectedValues.bootstrap { $0.number = 3 }
    }
  },
  "on another thread": {
    let meeting = Meeting(of: 2)
    onThreads(2) { thread in
      meeting.come()
      InjectedValues.bootstrap { if thread == 0 { $0.number = 2 } else { $0.first = "set" } }
    }
  },
]

/// Ways to read the default of `\.number` before `bootstrap`.
private let earlyReads: [String: @Sendable () -> Void] = [
  "property": { _ = Holder().number },
  "other default": { _ = InjectedValues.current.double },
  "scope": { withInjected(\.first, "inner") { _ = InjectedValues.current.number } },
  "captured values": { _ = InjectedValues.current.overriding { $0.first = "changed" }.number },
  "whether provided": { _ = InjectedValues.current.isNumberProvided },
  "lifetime": { _ = InjectedValues.current.byNumber },
  "running build": {
    Task.detached { _ = InjectedValues.current.endless }
    while !Started.hasAsked.load(ordering: .acquiring) {}
  },
  "running build in a scope": {
    Task.detached { withInjected(\.first, "inner") { _ = InjectedValues.current.endless } }
    while !Started.hasAsked.load(ordering: .acquiring) {}
  },
]
