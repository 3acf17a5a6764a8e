// What the messages say that stop a process.

extension InjectionFailure {
  var message: Message {
    switch self {
    case .circle(let subjects, let place):
      Message(
        "A default needs itself while it is built: "
          + subjects.map(\.short).joined(separator: " → "),
        subjects.first,
        place: place,
        fixes: [
          "Read one of these later: annotate a property with @Injected and read it when it is used"
            + ", not in an initializer.",
          "Or move what both need into a key of its own.",
        ]
      )

    case .sharedNeedsClass(let subject, let place):
      Message(
        "A shared value must be an instance of a class, since it is held weakly.",
        subject,
        place: place,
        fixes: [
          "Return an instance of a class from the key's default value.",
          "Or give the key another lifetime: .scoped is the usual one.",
        ]
      )

    case .unknownContext(let name):
      Message(
        "The environment variable INJECTION_CONTEXT must name a context (was \"\(name)\").",
        fixes: [
          "Set it to one of: "
            + InjectionContext.allCases.map(\.rawValue).joined(separator: ", ") + ".",
          "Or leave it out: tests and previews are recognized without it.",
        ]
      )

    case .unknownIsolation(let place):
      Message(
        "An injected property is isolated to an actor, and which one is unknown here.",
        place: place,
        fixes: [
          "Name the actor: Injected(\\.x, isolation: SomeActor.shared).",
          "Or set the property in an initializer, where the actor is known: _x = Injected(\\.x).",
          "Or make the property of InjectedValues and its key nonisolated.",
        ]
      )

    case .wrongIsolation(let actor, let place):
      Message(
        "An injected property that is isolated to \(type(of: actor)) was read outside of it.",
        place: place,
        fixes: [
          "Read it on \(type(of: actor)).",
          "Or make the property of InjectedValues and its key nonisolated.",
        ]
      )

    case .builtOffActor(let subject, let place, let declaration):
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

    case .unprovided(let subject, let place, let declaration, let context):
      Message.missing(
        "A value was read that nobody provides.",
        subject,
        at: place,
        declaration: declaration,
        in: UnobservedIssues.surroundings(in: context)
      )

    case .unprovidedOutsideOfBuild(let place):
      Message(
        "unprovided() must be called in the code of a key's value.",
        place: place,
        fixes: [
          "Call it in the key: static var defaultValue: Value { unprovided() }.",
          "For a function of a value that has no implementation, use unimplemented.",
        ]
      )

    case .unimplemented(var message, _, _):
      {
        message.fixes.append(
          "Or decide yourself what such an issue means, and go on with the placeholder: "
            + "InjectedValues.bootstrap(onIssue: { issue in … }) { … }."
        )
        return message
      }()

    case .bootstrappedTwice(let first, let second):
      Message(
        "The process's values must be set once (they were already set at \(first)).",
        place: second,
        fixes: [
          "Set all values in one call of InjectedValues.bootstrap, at the start of the program.",
          "Or open a scope around the code that needs other values: withInjected.",
        ]
      )

    case .bootstrappedTooLate(let subject, let firstUse, isInBootstrap: false, let place):
      Message(
        "The process's value must be set before it is read (its default was already used"
          + "\(firstUse.isKnown ? ", first at \(firstUse)" : "")).",
        subject,
        place: place,
        fixes: [
          "Call InjectedValues.bootstrap earlier, before anything reads the value.",
          "Or open a scope around the code that needs another value: withInjected.",
        ]
      )

    case .bootstrappedTooLate(let subject, let firstUse, isInBootstrap: true, let place):
      Message(
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
    }
  }
}
