/// A function without an implementation.
final class UnimplementedFunction: Sendable {
  /// The name: `Client.fetch`; `nil` if it has none.
  let name: String?

  /// The place of the call to `unimplemented`.
  let source: SourceLine

  /// The key whose value has the function, if it is known.
  let key: Key?

  init(_ name: String? = nil, at source: SourceLine, of key: Key? = nil) {
    (self.name, self.source, self.key) = (name, source, key)
  }

  /// A function that is made here, for the key of the running build if there is one.
  static func made(_ name: String, at source: SourceLine) -> UnimplementedFunction {
    UnimplementedFunction(name, at: source, of: Builds.ofThisThread.last?.key)
  }

  /// Reports a call.
  func report() {
    let scope = InjectedValues.current.scope
    let subject = key.map { Subject($0) }
    let member = name.map { lastComponent(of: $0, after: ".") } ?? "…"
    let change = "." + (subject?.property ?? "…") + "." + member + " = { … }"
    let closure = " { $0" + change + " }"
    let action = "Give the value this function"
    let message = Message(
      "A function was called that has no implementation here.",
      subject,
      source: source,
      fixes: Message.fixes(in: scope, action, code: "$0" + change, closure, change)
    )
    message.kind = .unimplemented
    message.function = name
    if name == nil {
      message.fixes += """

        - If it is the value of a key and no function, call unimplemented in the code of the key's \
        value, or in the closure that is passed to provide.
        """
    }
    Issues.report(message, in: scope)
  }
}
