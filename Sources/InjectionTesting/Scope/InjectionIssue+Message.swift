import Injection

extension Message {
  /// The message about a strict test that read a live default.
  ///
  /// - Parameter place: The place of the read, or else of the test.
  static func notOverridden(
    _ request: Request,
    at place: SourcePlace,
    in surroundings: Surroundings
  ) -> Message {
    let subject = request.subject
    return Message(
      "A strict test read a live default that nothing overrides.",
      subject,
      place: place,
      declaration: request.declaration,
      fixes: [
        "Override it for the test: \(surroundings.codeToOverride(subject.override, subject.change)).",
        "Or give the key a testValue of its own.",
        "Or, where the default is what the test is about: .strict(except: \(subject.path)).",
      ]
    )
  }

  /// The message about an override that was never read.
  static func neverRead(_ override: TrackedOverrides.Override) -> Message {
    Message(
      "An override was never read.",
      override.subject,
      place: override.place,
      declaration: override.use.declaration,
      fixes: [
        "Remove the override.",
        "Or find out why the code under test does not read it: it may read another key, or run "
          + "where the scope is not inherited, in a detached task or on a queue.",
      ]
    )
  }
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
  ///   - place: The place of the call.
  init(
    unverified problems: [(property: String, message: String)],
    of count: Int,
    place: SourcePlace
  ) {
    let fact = "Not all properties build in a test"
    self.init(.unverified, Message(fact, place: place, fixes: []))
    description = Message.unverified(problems, of: count, fact: fact)
  }
}
