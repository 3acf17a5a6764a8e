import Injection

extension Message {
  /// The message about a strict test that read a live default.
  ///
  /// - Parameter option: The code of the option that takes exceptions.
  static func liveDefault(
    _ request: Request,
    exceptedBy option: String,
    in surroundings: Surroundings
  ) -> Message {
    let subject = request.subject
    return Message(
      "A strict test read a live default.",
      request,
      fixes: """
        - Override it for the test: \(surroundings.codeToOverride(subject.override, subject.change)).
        - Or give the key a testValue of its own: @Injectable(test: …).
        - Or, if the test is about the default, allow it: \(option)(except: \(subject.path)).
        """
    )
  }

  /// The message about a property that reads the current values instead of its own.
  static func ofCurrent(_ subject: Subject) -> Message {
    Message(
      "A property reads the current values instead of its own.",
      subject,
      fixes: """
        - Read the key in the getter with self: get { self[\(subject.keyInCode).self] }. Otherwise \
        captured values and objects with a home don't count.
        """
    )
  }

  /// The message about an update that sets no key.
  static func ofNothing(at source: SourceLine) -> Message {
    Message(
      "An update sets no key, so the scope overrides nothing.",
      label: "Set at",
      source: source,
      fixes: """
        - Set the key that the property's getter reads: set { self[SomeKey.self] = newValue }.
        - Or, if a member of an object was set, which all share, override the whole object.
        """
    )
  }

  /// The message about an override that was never read.
  ///
  /// - Parameters:
  ///   - isInDefault: Whether a default was built from another value.
  ///   - option: The code of the option that takes exceptions.
  static func unusedOverride(
    _ override: TrackedOverrides.Override,
    _ isInDefault: Bool,
    exceptedBy option: String,
    in surroundings: Surroundings
  ) -> Message {
    let subject = override.subject
    let code = surroundings.codeToOverride(subject.override, subject.change)
    let ofDefault =
      isInDefault
      ? "\n- Or override it where the default is built: for the whole test, with \(code)." : ""
    return Message(
      "An override was never read.",
      subject,
      label: "Overridden at",
      source: override.source,
      fixes: """
        - Remove the override.
        - Or allow it, as a fixture of a suite: \(option)(except: \(subject.path)).
        - Or find out why the code under test does not read it: it may read another key, or run in \
        a detached task or on a queue, which do not inherit the scope, or in a task for which the \
        test does not wait. Or an object reads it that was created outside of the scope, such as \
        one of a default that other scopes share. Or a static keeps the value that another test or \
        scope has read first: write \
        static var x: X { InjectedValues.current.x }.\(ofDefault)
        """
    )
  }
}

extension Subject {
  /// The code that names the property, or else reads the key.
  package var path: String { property.map { "\\.\($0)" } ?? "{ $0[\(keyInCode).self] }" }
}

extension InjectionIssue {
  /// This issue in one line, for one that was reported many times.
  func repeated(_ count: Int) -> InjectionIssue {
    var issue = self
    let fact = description.prefix { $0 != "\n" }
    let name = property.map { "\\.\($0), " } ?? key.map { "\($0), " } ?? ""
    issue.description = "\(fact) \(name)\(count) times so far."
    return issue
  }

  /// An issue with the problems of several properties.
  ///
  /// - Parameters:
  ///   - problems: The messages, by property.
  ///   - count: How many properties were verified.
  ///   - source: The line of the call.
  init(unverified problems: [VerificationObserver.Problem], of count: Int, source: SourceLine) {
    let fact = "Not all properties build in a test"
    self.init(.unverified, Message(fact, source: source, fixes: ""))
    description = "\(fact): \(Set(problems.map { $0.property }).count) of \(count) do not."
    for (property, message) in problems {
      description += "\n\n" + property + ":"
      for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
        description += line.isEmpty ? "\n" : "\n  " + line
      }
    }
  }
}
