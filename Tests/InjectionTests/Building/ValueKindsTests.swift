import Injection
import InjectionMacros
import InjectionTesting
import Testing

// The engine does not know the types of keys: values of all kinds have to come back as they were.
@Suite struct ValueKindsTests {
  @Test func `defaults of all kinds come back whole, with every lifetime`() {
    func check<Sample: ValueSample>(_: Sample.Type) {
      check(Sample.self, Scoped.self)
      check(Sample.self, Singleton.self)
      check(Sample.self, Transient.self)
    }
    func check<Sample: ValueSample, Lifetime: LifetimeSample>(_: Sample.Type, _: Lifetime.Type) {
      typealias Key = SampleKey<Sample, Lifetime>
      withTestScope { _ in
      } operation: {
        // Built, found, and seen from further in.
        for _ in 0..<2 { #expect(Sample.isRight(InjectedValues.current[Key.self])) }
        withInjected(\.unrelated, 1) {
          #expect(Sample.isRight(InjectedValues.current[Key.self]))
          #expect(Sample.isRight(Injected({ $0[Key.self] }).wrappedValue))
        }
        withInjected {
          $0[Key.self] = Sample.value
        } operation: {
          #expect(Sample.isRight(InjectedValues.current[Key.self]))
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
    withTestScope { _ in
    } operation: {
      let object = InjectedValues.current[SampleKey<OfClass, Shared>.self]
      #expect(InjectedValues.current[SampleKey<OfClass, Shared>.self] === object)
      let named = InjectedValues.current[SampleKey<OfClassExistential, Shared>.self]
      #expect(InjectedValues.current[SampleKey<OfClassExistential, Shared>.self] === named)
      let existential = InjectedValues.current[SampleKey<OfObjectInExistential, Shared>.self]
      let again = InjectedValues.current[SampleKey<OfObjectInExistential, Shared>.self]
      #expect(existential as AnyObject === again as AnyObject && existential.name == "object")
    }
  }
}

// MARK: - Fixtures

private protocol ValueSample: SendableMetatype {
  associatedtype Value: Sendable
  static var value: Value { get }
  static func isRight(_ value: Value) -> Bool
}

private protocol LifetimeSample: SendableMetatype { static var lifetime: InjectionLifetime { get } }
private enum Scoped: LifetimeSample { static let lifetime = InjectionLifetime.scoped }
private enum Singleton: LifetimeSample { static let lifetime = InjectionLifetime.singleton }
private enum Transient: LifetimeSample { static let lifetime = InjectionLifetime.transient }
private enum Shared: LifetimeSample { static let lifetime = InjectionLifetime.shared }

private enum SampleKey<Sample: ValueSample, Lifetime: LifetimeSample>: InjectionKey {
  static var defaultValue: Sample.Value { Sample.value }
  static var lifetime: InjectionLifetime { Lifetime.lifetime }
}

extension InjectedValues {
  @Injectable fileprivate var unrelated: Int = 0
}

private protocol Named: Sendable { var name: String { get } }
private protocol NamedObject: AnyObject, Named {}
private struct NamedStruct: Named {
  let name = "a name that takes more than a word"
  let more = [1, 2, 3]
}
private final class Object: NamedObject { let name = "object" }

private struct Wide: Equatable, Sendable {
  var first = 1
  var second = "two"
  var third: [Int] = [3]
  var fourth = 4.0
  var fifth: Int?
}

private enum OfNothing: ValueSample {
  static var value: Void { () }
  static func isRight(_: Void) -> Bool { true }
}
private enum OfByte: ValueSample {
  static var value: UInt8 { 7 }
  static func isRight(_ value: UInt8) -> Bool { value == 7 }
}
private enum OfWideStruct: ValueSample {
  static var value: Wide { Wide() }
  static func isRight(_ value: Wide) -> Bool { value == Wide() }
}
private enum OfNil: ValueSample {
  static var value: Object? { nil }
  static func isRight(_ value: Object?) -> Bool { value == nil }
}
private enum OfOptional: ValueSample {
  static var value: Int?? { .some(nil) }
  static func isRight(_ value: Int??) -> Bool { value == .some(nil) }
}
private enum OfFunction: ValueSample {
  static var value: @Sendable (Int) -> Int { { $0 + 1 } }
  static func isRight(_ value: @Sendable (Int) -> Int) -> Bool { value(1) == 2 }
}
private enum OfExistential: ValueSample {
  static var value: any Named { NamedStruct() }
  static func isRight(_ value: any Named) -> Bool { value.name == NamedStruct().name }
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
  static var value: any Named.Type { NamedStruct.self }
  static func isRight(_ value: any Named.Type) -> Bool { value == NamedStruct.self }
}
private enum OfClass: ValueSample {
  static var value: Object { Object() }
  static func isRight(_ value: Object) -> Bool { value.name == "object" }
}
