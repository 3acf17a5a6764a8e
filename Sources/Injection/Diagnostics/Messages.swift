// What all messages say, in one place.

extension InjectionFailure {
  var message: Message {
    switch self {
    case .circle(let names):
      Message(
        "A default needs itself while it is built: "
          + names.map(\.short).joined(separator: " → "),
        names.first,
        fixes: [
          "Read one of these later: annotate a property with @Injected and read it when it is used, "
            + "not in an initialiser.",
          "Or move what both need into a key of its own.",
        ]
      )

    case .sharedNeedsClass(let name, let value, let place):
      Message(
        "A shared value must be an instance of a class, since it is held weakly.",
        name,
        value: value,
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
          "Or leave it out: tests and previews are recognised without it.",
        ]
      )

    case .unknownIsolation(let place):
      Message(
        "An injected property is isolated to an actor, and which one is unknown here.",
        place: place,
        fixes: [
          "Name the actor: Injected(\\.x, isolation: SomeActor.shared).",
          "Or set the property in an initialiser, where the actor is known: _x = Injected(\\.x).",
          "Or make the property of InjectedValues and its key nonisolated.",
        ]
      )

    case .noThread(let error):
      Message(
        "An explanation must run the property on a thread of its own, and none could be started "
          + "(error \(error)).",
        fixes: [
          "Explain the key instead of the property: explain(SomeKey.self) needs no thread.",
          "Or see why the process can have no more threads.",
        ]
      )

    case .bootstrappedTwice(let first, let second):
      Message(
        "The process's values must be set once (they were already set at \(first)).",
        place: second,
        fixes: [
          "Set all values in one call of InjectedValues.bootstrap, at the start of the program.",
          "Or open a scope around the code that needs other values: withInjected.",
        ]
      )

    case .bootstrappedTooLate(let name, let value, let place):
      Message(
        "The process's value must be set before it is read (its default was already used).",
        name,
        value: value,
        place: place,
        fixes: [
          "Call InjectedValues.bootstrap earlier, before anything reads the value.",
          "Or open a scope around the code that needs another value: withInjected.",
        ]
      )
    }
  }

  /// The message for a read on another actor than the one that made the property.
  static func wrongIsolation(_ place: SourcePlace, _ actor: any Actor) -> Message {
    Message(
      "An injected property that is isolated to \(type(of: actor)) was read outside of it.",
      place: place,
      fixes: [
        "Read it on \(type(of: actor)).",
        "Or make the property of InjectedValues and its key nonisolated.",
      ]
    )
  }
}

extension InjectionIssue.Kind {
  func message(_ name: KeyName, _ value: Any.Type, _ place: SourcePlace) -> Message {
    switch self {
    case .unimplemented:
      Message(
        "A value was read that has no implementation here.",
        name,
        value: value,
        place: place,
        fixes: [
          "Override it in the scope that reads it: withInjected(\(name.path), …) { … }.",
          "Or give the key a value for this context.",
        ]
      )

    case .notOverridden:
      Message(
        "A strict test read a default that nothing overrides.",
        name,
        value: value,
        place: place,
        fixes: [
          "Override it for the test: withInjected(\(name.path), …) { … }.",
          "Or, where the default is what the test is about: .strict(except: \(name.path)).",
        ]
      )

    case .neverRead:
      Message(
        "An override was never read.",
        name,
        value: value,
        place: place,
        fixes: [
          "Remove the override.",
          "Or find out why the code under test does not read it: it may read another key, or run "
            + "where the scope is not inherited, in a detached task or on a queue.",
        ]
      )
    }
  }
}

extension InjectionIssue.Kind {
  /// The messages of several properties in one.
  static func message(
    unverified problems: [(property: String, message: String)],
    of count: Int
  ) -> String {
    var lines = ["Not all properties build in a test: \(problems.count) of \(count) do not."]
    for problem in problems {
      lines += ["", "\(problem.property):"]
      for line in problem.message.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(line.isEmpty ? "" : "  \(line)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension KeyName {
  /// What to write in code to name the property.
  fileprivate var path: String { property.map { "\\.\($0)" } ?? "\\.property" }
}
