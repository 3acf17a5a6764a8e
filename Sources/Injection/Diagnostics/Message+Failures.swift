// The messages of mistakes that stop the process, since it can't continue correctly.

extension Message {
  /// Stops the process with a message at a place in the user's code. A verification builds its
  /// other properties first, and a live process calls its handler first.
  package func stop(in context: InjectionContext? = nil) -> Never {
    Verification.current.get()?.willStop(self)
    if let kind, context == .live { Issues.handlerOfProcess?(InjectionIssue(kind, self)) }
    if context == .test, let test = Issues.reporter(of: Place.current.layer())?.testName {
      add("Test", test)
    }
    (source.isKnown ? source : declaration).stop(description)
  }

  /// - Parameter subjects: The keys of the circle, from one until it is needed again.
  static func circle(_ subjects: [String], at request: Request) -> Message {
    let message = Message(
      "A default needs itself while it is built: "
        + subjects.joined(separator: " → "),
      request,
      fixes: """
        - Read one of these later: annotate a property with @Injected, and read it when it is used, \
        not in an initializer.
        - Or move what both need, or the value that another one wraps, into a key of its own.
        """
    )
    message.kind = .circular
    message.source = request.source.isKnown ? request.source : request.declaration
    message.circle = subjects
    return message
  }

  static func sharedNeedsClass(_ request: Request) -> Message {
    Message(
      "A shared value must be an instance of a class, since it is held weakly.",
      request,
      fixes: """
        - Return an instance of a class from the key's default value.
        - Or give the key another lifetime: .scoped is the usual one.
        """
    )
  }

  static func unknownContext(_ name: String) -> Message {
    Message(
      "The environment variable INJECTION_CONTEXT must name a context (was \"" + name + "\").",
      fixes: """
        - Set it to one of: live, test, preview.
        - Or leave it out: tests and previews are recognized without it.
        """
    )
  }

  static func unknownIsolation(_ source: SourceLine) -> Message {
    Message(
      "An injected property is isolated to an actor, and which one is unknown here.",
      source: source,
      fixes: #"""
        - Name the actor: Injected(\.x, isolation: SomeActor.shared).
        - Or set the property in an initializer, where the actor is known: _x = Injected(\.x).
        - Or make the property of InjectedValues and its key nonisolated.
        """#
    )
  }

  static func wrongIsolation(_ actor: any Actor, _ source: SourceLine) -> Message {
    let actor = String(describing: type(of: actor))
    return Message(
      "An injected property that is isolated to " + actor + " was read outside of it.",
      source: source,
      fixes: "- Read it on " + actor + """
        .
        - Or make the property of InjectedValues and its key nonisolated.
        """
    )
  }

  package static let builtOffActorFact =
    "A default that is isolated to an actor was built outside of it."

  static func builtOffActor(_ request: Request) -> Message {
    let property = "var " + (request.subject.property ?? "property")
    let test =
      Verification.current.get() == nil ? "" : " Call verifyInjection in a test on the main actor."
    return Message(
      builtOffActorFact,
      request,
      fixes: """
        - Read it on the actor: the main actor, in a module where that is the default isolation.\(test)
        - In such a module, write the isolation out, so that other modules see it: \
        @MainActor \(property).
        - Or, for code on any actor, make the property and its key nonisolated: \
        nonisolated \(property).
        """
    )
  }

  static func unprovidedOutsideOfBuild(_ source: SourceLine) -> Message {
    Message(
      "unprovided() must be called in the code of a key's value.",
      source: source,
      fixes: """
        - Call it in the key: static var defaultValue: Value { unprovided() }.
        - For a function of a value that has no implementation, use unimplemented.
        """
    )
  }

  static func bootstrappedTwice(first: SourceLine, second: SourceLine) -> Message {
    Message(
      "The process's values must be set once (they were already set at " + first.description
        + ").",
      source: second,
      fixes:
        "- Set all values in one call of InjectedValues.bootstrap, at the start of the program.\n"
        + (Container.process.context == .test
          ? "- Or, in a test, set the values of that test instead: @Test(.injected { … }), or in XCTest in "
            + "inject(into:)."
          : "- Or open a scope around the code that needs other values: withInjected.")
    )
  }

  static func bootstrappedTooLate(_ key: Key, _ source: SourceLine) -> Message {
    let use = key.firstUse.map { $0.isKnown ? ", first at " + $0.description : "" } ?? ""
    return Message(
      "The process's value must be set before it is read (its default was already used" + use
        + ").",
      Subject(key),
      source: source,
      fixes: """
        - Call InjectedValues.bootstrap earlier, before anything reads the value.
        - If a value that this call sets reads it, provide that value, so that it is built when it \
        is first needed: $0.provide(SomeKey.self) { … }; or read the closure's values: $0.x.
        - Or open a scope around the code that needs another value: withInjected.
        """
    )
  }
}

extension InjectionIssue {
  /// - Parameter source: Where the property is declared.
  package static func foreignHome(
    _ home: Layer,
    from current: Layer,
    at source: SourceLine
  ) -> InjectionIssue {
    let message = Message(
      "An object sees the overrides of a scope that has ended: the one in which it was made.",
      source: source,
      fixes: """
        - Make an object that many share outside of all scopes: \
        static let shared = withInjected(.root) { Service() }.
        - Or read without an object, where the value is used: InjectedValues.current.x.
        - Or make the object in the scope that uses it.
        """
    )
    message.add("Made in", home.title)
    message.add("Read in", current.title)
    return InjectionIssue(.foreignHome, message)
  }
}
