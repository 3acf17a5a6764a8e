import Testing

@testable import Injection

/// Each message that stops a process, as a whole: the fact; property, key, type of value and place;
/// what to do (R20).
@Suite struct InjectionFailure_MessageTests {
  @Test func `the message about a default that needs itself`() {
    expect(
      .circle([subject, Subject(.of(SecondKey.self))], place),
      #"""
      A default needs itself while it is built: \.first → SecondKey

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Read one of these later: annotate a property with @Injected and read it when it is used, not in \#
      an initializer.
      - Or move what both need into a key of its own.
      """#
    )
  }

  @Test func `the message about a shared value that is no object`() {
    expect(
      .sharedNeedsClass(subject, place),
      #"""
      A shared value must be an instance of a class, since it is held weakly.

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Return an instance of a class from the key's default value.
      - Or give the key another lifetime: .scoped is the usual one.
      """#
    )
  }

  @Test func `the message about a context that there is not`() {
    expect(
      .unknownContext("tset"),
      """
      The environment variable INJECTION_CONTEXT must name a context (was "tset").

      To fix this:
      - Set it to one of: live, test, preview.
      - Or leave it out: tests and previews are recognized without it.
      """
    )
  }

  @Test func `the message about an actor that is not known`() {
    expect(
      .unknownIsolation(place),
      #"""
      An injected property is isolated to an actor, and which one is unknown here.

        Place: Checkout.swift:14

      To fix this:
      - Name the actor: Injected(\.x, isolation: SomeActor.shared).
      - Or set the property in an initializer, where the actor is known: _x = Injected(\.x).
      - Or make the property of InjectedValues and its key nonisolated.
      """#
    )
  }

  @Test func `the message about a read on another actor`() {
    expect(
      .wrongIsolation(MainActor.shared, place),
      """
      An injected property that is isolated to MainActor was read outside of it.

        Place: Checkout.swift:14

      To fix this:
      - Read it on MainActor.
      - Or make the property of InjectedValues and its key nonisolated.
      """
    )
  }

  @Test func `the message about values for the process that are set twice`() {
    expect(
      .bootstrappedTwice(first: SourcePlace("Shop/Main.swift", 3), second: place),
      """
      The process's values must be set once (they were already set at Main.swift:3).

        Place: Checkout.swift:14

      To fix this:
      - Set all values in one call of InjectedValues.bootstrap, at the start of the program.
      - Or open a scope around the code that needs other values: withInjected.
      """
    )
  }

  @Test func `the message about values for the process that are set too late`() {
    expect(
      .bootstrappedTooLate(
        subject,
        firstUse: SourcePlace("Shop/Main.swift", 3),
        isInBootstrap: false,
        place
      ),
      #"""
      The process's value must be set before it is read (its default was already used, first at Main.swift:3).

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Call InjectedValues.bootstrap earlier, before anything reads the value.
      - Or open a scope around the code that needs another value: withInjected.
      """#
    )
  }

  @Test func `the message about values for the process that the same call has read`() {
    expect(
      .bootstrappedTooLate(
        subject,
        firstUse: SourcePlace("Shop/Billing.swift", 9),
        isInBootstrap: true,
        place
      ),
      #"""
      The process's value must be set before it is read (its default was used at Billing.swift:9 by what \#
      this very call makes).

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Provide what reads it, so that it is built when it is first needed: $0.provide(SomeKey.self) { … }.
      - Or read it from the values that are set: InjectedValues.bootstrap { … $0.x … }.
      """#
    )
  }

  private func expect(
    _ failure: InjectionFailure,
    _ text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(failure.message.description == text, sourceLocation: location)
  }
}

// MARK: - Fixtures

private let place = SourcePlace("Shop/Checkout.swift", 14)

private let subject = Subject(.of(FirstKey.self), PropertyName("first"))

private protocol Thing: Sendable {}
private enum FirstKey: InjectionKey { static var defaultValue: any Thing { fatalError() } }
private enum SecondKey: InjectionKey { static var defaultValue: Int { 0 } }
