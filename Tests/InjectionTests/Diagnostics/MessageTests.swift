import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Keys, places and types in messages. The tests of stops have whole messages.
struct MessageTests {
  // MARK: Keys

  // `#function` is the name of any type's property.
  @Test func `a key is named by a property that is known to be one of the values`() {
    // Of a key that is a member of the values, and named after the property.
    #expect(InjectedValues[\.messageURL] == 1)
    #expect(Subject(.of(InjectedValues.MessageUrlKey.self)).short == "\\.messageURL")
    // Of another key, where it is set, or where a key path literal reads it.
    #expect(InjectedValues.current.messageNumber == 1)
    #expect(Subject(.of(MessageNumberKey.self)).short == "MessageNumberKey")
    let values = InjectedValues.current.overriding { $0.messageNumber = 2 }
    #expect(values.overrides.all.map(\.subject.short) == ["\\.messageNumber"])
    withTestScope { #expect(Injected(\.messageNumber)() == 1) }
    let named = Subject(.of(MessageNumberKey.self))
    #expect(named.short == "\\.messageNumber" && named.path == "\\.messageNumber")
  }

  @Test func `a key is not named by a property of another type that reads it`() {
    let issues = Log<InjectionIssue>()
    withTestScope(options: .onIssue { issues.add($0) }) {
      _ = (Cart().total, Cart().price, Order().price, Order().injectedPrice)
    }
    #expect(issues.all.map(\.property) == [nil, nil, nil, nil])
    #expect(
      issues.all.map { $0.description.firstMatch(of: /Read in: +(.+)/)?.1 }
        == ["total", "price", "price", nil]
    )
    for issue in issues.all { #expect(issue.description.contains("$0[PriceKey.self] = …")) }
    #expect(Subject(.of(PriceKey.self)).path == "{ $0[PriceKey.self] }")
  }

  @Test func `a key that is a member of the values is named as code writes it, private or not`() {
    // What the expectations name compiles here.
    let keys: [(any InjectionKey.Type, String)] = [
      (InjectedValues.privateMacroKey.self, "InjectedValues.privateMacroKey"),
      (InjectedValues.MemberKey.self, "InjectedValues.MemberKey"),
      (OtherKey.self, "OtherKey"),
      (OtherInjectedValues.MemberKey.self, "MemberKey"),
    ]
    for (key, name) in keys { #expect(Subject(.of(key)).keyInCode == name) }
    let unnamed = Subject(.of(InjectedValues.MemberKey.self))
    let way = "{ $0[InjectedValues.MemberKey.self]"
    #expect(unnamed.path == way + " }" && unnamed.override == " \(way) = … }")
    // `#function` of a subscript, where the key is used by its type.
    #expect(Subject(.of(OtherKey.self), "subscript(_:)", isSure: true).property == nil)
  }

  @Test func `a read is said to be in a property, and not in a function, a type or a key's member`()
  {
    let functions: [StaticString] = ["total", "checkout()", "Cart", "defaultValue"]
    let users = functions.map { Subject(.of(PriceKey.self), $0).user }
    #expect(users == ["total", nil, nil, nil])
  }

  /// As the macro's keys have, which are members of the values and end with `Key`.
  @Test func `a key isn't named by its own name because that begins with a small letter`() {
    let keys: [any InjectionKey.Type] = [InjectedValues.ofMember.self, otherKey.self]
    for key in keys { #expect(Subject(.of(key)).property == nil) }
    #expect(Subject(.of(InjectedValues.unusedKey.self)).property == "unused")
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
    #expect(typeName((any Thing & Sendable).self) == "any Thing" && typeName(Int.self) == "Int")
    #expect(typeName([Int].self) == "Array<Int>" && typeName(Any.self) == "Any")
    #expect(typeName((@Sendable () -> Int).self) == "@Sendable () -> Int")
  }
}

// MARK: - Fixtures

private protocol Thing: Sendable {}
private struct RealThing: Thing {}
private enum MessageNumberKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum PriceKey: InjectionKey {
  static var defaultValue: Int { unimplemented(placeholder: 0) }
}
private enum OtherKey: InjectionKey { static var defaultValue: any Thing { RealThing() } }

// swift-format-ignore: TypeNamesShouldBeCapitalized
private enum otherKey: InjectionKey { static var defaultValue: Int { 1 } }

private struct Cart {
  var total: Int { InjectedValues.current[PriceKey.self] }
  var price: Int { InjectedValues.current[PriceKey.self] }
}

private struct Order {
  @Injected({ $0[PriceKey.self] }) var injectedPrice
  var price: Int { InjectedValues[{ $0[PriceKey.self] }] }
}

private enum OtherInjectedValues {
  enum MemberKey: InjectionKey { static var defaultValue: Int { 1 } }
}

extension InjectedValues {
  fileprivate var messageNumber: Int {
    get { self[MessageNumberKey.self] }
    set { self[MessageNumberKey.self] = newValue }
  }
  fileprivate enum MessageUrlKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var messageURL: Int { self[MessageUrlKey.self] }
  @Injectable fileprivate var privateMacro: Int = 1
  // swift-format-ignore: TypeNamesShouldBeCapitalized
  enum ofMember: InjectionKey { static var defaultValue: Int { 1 } }
  @Injectable fileprivate var unused: Int = 1
  enum MemberKey: InjectionKey { static var defaultValue: Int { 1 } }
}
