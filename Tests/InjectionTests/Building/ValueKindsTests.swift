import Injection
import InjectionTesting
import TestSupport
import Testing

// The engine does not know the types of keys: values of all kinds have to come back as they were.
@Suite struct ValueKindsTests {
  @Test func `defaults of all kinds come back whole, with every lifetime`() {
    func check<Sample: ValueSample>(_: Sample.Type) {
      check(SampleKey<Sample, ScopedLifetime>.self)
      check(SampleKey<Sample, SingletonLifetime>.self)
      check(SampleKey<Sample, TransientLifetime>.self)
    }
    func check<Sample: ValueSample, Lifetime>(_ key: SampleKey<Sample, Lifetime>.Type) {
      withTestScope {
        // Built, found, and seen from further in.
        for _ in 0..<2 { #expect(Sample.isRight(InjectedValues.current[key])) }
        withInjected(\.number, 1) {
          #expect(Sample.isRight(InjectedValues.current[key]))
          #expect(Sample.isRight(Injected({ $0[SampleKey<Sample, Lifetime>.self] }).wrappedValue))
        }
        withInjected {
          $0[key] = Sample.value
        } operation: {
          #expect(Sample.isRight(InjectedValues.current[key]))
        }
      }
    }
    check(OfNothing.self)
    check(OfByte.self)
    check(OfWideStruct.self)
    check(OfNil.self)
    check(OfOptional.self)
    check(OfFunction.self)
    check(OfExistential.self)
    check(OfClassExistential.self)
    check(OfTuple.self)
    check(OfMetatype.self)
    check(OfClass.self)
  }

  @Test func `shared objects come back, whatever the key calls their type`() {
    func check<Sample: ValueSample>(_: Sample.Type) {
      withTestScope {
        let object = InjectedValues.current[SampleKey<Sample, SharedLifetime>.self]
        let again = InjectedValues.current[SampleKey<Sample, SharedLifetime>.self]
        #expect(Sample.isRight(object) && object as AnyObject === again as AnyObject)
      }
    }
    check(OfClass.self)
    check(OfClassExistential.self)
    check(OfObjectInExistential.self)
  }
}

// MARK: - Fixtures

private enum SampleKey<Sample: ValueSample, Lifetime: LifetimeName>: InjectionKey {
  static var defaultValue: Sample.Value { Sample.value }
  static var lifetime: InjectionLifetime { Lifetime.lifetime }
}

private protocol Named: Sendable { var name: String { get } }
private protocol NamedObject: AnyObject, Named {}
private final class Object: NamedObject { let name = "object" }
private struct Wide: Equatable, Named {
  var first = 1
  var name = "a name that takes more than a word"
  var third: [Int] = [3]
  var fourth = 4.0
  var fifth: Int?
}

private protocol ValueSample: SendableMetatype {
  associatedtype Value: Sendable
  static var value: Value { get }
  static func isRight(_ value: Value) -> Bool
}

extension ValueSample where Value: Equatable {
  static func isRight(_ value: Value) -> Bool { value == Self.value }
}

private enum OfNothing: ValueSample {
  static var value: Void { () }
  static func isRight(_: Void) -> Bool { true }
}
private enum OfByte: ValueSample { static var value: UInt8 { 7 } }
private enum OfWideStruct: ValueSample { static var value: Wide { Wide() } }
private enum OfNil: ValueSample {
  static var value: Object? { nil }
  static func isRight(_ value: Object?) -> Bool { value == nil }
}
private enum OfOptional: ValueSample { static var value: Int?? { .some(nil) } }
private enum OfFunction: ValueSample {
  static var value: @Sendable (Int) -> Int { { $0 + 1 } }
  static func isRight(_ value: @Sendable (Int) -> Int) -> Bool { value(1) == 2 }
}
private enum OfExistential: ValueSample {
  static var value: any Named { Wide() }
  static func isRight(_ value: any Named) -> Bool { value.name == Wide().name }
}
private enum OfClassExistential: ValueSample {
  static var value: any NamedObject { Object() }
  static func isRight(_ value: any NamedObject) -> Bool { value.name == "object" }
}
private enum OfObjectInExistential: ValueSample {
  static var value: any Named { Object() }
  static func isRight(_ value: any Named) -> Bool { value.name == "object" }
}
private enum OfTuple: ValueSample {
  static var value: (Int, String) { (1, "two") }
  static func isRight(_ value: (Int, String)) -> Bool { value == (1, "two") }
}
private enum OfMetatype: ValueSample {
  static var value: any Named.Type { Wide.self }
  static func isRight(_ value: any Named.Type) -> Bool { value == Wide.self }
}
private enum OfClass: ValueSample {
  static var value: Object { Object() }
  static func isRight(_ value: Object) -> Bool { value.name == "object" }
}
