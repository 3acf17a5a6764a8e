import Testing

@testable import Injection

/// The form of messages (R20).
@Suite struct MessageTests {
  @Test func `the fact, then property, key, value and place, then what to do`() {
    let message = Message(
      "A fact.",
      KeyName(NumberKey.self, function: "number"),
      value: Int.self,
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
    let noProperty = Message("A fact.", KeyName(NumberKey.self, function: ""), fixes: ["Do."])
    #expect(noProperty.description == "A fact.\n\n  Key: NumberKey\n\nTo fix this:\n- Do.")
    let nothing = Message("A fact.", fixes: ["Do."])
    #expect(nothing.description == "A fact.\n\nTo fix this:\n- Do.")
  }

  @Test func `a key is named by its property, where that was used`() {
    #expect(KeyName(NumberKey.self, function: "number").short == "\\.number")
    #expect(KeyName(NumberKey.self, function: "").short == "NumberKey")
    // A subscript of `InjectedValues`, or a function that reads the key, is no property.
    #expect(KeyName(NumberKey.self, function: "subscript(_:)").property == nil)
    #expect(KeyName(NumberKey.self, function: "read()").short == "NumberKey")
  }

  @Test func `a place has file, line, and the file's module`() {
    let place = SourcePlace("Shop/Checkout.swift", 14)
    #expect(place.description == "Checkout.swift:14")
    #expect(place.fileID == "Shop/Checkout.swift")
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
}

// MARK: - Fixtures

private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
