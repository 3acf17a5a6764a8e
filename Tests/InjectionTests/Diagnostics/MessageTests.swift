import InjectionMacros
import InjectionTesting
import Testing

@testable import Injection

/// Keys, places and types in messages. The tests of stops have whole messages.
struct MessageTests {
  // MARK: Keys

  @Test func `a key is named by its property, where that was used`() {
    let named = Subject(.of(OtherKey.self), "number")
    #expect(named.short == "\\.number" && named.path == "\\.number")
    let unnamed = Subject(.of(OtherKey.self))
    #expect(unnamed.short == "OtherKey" && unnamed.path == "{ $0[OtherKey.self] }")
    // The first property that uses it.
    _ = InjectedValues.current.messageNumber
    #expect(Subject(.of(NumberKey.self)).short == "\\.messageNumber")
  }

  @Test func `a key that is a member of the values is named as code writes it, private or not`() {
    // What the expectations name compiles here.
    let keys: [(any InjectionKey.Type, String)] = [
      (InjectedValues.privateMacroKey.self, "InjectedValues.privateMacroKey"),
      (InjectedValues.MemberKey.self, "InjectedValues.MemberKey"),
      (NumberKey.self, "NumberKey"),
      (OtherInjectedValues.MemberKey.self, "MemberKey"),
    ]
    for (key, name) in keys { #expect(Subject(.of(key)).keyInCode == name) }
    let unnamed = Subject(.of(InjectedValues.MemberKey.self))
    #expect(unnamed.path == "{ $0[InjectedValues.MemberKey.self] }")
    #expect(unnamed.override == " { $0[InjectedValues.MemberKey.self] = … }")
  }

  @Test func `where a key is used by its type, there is no property`() {
    // A subscript of `InjectedValues`, a function that reads the key, an initial value, an end.
    let functions: [StaticString] = [
      "", "subscript(_:)", "read()", "init(values:)", "SomeType", "deinit",
    ]
    for function in functions {
      #expect(Subject(.of(OtherKey.self), function).property == nil)
    }
  }

  // MARK: Places

  @Test func `a place has file, line, and the file's module`() {
    let place = SourceLine("Shop/Checkout.swift", 14)
    #expect(place.description == "Checkout.swift:14" && place.line == 14)
    #expect(
      place.fileID == "Shop/Checkout.swift" && place.file.map { "\($0)" } == "Shop/Checkout.swift"
    )
    #expect(place.id == "Shop/Checkout.swift:14")
  }

  // MARK: Types

  @Test func `types are named as people write them`() {
    #expect(typeName((any Thing).self) == "any Thing")
    #expect(typeName((any Thing & Sendable).self) == "any Thing")
    #expect(typeName(Int.self) == "Int")
    #expect(typeName([Int].self) == "Array<Int>")
    #expect(typeName(Any.self) == "Any")
    #expect(typeName((@Sendable () -> Int).self) == "@Sendable () -> Int")
  }
}

// MARK: - Fixtures

private protocol Thing: Sendable {}
private struct RealThing: Thing {}
private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum OtherKey: InjectionKey { static var defaultValue: any Thing { RealThing() } }

private enum OtherInjectedValues {
  enum MemberKey: InjectionKey { static var defaultValue: Int { 1 } }
}

extension InjectedValues {
  fileprivate var messageNumber: Int { self[NumberKey.self] }
  @Injectable fileprivate var privateMacro: Int = 1
  enum MemberKey: InjectionKey { static var defaultValue: Int { 1 } }
}
