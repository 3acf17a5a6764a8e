import Injection

extension InjectionIssue.Kind {
  /// What is said of a key.
  func message(_ subject: Subject, _ place: SourcePlace) -> Message {
    switch self {
    case .unimplemented, .unverified:
      .unimplemented(subject, place)

    case .notOverridden:
      Message(
        "A strict test read a live default that nothing overrides.",
        subject,
        place: place,
        fixes: [
          "Override it for the test: @Test(.injected(\(subject.path), …)).",
          "Or give the key a testValue of its own.",
          "Or, where the default is what the test is about: .strict(except: \(subject.path)).",
        ]
      )

    case .neverRead:
      Message(
        "An override was never read.",
        subject,
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

extension InjectionIssue {
  /// The messages of several properties in one.
  ///
  /// - Parameters:
  ///   - problems: What is wrong, by property, as messages.
  ///   - count: How many properties were verified.
  ///   - place: Where that was asked for.
  init(
    unverified problems: [(property: String, message: String)],
    of count: Int,
    place: SourcePlace
  ) {
    var lines = ["Not all properties build in a test: \(problems.count) of \(count) do not."]
    for problem in problems {
      lines += ["", "\(problem.property):"]
      for line in problem.message.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(line.isEmpty ? "" : "  \(line)")
      }
    }
    self.init(.unverified, nil, place: place, description: lines.joined(separator: "\n"))
  }
}
