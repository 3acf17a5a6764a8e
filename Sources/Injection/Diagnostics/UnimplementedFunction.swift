/// A function without an implementation, and the message about its call.
struct UnimplementedFunction: Sendable {
  /// The name: `Client.fetch`; `nil` if it has none.
  let name: String?

  /// The place of the call to `unimplemented`.
  let place: SourcePlace

  /// The key whose value has the function, if it is known.
  let key: Key?

  /// A function that is made here, for the key of the running build if there is one.
  init(_ name: String, _ place: SourcePlace) {
    self.name = name
    self.place = place
    self.key = Builds.ofThisThread?.key
  }

  /// The running function.
  init(runningAt place: SourcePlace, _ name: String? = nil) {
    self.name = name
    self.place = place
    self.key = nil
  }

  func report() { Issues.report(self) }

  func message(in surroundings: Surroundings) -> Message {
    let subject = key.map { Subject($0) }
    let member = name.map { String($0.split(separator: ".").last ?? "…") } ?? "…"
    let change = ".\(subject?.property ?? "…").\(member) = { … }"
    let scope = "withInjected { $0\(change) } operation: { … }."
    let fix =
      switch surroundings {
      case .program:
        "Give the value this function at the start of the process: InjectedValues.bootstrap "
          + "{ $0\(change) }, or in a scope: \(scope)"
      case .verification:
        "Give the value this function in the closure of verifyInjection: { $0\(change) }."
      case .test, .testScope, .outside:
        "Give the value this function for the test: "
          + "\(surroundings.codeToOverride(" { $0\(change) }", change)), or in a scope of the test: \(scope)"
      }
    var message = Message(
      "A function was called that has no implementation here.",
      subject,
      place: place,
      fixes: surroundings.hints + [fix]
    )
    if let name {
      message.function = name
    } else {
      message.fixes += [
        "If it is the value of a key and no function, call unimplemented in the code of the key's "
          + "value, or in the closure that is passed to provide."
      ]
    }
    return message
  }
}
