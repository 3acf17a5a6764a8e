import Synchronization
import Testing

@testable import Injection

/// Overrides through a key path. A key whose default stops the process shows that none is built.
@Suite struct InjectedValuesKeyPathTests {
  @Test func `an override does not build the default that it replaces`() {
    withInjected(\.trap, 2) { #expect(InjectedValues.current.trap == 2) }
    withInjected(\.trapObject, Object(1)) { #expect(InjectedValues.current.trapObject.number == 1) }
    withInjected(\.trapShape, Circle()) { #expect(InjectedValues.current.trapShape is Circle) }
    let five: @Sendable () -> Int = { 5 }
    withInjected(\.trapClosure, five) { #expect(InjectedValues.current.trapClosure() == 5) }
    withInjected(\.trapMaybe, nil) { #expect(InjectedValues.current.trapMaybe == nil) }
    withInjected(\.trapMaybe, "some") { #expect(InjectedValues.current.trapMaybe == "some") }
  }

  @Test func `nor does it in an async scope, and inside another scope`() async {
    await withInjected(\.trap, 2) {
      await Task.yield()
      withInjected(\.trap, 3) { #expect(InjectedValues.current.trap == 3) }
      #expect(InjectedValues.current.trap == 2)
    }
  }

  @Test func `nor does an update closure`() {
    withInjected {
      $0.trap = 2
      $0.trapMaybe = nil
    } operation: {
      #expect(InjectedValues.current.trap == 2 && InjectedValues.current.trapMaybe == nil)
    }
  }

  @Test func `nor does one through a key path that was stored or put together`() {
    for path in [\InjectedValues.trap, \InjectedValues.[trap: 1]] {
      withInjected(path, 3) { #expect(InjectedValues.current[keyPath: path] == 3) }
    }
  }

  @Test func `nor does what sets a draft through one`() {
    // As traits do.
    let path = \InjectedValues.trap
    var values = InjectedValues.container(for: .test, at: .unknown, observer: nil)
    values.set(path, to: 3)
    #expect(values.trap == 3)
    values.set(path, to: 4)
    withInjected(values.entered) { #expect(InjectedValues.current.trap == 4) }
  }

  @Test func `a member is changed in the value that is there`() {
    withInjected(\.pair.first, 2) {
      #expect(InjectedValues.current.pair == Pair(first: 2, second: 2))
    }
    withInjected(\.pair, Pair(first: 7, second: 8)) {
      withInjected(\.pair.second, 9) {
        #expect(InjectedValues.current.pair == Pair(first: 7, second: 9))
      }
    }
  }

  @Test func `a member of the same type as the property is a member`() {
    withInjected(\.pair.swapped, Pair(first: 5, second: 6)) {
      #expect(InjectedValues.current.pair == Pair(first: 6, second: 5))
    }
    withInjected(\.pair.atLeast, Pair(first: 0, second: 6)) {
      #expect(InjectedValues.current.pair == Pair(first: 1, second: 6))
    }
  }

  @Test func `a member of the same type, where that names a function's type`() {
    let hooks = Hooks<@Sendable () -> Void>(number: 1)
    withInjected(\.hooks.negated, hooks) { #expect(InjectedValues.current.hooks.number == -1) }
    withInjected(\.hooks.negated.negated, hooks) {
      #expect(InjectedValues.current.hooks.number == 1)
    }
  }

  @Test func `a member of an object is changed in the object`() {
    let object = Object(1)
    let next = Object(2)
    withInjected(\.node, object) {
      withInjected(\.node.next, next) {
        #expect(object.next === next)
        #expect(next.next === next)
        #expect(InjectedValues.current.node === object)
      }
    }
  }

  @Test func `a value of a dictionary`() {
    withInjected(\.table["a"], 1) {
      withInjected(\.table["b"], 2) { #expect(InjectedValues.current.table == ["a": 1, "b": 2]) }
      withInjected(\.table["a"], nil) { #expect(InjectedValues.current.table.isEmpty) }
    }
  }

  @Test func `a setter that reads sees what is there`() {
    withInjected(\.number, 5) {
      withInjected(\.added, 2) { #expect(InjectedValues.current.number == 7) }
    }
  }

  @Test func `a setter that reads another key sees what is there`() {
    withInjected(\.number, 5) {
      withInjected(\.titled, "new") { #expect(InjectedValues.current.title == "new, was 5") }
    }
  }

  @Test func `a property that changes what it is given goes on doing so`() {
    withInjected(\.lowercased, "LOUD") {
      #expect(InjectedValues.current.title == "loud")
      #expect(InjectedValues.current.lowercased == "loud")
    }
  }

  @Test func `a property that a subscript stands for can be overridden`() {
    withInjected(\.[entry: "a"], 1) {
      #expect(InjectedValues.current[entry: "a"] == 1)
      #expect(InjectedValues.current[entry: "b"] == 0)
    }
  }

  @Test func `a getter may read several keys`() {
    withInjected(\.trapSum, 2) { #expect(InjectedValues.current.trap == 2) }
  }

  @Test func `a copy of the values does not see what is being set`() {
    var values = InjectedValues.container(for: .test, at: .unknown, observer: nil)
    Copied.values.withLock { [values] in $0 = values }
    values.set(\.readingCopy, to: 7)
    #expect(values.readingCopy == 7)
    #expect(Copied.seen.withLock { $0 } == [0])
    Copied.values.withLock { $0 = nil }
  }

  @Test func `one override opens one scope`() {
    let before = InjectedValues.current.scope
    withInjected(\.number, 1) {
      #expect(InjectedValues.current.scope is Layer<Int>)
      #expect(InjectedValues.current.scope?.overrides.count == 1)
      #expect(InjectedValues.current.scope?.outer === before ?? .process)
    }
  }

  @Test func `many key paths that are not literals`() {
    for index in 0..<1_500 {
      withInjected(\.[trap: index], 1) { #expect(InjectedValues.current.trap == 1 + index) }
    }
  }
}

// MARK: - Fixtures

/// Values that were copied out of an update closure, and what they were seen to have.
private enum Copied {
  static let values = Mutex<InjectedValues?>(nil)
  static let seen = Mutex<[Int]>([])
}

extension InjectedValues {
  private enum CopiedKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var copied: Int { self[CopiedKey.self] }

  private enum ReadingCopyKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var readingCopy: Int {
    get {
      if let copy = Copied.values.withLock({ $0.take() }) {
        Copied.seen.withLock { $0.append(copy.copied) }
      }
      return self[ReadingCopyKey.self]
    }
    set { self[ReadingCopyKey.self] = newValue }
  }
}

private protocol Shape: Sendable {}
private struct Circle: Shape {}

private final class Object: @unchecked Sendable {
  // Unchecked: one test uses it, on one thread.
  let number: Int
  private var other: Object?
  var next: Object {
    get { other ?? self }
    set { other = newValue }
  }
  init(_ number: Int) { self.number = number }
}

private struct Hooks<Function: Sendable>: Sendable {
  var number = 0
  var negated: Hooks {
    get { Hooks(number: -number) }
    set { number = -newValue.number }
  }
}

private struct Pair: Sendable, Equatable {
  var first = 1
  var second = 2

  var swapped: Pair {
    get { Pair(first: second, second: first) }
    set { self = Pair(first: newValue.second, second: newValue.first) }
  }
  /// Keeps the greater of the old and the new.
  var atLeast: Pair {
    get { self }
    set { self = Pair(first: max(first, newValue.first), second: max(second, newValue.second)) }
  }
}

extension InjectedValues {
  private enum TrapKey: InjectionKey { static var defaultValue: Int { fatalError("built") } }
  private enum OtherTrapKey: InjectionKey { static var defaultValue: Int { fatalError("built") } }
  private enum TrapObjectKey: InjectionKey {
    static var defaultValue: Object { fatalError("built") }
  }
  private enum TrapShapeKey: InjectionKey {
    static var defaultValue: any Shape { fatalError("built") }
  }
  private enum TrapClosureKey: InjectionKey {
    static var defaultValue: @Sendable () -> Int { fatalError("built") }
  }
  private enum TrapMaybeKey: InjectionKey {
    static var defaultValue: String? { fatalError("built") }
  }
  private enum PairKey: InjectionKey { static var defaultValue: Pair { Pair() } }
  private enum NodeKey: InjectionKey { static var defaultValue: Object { Object(0) } }
  private enum TableKey: InjectionKey { static var defaultValue: [String: Int] { [:] } }
  private enum HooksKey: InjectionKey {
    static var defaultValue: Hooks<@Sendable () -> Void> { Hooks() }
  }
  private enum NumberKey: InjectionKey { static var defaultValue: Int { 0 } }
  private enum TitleKey: InjectionKey { static var defaultValue: String { fatalError("built") } }

  fileprivate var trap: Int {
    get { self[TrapKey.self] }
    set { self[TrapKey.self] = newValue }
  }
  fileprivate subscript(trap offset: Int) -> Int {
    get { self[TrapKey.self] - offset }
    set { self[TrapKey.self] = newValue + offset }
  }
  fileprivate var trapSum: Int {
    get { self[TrapKey.self] + self[OtherTrapKey.self] }
    set { self[TrapKey.self] = newValue }
  }
  fileprivate var added: Int {
    get { 0 }
    set { self[NumberKey.self] += newValue }
  }
  fileprivate var trapObject: Object {
    get { self[TrapObjectKey.self] }
    set { self[TrapObjectKey.self] = newValue }
  }
  fileprivate var trapShape: any Shape {
    get { self[TrapShapeKey.self] }
    set { self[TrapShapeKey.self] = newValue }
  }
  fileprivate var trapClosure: @Sendable () -> Int {
    get { self[TrapClosureKey.self] }
    set { self[TrapClosureKey.self] = newValue }
  }
  fileprivate var trapMaybe: String? {
    get { self[TrapMaybeKey.self] }
    set { self[TrapMaybeKey.self] = newValue }
  }
  fileprivate var pair: Pair {
    get { self[PairKey.self] }
    set { self[PairKey.self] = newValue }
  }
  fileprivate var node: Object {
    get { self[NodeKey.self] }
    set { self[NodeKey.self] = newValue }
  }
  fileprivate var hooks: Hooks<@Sendable () -> Void> {
    get { self[HooksKey.self] }
    set { self[HooksKey.self] = newValue }
  }
  fileprivate var table: [String: Int] {
    get { self[TableKey.self] }
    set { self[TableKey.self] = newValue }
  }
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  fileprivate var title: String { self[TitleKey.self] }
  fileprivate var titled: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = "\(newValue), was \(self[NumberKey.self])" }
  }
  fileprivate var lowercased: String {
    get { self[TitleKey.self].uppercased().lowercased() }
    set { self[TitleKey.self] = newValue.lowercased() }
  }
  fileprivate subscript(entry name: String) -> Int {
    get { self[TableKey.self][name] ?? 0 }
    set { self[TableKey.self][name] = newValue }
  }
}
