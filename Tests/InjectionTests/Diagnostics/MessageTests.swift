import Testing

@testable import Injection

/// The form of messages (R20), and what they say of a key and of a place.
@Suite struct MessageTests {
  @Test func `the fact, then property, key, value and place, then what to do`() {
    let message = Message(
      "A fact.",
      Subject(.of(NumberKey.self), PropertyName("number")),
      place: SourcePlace("Shop/Checkout.swift", 14),
      fixes: ["Do this.", "Or that."]
    )
    #expect(
      message.description == """
        A fact.

          Property: \\.number
          Key:      NumberKey
          Value:    Int
          Place:    Checkout.swift:14

        To fix this:
        - Do this.
        - Or that.
        """
    )
  }

  @Test func `what is unknown is left out`() {
    let noProperty = Message("A fact.", Subject(.of(OtherKey.self)), fixes: ["Do."])
    #expect(
      noProperty.description
        == "A fact.\n\n  Key:   OtherKey\n  Value: any Thing\n\nTo fix this:\n- Do."
    )
    let nothing = Message("A fact.", fixes: ["Do."])
    #expect(nothing.description == "A fact.\n\nTo fix this:\n- Do.")
  }

  @Test func `details that are added line up with the others`() {
    var message = Message("A fact.", Subject(.of(OtherKey.self)), fixes: ["Do."])
    message.details.append(("Near miss", "one"))
    #expect(
      message.description == """
        A fact.

          Key:       OtherKey
          Value:     any Thing
          Near miss: one

        To fix this:
        - Do.
        """
    )
  }

  // MARK: Keys

  @Test func `a key is named by its property, where that was used`() {
    #expect(Subject(.of(OtherKey.self), PropertyName("number")).short == "\\.number")
    #expect(Subject(.of(OtherKey.self), PropertyName("number")).path == "\\.number")
    #expect(Subject(.of(OtherKey.self)).short == "OtherKey")
    #expect(Subject(.of(OtherKey.self)).path == "{ $0[OtherKey.self] }")
  }

  @Test func `where a key is used by its type, there is no property`() {
    // A subscript of `InjectedValues`, a function that reads the key, an initial value.
    let functions: [StaticString] = ["", "subscript(_:)", "read()", "init(values:)", "SomeType"]
    for function in functions {
      #expect(Subject(.of(OtherKey.self), PropertyName(function)).property == nil)
    }
  }

  @Test func `a key that is used by its type has the name of the first property that used it`() {
    _ = InjectedValues.current.messageNumber
    #expect(Subject(.of(NumberKey.self)).short == "\\.messageNumber")
  }

  // MARK: Places

  @Test func `a place has file, line, and the file's module`() {
    let place = SourcePlace("Shop/Checkout.swift", 14)
    #expect(place.description == "Checkout.swift:14")
    #expect(place.fileID == "Shop/Checkout.swift")
    #expect("\(place.file)" == "Shop/Checkout.swift")
    #expect(place.line == 14)
    #expect(place == SourcePlace("Shop/Checkout.swift", 14))
    #expect(place != SourcePlace("Shop/Checkout.swift", 15))
    #expect(place != SourcePlace("Shop/Basket.swift", 14))
    #expect(
      Set([place, SourcePlace("Shop/Checkout.swift", 14), SourcePlace("Shop/Basket.swift", 14)])
        .count == 2
    )
  }

  @Test func `a place in this file`() {
    #expect(SourcePlace(#fileID, #line).fileID == "InjectionTests/MessageTests.swift")
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

extension InjectedValues {
  fileprivate var messageNumber: Int { self[NumberKey.self] }
}
