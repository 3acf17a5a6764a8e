import Testing

@testable import Injection

// Every message as a whole: the fact; property, key, type of value and place; what to do (R20).
@Suite struct MessagesTests {
  @Test func `a default that needs itself`() {
    expect(
      .circle([name(FirstKey.self, "first"), name(SecondKey.self), name(FirstKey.self, "first")]),
      #"""
      A default needs itself while it is built: \.first → SecondKey → \.first

        Property: \.first
        Key:      FirstKey

      To fix this:
      - Read one of these later: annotate a property with @Injected and read it when it is used, not in \#
      an initialiser.
      - Or move what both need into a key of its own.
      """#
    )
  }

  @Test func `a shared value that is no object`() {
    expect(
      .sharedNeedsClass(name(FirstKey.self, "first"), (any Thing).self, place),
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

  @Test func `a context that there is not`() {
    expect(
      .unknownContext("tset"),
      """
      The environment variable INJECTION_CONTEXT must name a context (was "tset").

      To fix this:
      - Set it to one of: live, test, preview.
      - Or leave it out: tests and previews are recognised without it.
      """
    )
  }

  @Test func `an actor that is not known`() {
    expect(
      .unknownIsolation(place),
      #"""
      An injected property is isolated to an actor, and which one is unknown here.

        Place: Checkout.swift:14

      To fix this:
      - Name the actor: Injected(\.x, isolation: SomeActor.shared).
      - Or set the property in an initialiser, where the actor is known: _x = Injected(\.x).
      - Or make the property of InjectedValues and its key nonisolated.
      """#
    )
  }

  @Test func `a thread that cannot be had`() {
    expect(
      .noThread(11),
      """
      An explanation must run the property on a thread of its own, and none could be started (error 11).

      To fix this:
      - Explain the key instead of the property: explain(SomeKey.self) needs no thread.
      - Or see why the process can have no more threads.
      """
    )
  }

  @Test func `values for the process that are set twice`() {
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

  @Test func `values for the process that are set too late`() {
    expect(
      .bootstrappedTooLate(name(FirstKey.self, "first"), (any Thing).self, place),
      #"""
      The process's value must be set before it is read (its default was already used).

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

  @Test func `a read on another actor`() {
    #expect(
      InjectionFailure.wrongIsolation(place, MainActor.shared).description == """
        An injected property that is isolated to MainActor was read outside of it.

          Place: Checkout.swift:14

        To fix this:
        - Read it on MainActor.
        - Or make the property of InjectedValues and its key nonisolated.
        """
    )
  }
}

// MARK: - Issues of tests

extension MessagesTests {
  @Test func `a value without an implementation`() {
    expect(
      .unimplemented,
      #"""
      A value was read that has no implementation here.

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Override it in the scope that reads it: withInjected(\.first, …) { … }.
      - Or give the key a value for this context.
      """#
    )
  }

  @Test func `a default in a strict test`() {
    expect(
      .notOverridden,
      #"""
      A strict test read a default that nothing overrides.

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Override it for the test: withInjected(\.first, …) { … }.
      - Or, where the default is what the test is about: .strict(except: \.first).
      """#
    )
  }

  @Test func `an override that nobody read`() {
    expect(
      .neverRead,
      #"""
      An override was never read.

        Property: \.first
        Key:      FirstKey
        Value:    any Thing
        Place:    Checkout.swift:14

      To fix this:
      - Remove the override.
      - Or find out why the code under test does not read it: it may read another key, or run where the \#
      scope is not inherited, in a detached task or on a queue.
      """#
    )
  }

  @Test func `near misses are lines of their own`() {
    let issue = InjectionIssue(
      .notOverridden,
      name: name(FirstKey.self),
      valueType: (any Thing).self,
      place: place,
      nearMisses: ["one", "two"]
    )
    #expect(
      issue.description == #"""
        A strict test read a default that nothing overrides.

          Key:       FirstKey
          Value:     any Thing
          Place:     Checkout.swift:14
          Near miss: one
          Near miss: two

        To fix this:
        - Override it for the test: withInjected(\.property, …) { … }.
        - Or, where the default is what the test is about: .strict(except: \.property).
        """#
    )
  }

  private func expect(
    _ kind: InjectionIssue.Kind,
    _ text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let issue = InjectionIssue(
      kind,
      name: name(FirstKey.self, "first"),
      valueType: (any Thing).self,
      place: place
    )
    #expect(issue.description == text, sourceLocation: location)
    #expect(issue.fileID == "Shop/Checkout.swift", sourceLocation: location)
    #expect(issue.line == 14, sourceLocation: location)
  }

  private func expect(
    _ failure: InjectionFailure,
    _ text: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(failure.message.description == text, sourceLocation: location)
  }
}

// MARK: - Types

extension MessagesTests {
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

private let place = SourcePlace("Shop/Checkout.swift", 14)

private func name<Key: InjectionKey>(_ key: Key.Type, _ property: StaticString = "") -> KeyName {
  KeyName(key, function: property)
}

private protocol Thing: Sendable {}
private struct RealThing: Thing {}
private enum FirstKey: InjectionKey { static var defaultValue: any Thing { RealThing() } }
private enum SecondKey: InjectionKey { static var defaultValue: any Thing { RealThing() } }
