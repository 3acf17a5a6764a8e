extension Issues {
  /// A function that reports the calls of a function of the value that is built here.
  @usableFromInline
  static func report(callsOf name: String, at source: SourceLine) -> @Sendable () -> Void {
    let key = Scope.currentBuild?.key
    return { report(callOf: name, at: source, inValueOf: key) }
  }

  /// Reports a call of a function that has no implementation.
  ///
  /// - Parameters:
  ///   - name: The name: `Client.fetch`; `nil` if it has none.
  ///   - source: The line that calls `unimplemented`.
  ///   - key: The key whose value has the function, if it is known.
  static func report(callOf name: String?, at source: SourceLine, inValueOf key: Key? = nil) {
    let layer = Scope.currentLayer
    let subject = key.map { Subject($0) }
    let member = name.map { lastComponent(of: $0, after: ".") } ?? "…"
    let change = ".\(subject?.property ?? "…").\(member) = { … }"
    let closure = " { $0\(change) }"
    let message = Message(
      "A function without an implementation was called.",
      subject,
      label: "Declared at",
      source: source,
      fixes: Message.fixes(in: layer, "Set the function", code: "$0" + change, closure, change)
    )
    message.function = name
    if name == nil {
      message.fixes += """

        - If it is a key's value and not a function, call unimplemented in the code of the key's \
        value or in the closure passed to provide.
        - If it is a method, override the value that has it.
        """
    }
    report(.unimplemented, message, in: layer)
  }
}
