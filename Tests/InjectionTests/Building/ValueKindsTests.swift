import Injection
import InjectionTesting
import TestSupport
import Testing

// The engine doesn't know the types of keys, so it has to return values of all kinds unchanged.
struct ValueKindsTests {
  @Test func `defaults of all kinds come back whole, with every lifetime`() {
    let increment: @Sendable (Int) -> Int = { $0 + 1 }
    check(()) { _ in true }
    check(Wide()) { $0 == Wide() }
    check(Object?.none) { $0 == nil }
    check(Int??.some(nil)) { $0 == .some(nil) }
    check(increment) { $0(1) == 2 }
    check(Wide() as any Named) { $0.name == Wide().name }
    check(Object() as any NamedObject) { $0.name == "object" }
    check((1, "two")) { $0 == (1, "two") }
  }

  @Test func `weak objects come back, whatever the key calls their type`() {
    checkWeak(Object())
    checkWeak(Object() as any NamedObject)
    checkWeak(Object() as any Named)
  }

  private func check<Value: Sendable>(
    _ value: @autoclosure @escaping @Sendable () -> Value,
    _ isRight: (Value) -> Bool
  ) {
    check(SampleKey<Value, ScopedLifetime>.self, value, isRight)
    check(SampleKey<Value, SingletonLifetime>.self, value, isRight)
    check(SampleKey<Value, TransientLifetime>.self, value, isRight)
  }

  private func check<Value: Sendable, Lifetime: LifetimeName>(
    _ key: SampleKey<Value, Lifetime>.Type,
    _ value: @escaping @Sendable () -> Value,
    _ isRight: (Value) -> Bool
  ) {
    withDefault(value) {
      // Built, found, and seen from further in.
      for _ in 0..<2 { #expect(isRight(InjectedValues.current[key])) }
      withInjected(\.other, 1) {
        #expect(isRight(InjectedValues.current[key]))
        #expect(isRight(Injected({ $0[SampleKey<Value, Lifetime>.self] }).wrappedValue))
      }
      withInjected({ $0[key] = value() }) { #expect(isRight(InjectedValues.current[key])) }
    }
  }

  private func checkWeak<Value: Sendable>(_ value: @autoclosure @escaping @Sendable () -> Value) {
    withDefault(value) {
      let object = InjectedValues.current[SampleKey<Value, WeakLifetime>.self]
      let again = InjectedValues.current[SampleKey<Value, WeakLifetime>.self]
      #expect(object as AnyObject === again as AnyObject && object is Object)
    }
  }
}

// MARK: - Fixtures

/// A key whose default the test chooses.
private enum SampleKey<Value: Sendable, Lifetime: LifetimeName>: InjectionKey {
  // Safe to cast: a test reads keys of its sample's type only.
  static var defaultValue: Value { (sample as! Sample<Value>).make() }
  static var lifetime: InjectionLifetime { Lifetime.lifetime }
}

private final class Sample<Value: Sendable>: Sendable {
  let make: @Sendable () -> Value
  init(_ make: @escaping @Sendable () -> Value) { self.make = make }
}

@TaskLocal private var sample: (any AnyObject & Sendable)?

/// In a test's scope, makes `value` the default of keys of its type.
private func withDefault<Value: Sendable>(
  _ value: @escaping @Sendable () -> Value,
  operation: () -> Void
) {
  $sample.withValue(Sample(value)) { withTestScope(operation: operation) }
}

private protocol Named: Sendable { var name: String { get } }
private protocol NamedObject: AnyObject, Named {}
private final class Object: NamedObject { let name = "object" }
private struct Wide: Equatable, Named {
  var name = "a name that takes more than a word"
  var others: [Int?] = [3, nil]
}
