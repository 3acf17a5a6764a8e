// The messages of mistakes that stop the process, since it can't continue correctly.

extension Message {
  /// Stops the process with a message at a line of the user's code. A verification builds its
  /// other properties first, and a live process calls its handler first.
  package func stop(in context: InjectionContext? = nil) -> Never {
    Verification.current.get()?.willStop(self)
    if let kind, context == .live { Issues.handle(InjectionIssue(kind, self)) }
    if let test = Issues.reporter(of: Scope.currentLayer)?.testName { add("Test", test) }
    (source.isKnown ? source : declaration).stop(description)
  }

  /// - Parameter subjects: The keys of the circle, from one until it is needed again.
  static func circle(_ subjects: [String], at request: Request) -> Message {
    let message = Message(
      "A default needs itself while it is built: \(subjects.joined(separator: " → "))",
      request,
      fixes: """
        - Read one of these later: declare an @Injected property, and read it in a method instead \
        of an initializer.
        - Or move what both need, or the value that one of them wraps, to a key of its own.
        """
    )
    message.kind = .circular
    if !request.source.isKnown { message.locate("Declared at", request.declaration) }
    return message
  }

  /// A read that waits until it is known whether a default, which is being built, reads a key.
  static func waiting(_ request: Request, for build: Build, toRead key: Key) -> Message {
    let (subject, scope) = (Subject(key), build.view?.word(of: key.id)?.layer)
    let message = Message(
      "A read waits for a default on another thread: what it sees depends on what that reads.",
      request,
      fixes: """
        - If the default waits for this read, read the value in the default's own code first: \
        _ = InjectedValues.current\(subject.property.map { ".\($0)" } ?? "[\(subject.keyInCode).self]").
        - Or name the key in the default's lifetime: .scoped(by: \(subject.keyInCode).self).
        """
    )
    message.add("Waits for", Subject(build.key).short)
    if request.key !== key { message.add("Built from", subject.short) }
    if let scope { message.add("Overridden in", scope.title) }
    let object = "a property of an object that the default has created"
    let task = "a task that the default has started, or values that it has captured"
    message.add("Read through", request.source.isKnown ? object : task)
    return message
  }

  /// A read that waits for a value.
  static func waiting(_ request: Request) -> Message {
    Message(
      "A read waits for a default that another thread builds, and that may wait for this thread.",
      request,
      fixes: """
        - If the default's code waits for other work, such as with a semaphore, do that work \
        before, with await, and set the value in a scope or in bootstrap.
        - If a lock is held here that the default's code takes, read the value before the lock is \
        taken.
        - If the code is only slow, read the value once before others need it.
        """
    )
  }

  static func weakNeedsClass(_ request: Request) -> Message {
    Message(
      "A weak value must be an instance of a class, since it is held weakly.",
      request,
      fixes: """
        - Make the key's default an instance of a class.
        - Or give the key another lifetime, such as .scoped.
        """
    )
  }

  static func unknownIsolation(_ source: SourceLine) -> Message {
    Message(
      "An injected property is isolated to an actor that is unknown here.",
      label: "Declared at",
      source: source,
      fixes: #"""
        - Name the actor: Injected(\.x, isolation: SomeActor.shared).
        - Or set the property in an initializer, where the actor is known: _x = Injected(\.x).
        - Or make the property of InjectedValues and its key nonisolated.
        """#
    )
  }

  static func wrongIsolation(_ source: SourceLine) -> Message {
    Message(
      "An injected property that is isolated to MainActor was read outside of it.",
      label: "Declared at",
      source: source,
      fixes: """
        - Read it on MainActor.
        - Or make the property of InjectedValues and its key nonisolated.
        """
    )
  }

  package static let builtOffActorFact =
    "A default that is isolated to an actor was built outside of it."

  static func builtOffActor(_ request: Request) -> Message {
    let property = "var \(request.subject.property ?? "property")"
    let test =
      Verification.current.get() == nil ? "" : " Call verifyInjection in a test on the main actor."
    return Message(
      builtOffActorFact,
      request,
      fixes: """
        - Read it on its actor. In a module with that default isolation, it is the main actor.\(test)
        - In such a module, write it out, so that other modules see it: @MainActor \(property).
        - Or make it and its key nonisolated, for code on any actor: nonisolated \(property).
        """
    )
  }

  static func bootstrappedTwice(first: SourceLine, second: SourceLine) -> Message {
    Message(
      "The process's values must be set once (they were already set at \(first)).",
      source: second,
      fixes: """
        - Set all values in one call of InjectedValues.bootstrap, at the start of the program.
        - Or open a scope around the code that needs other values: withInjected.
        """
    )
  }

  static func bootstrappedTooLate(_ key: Key, _ source: SourceLine) -> Message {
    let use = key.firstUse.map { $0.isKnown ? ", first at \($0)" : "" } ?? ""
    return Message(
      "The process's value must be set before it is read (its default was already used\(use)).",
      Subject(key),
      source: source,
      fixes: """
        - Call InjectedValues.bootstrap earlier, before anything reads the value.
        - If this call's closure reads it, read $0.x instead, or provide the value that needs it: \
        $0.provide(SomeKey.self) { … }.
        - Or open a scope around the code that needs another value: withInjected.
        """
    )
  }
}

extension InjectionIssue {
  /// - Parameter source: Where the property is declared.
  package static func outlivedScope(
    _ home: Layer,
    from current: Layer,
    at source: SourceLine
  ) -> InjectionIssue {
    let message = Message(
      "An object was used in another scope after the one that it was created in had ended.",
      label: "Read at",
      source: source,
      fixes: """
        - Create it outside of all scopes: static let shared = withInjected(.root) { Service() }.
        - Or read the value where it is used, without an object: InjectedValues.current.x.
        - Or create the object in the scope that uses it.
        """
    )
    message.add("Created in", home.title)
    message.add("Read in", current.title)
    return InjectionIssue(.outlivedScope, message)
  }
}
