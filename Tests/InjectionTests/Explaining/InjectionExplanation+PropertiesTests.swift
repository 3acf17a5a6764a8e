import Injection
import Synchronization
import Testing

// Which property is explained, whatever way it is given.
@Suite struct InjectionExplanationPropertiesTests {
  @Test func `a member is explained by the value that it is a member of`() {
    withTestScope("outside") { _ in
    } operation: {
      #expect(InjectedValues.current.explain(\.amount.description).property == "amount")
    }
  }

  @Test func `a property that reads several keys is explained by all of them`() {
    withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.amount
      let explanation = InjectedValues.current.explain(\.sum)
      #expect(explanation.source == .computed)
      #expect(explanation.valueType == "Int")
      #expect(explanation.reads.map(\.property) == ["amount", "other"])
      #expect(explanation.description.hasPrefix("computed: Int (computed from what follows)\n├─ "))
    }
  }

  @Test func `a property that reads no key says so`() {
    let explanation = InjectedValues.current.explain(\.constant)
    #expect(explanation.remarks == ["it reads no key"])
  }

  @Test func `a property that asks for the current values is not built either`() {
    withTestScope("outside") { _ in
    } operation: {
      let explanation = InjectedValues.current.explain(\.roundabout)
      #expect(explanation.property == "counted")
      #expect(explanation.source == .unbuiltDefault)
      #expect(CountedKey.builds.withLock { $0 } == 0)
    }
  }

  @Test func `a key path that is not a literal is explained too`() {
    let keyPath: KeyPath<InjectedValues, any Logger> = \.logger
    #expect(InjectedValues.current.explain(keyPath).property == "logger")
  }

  @Test func `a key needs no property`() {
    let explanation = InjectedValues.current.explain(AmountKey.self)
    #expect(explanation.key == "AmountKey")
    #expect(explanation.property == nil)
  }

  @Test func `captured values explain what they see`() {
    var values = InjectedValues.current
    values.amount = 7
    #expect(values.explain(\.amount).source == .override)
    #expect(InjectedValues.current.explain(\.amount).source != .override)
  }
}

// MARK: - Memory

extension InjectionExplanationPropertiesTests {
  // The thread that reads the property ends in the middle of it.
  @Test func `asking keeps no scope`() {
    weak var kept: Object?
    withTestScope("outside") { _ in
    } operation: {
      kept = InjectedValues.current.object
      #expect(InjectedValues.current.explain(\.counted).source == .unbuiltDefault)
      #expect(InjectedValues.current.explain(\.object).source == .builtDefault)
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }
}

// MARK: - Fixtures

private final class Object: Sendable {}
private enum ObjectKey: InjectionKey { static var defaultValue: Object { Object() } }

private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}

private enum LoggerKey: InjectionKey {
  static var defaultValue: any Logger { ConsoleLogger() }
}
private enum CountedKey: InjectionKey {
  static let builds = Mutex(0)
  static var defaultValue: Int {
    builds.withLock { $0 += 1 }
    return 1
  }
}
private enum AmountKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum OtherKey: InjectionKey { static var defaultValue: Int { fatalError("not built") } }

extension InjectedValues {
  fileprivate var logger: any Logger { self[LoggerKey.self] }
  fileprivate var object: Object { self[ObjectKey.self] }
  fileprivate var counted: Int { self[CountedKey.self] }
  fileprivate var amount: Int {
    get { self[AmountKey.self] }
    set { self[AmountKey.self] = newValue }
  }
  fileprivate var other: Int { self[OtherKey.self] }
  fileprivate var sum: Int { amount + other }
  fileprivate var constant: Int { 1 }
  fileprivate var roundabout: Int { InjectedValues.current.counted }
}
