// What the messages say that stop a process: mistakes that leave no right way to go on.

extension Message {
  /// Stops the process, with a message that is attributed to the user's code; where properties are
  /// being verified, with all that is wrong with them.
  func stop() -> Never {
    Verification.current?.willStop(self)
    let place = place.isKnown ? place : declaration
    let (file, line) = place.isKnown ? (place.file, UInt(place.line)) : (#fileID, #line)
    fatalError(description, file: file, line: line)
  }

  /// - Parameters:
  ///   - subjects: What a thread builds, from one key on until it needs that key again.
  ///   - place: Where it needs it.
  static func circle(_ subjects: [Subject], _ place: SourcePlace) -> Message {
    Message(
      "A default needs itself while it is built: "
        + subjects.map(\.short).joined(separator: " → "),
      subjects.first,
      place: place,
      circle: subjects,
      fixes: [
        "Read one of these later: annotate a property with @Injected and read it when it is used"
          + ", not in an initializer.",
        "Or move what both need into a key of its own.",
      ]
    )
  }

  static func sharedNeedsClass(_ subject: Subject, _ place: SourcePlace) -> Message {
    Message(
      "A shared value must be an instance of a class, since it is held weakly.",
      subject,
      place: place,
      fixes: [
        "Return an instance of a class from the key's default value.",
        "Or give the key another lifetime: .scoped is the usual one.",
      ]
    )
  }

  static func unknownContext(_ name: String) -> Message {
    Message(
      "The environment variable INJECTION_CONTEXT must name a context (was \"\(name)\").",
      fixes: [
        "Set it to one of: "
          + InjectionContext.allCases.map(\.rawValue).joined(separator: ", ") + ".",
        "Or leave it out: tests and previews are recognized without it.",
      ]
    )
  }

  static func unknownIsolation(_ place: SourcePlace) -> Message {
    Message(
      "An injected property is isolated to an actor, and which one is unknown here.",
      place: place,
      fixes: [
        "Name the actor: Injected(\\.x, isolation: SomeActor.shared).",
        "Or set the property in an initializer, where the actor is known: _x = Injected(\\.x).",
        "Or make the property of InjectedValues and its key nonisolated.",
      ]
    )
  }

  static func wrongIsolation(_ actor: any Actor, _ place: SourcePlace) -> Message {
    Message(
      "An injected property that is isolated to \(type(of: actor)) was read outside of it.",
      place: place,
      fixes: [
        "Read it on \(type(of: actor)).",
        "Or make the property of InjectedValues and its key nonisolated.",
      ]
    )
  }

  static func builtOffActor(
    _ subject: Subject,
    _ place: SourcePlace,
    declaration: SourcePlace
  ) -> Message {
    Message(
      "A default that is isolated to an actor was built outside of it.",
      subject,
      place: place,
      declaration: declaration,
      fixes: [
        "Read it on the actor: the main actor, in a module where that is the default isolation.",
        "In such a module write it down, so that other modules see it: @MainActor var "
          + "\(subject.property ?? "property").",
        "Or make the property of InjectedValues and its key nonisolated.",
      ]
    )
  }

  /// Of a key that somebody must provide; where it is read, and where it says so.
  static func unprovided(
    _ subject: Subject,
    _ place: SourcePlace,
    declaration: SourcePlace,
    _ context: InjectionContext
  ) -> Message {
    missing(
      "A value was read that nobody provides.",
      subject,
      at: place,
      declaration: declaration,
      in: UnobservedIssues.surroundings(in: context)
    )
  }

  static func unprovidedOutsideOfBuild(_ place: SourcePlace) -> Message {
    Message(
      "unprovided() must be called in the code of a key's value.",
      place: place,
      fixes: [
        "Call it in the key: static var defaultValue: Value { unprovided() }.",
        "For a function of a value that has no implementation, use unimplemented.",
      ]
    )
  }

  static func bootstrappedTwice(first: SourcePlace, second: SourcePlace) -> Message {
    Message(
      "The process's values must be set once (they were already set at \(first)).",
      place: second,
      fixes: [
        "Set all values in one call of InjectedValues.bootstrap, at the start of the program.",
        "Or open a scope around the code that needs other values: withInjected.",
      ]
    )
  }

  static func bootstrappedTooLate(
    _ subject: Subject,
    firstUse: SourcePlace,
    isInBootstrap: Bool,
    _ place: SourcePlace
  ) -> Message {
    isInBootstrap
      ? Message(
        "The process's value must be set before it is read (its default was used"
          + "\(firstUse.isKnown ? " at \(firstUse)" : "") by what this very call makes).",
        subject,
        place: place,
        fixes: [
          "Provide what reads it, so that it is built when it is first needed: "
            + "$0.provide(SomeKey.self) { … }.",
          "Or read it from the values that are set: InjectedValues.bootstrap { … $0.x … }.",
        ]
      )
      : Message(
        "The process's value must be set before it is read (its default was already used"
          + "\(firstUse.isKnown ? ", first at \(firstUse)" : "")).",
        subject,
        place: place,
        fixes: [
          "Call InjectedValues.bootstrap earlier, before anything reads the value.",
          "Or open a scope around the code that needs another value: withInjected.",
        ]
      )
  }
}
