package import Injection

extension Message {
  /// The message about a scope that still exists.
  ///
  /// - Parameter source: Where it was opened.
  package static func leakedScope(_ scope: Scope, at source: SourceLine) -> Message {
    let message = Message(
      "A scope still exists after its test has ended.",
      label: "Opened at",
      source: source,
      fixes: """
        - If a static variable, a registry or a queue holds captured values or an object that was \
        created in the scope, release that, or create the object outside of all scopes: static let \
        shared = withInjected(.root) { Service() }.
        - If a task still runs in the scope, wait for it in the test, or cancel it.
        - If a value that the scope keeps creates objects with injected properties after it was \
        built, they hold the scope, and it holds them: create them in the initializer, or pass them \
        the value instead of an injected property.
        """
    )
    if let name = scope.layer.name { message.add("Scope", name) }
    let overrides = scope.layer.overridesOfParts.all.map { $0.subject.short }
    message.add("Overrides", overrides.joined(separator: ", "))
    let kept = Set(scope.layer.parts.flatMap(\.kept).map { Subject(Key.of($0.type)).short })
    if !kept.isEmpty { message.add("Keeps", kept.sorted().joined(separator: ", ")) }
    return message
  }
}
