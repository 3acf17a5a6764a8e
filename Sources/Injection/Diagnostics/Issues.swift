/// Reports issues, also in a scope without an observer.
@usableFromInline
package enum Issues {
  private static let state = Lock(State())

  private struct State: Sendable {
    /// The handler of a live process, from `InjectedValues.bootstrap`.
    var handler: (@Sendable (InjectionIssue) -> Void)?
    /// The issues that were written to standard error, each once for a line.
    var written: [String] = []
  }

  /// The handler of a live process, if it was given one.
  static var handlerOfProcess: (@Sendable (InjectionIssue) -> Void)? {
    // As a state: passing a bare closure through a generic lock wraps it again each time.
    @inline(never) get { state.withLock { $0 }.handler }
    @inline(never) set {
      // The old one is released after the lock, since that may run code.
      var handler = newValue
      state.withLock { (handler, $0.handler) = ($0.handler, handler) }
    }
  }

  /// Calls the handler of a live process. Returns whether there is one.
  ///
  /// What it reads counts for no default that is being built.
  @inline(never) @discardableResult
  static func handle(_ issue: InjectionIssue) -> Bool {
    guard let handler = handlerOfProcess else { return false }
    let scope = Scope.currentLayer.orNone.map { Scope(leadingTo: $0) }
    Scope.taskLocal.withValue(Current(scope)) { handler(issue) }
    return true
  }

  /// Reports a read of an unimplemented value.
  static func report(unimplemented request: Request, in layer: Layer) {
    let message = Message.missing(.unimplemented, request, in: layer)
    for hint in layer.container.reporter?.nearMisses(of: request, in: layer) ?? [] {
      message.add("Near miss", hint)
    }
    report(.unimplemented, message, in: layer)
  }

  /// Tells everybody of a read that has waited long for a build on another thread: that may wait
  /// for it.
  ///
  /// - Parameter key: What the build may read, if the read waits for that, and not for the value.
  @inline(never)
  static func report(_ request: Request, waitingFor build: Build, for key: Key?, in layer: Layer) {
    // The default's own code can't read its own key first.
    let message =
      if let key, key !== build.key {
        Message.waiting(request, for: build, toRead: key)
      } else {
        Message.waiting(request)
      }
    // What both threads wait for, as far as it is known.
    message.addNeeds(of: request)
    let path = Wait.path(from: build).map { Subject($0.key).short }
    if !path.isEmpty { message.add("Which waits for", path.joined(separator: " → ")) }
    warn(message, in: layer)
  }

  /// Tells everybody of a wait that may never end.
  package static func warn(_ message: Message, in layer: Layer) {
    Platform.writeToStandardError(message.description + "\n")
    if layer.context == .live { handle(InjectionIssue(.waitingRead, message)) }
    reporter(of: layer)?.report(.waitingRead, message)
  }

  /// What reports to the test that runs in a scope, or `nil` if none is known.
  @inline(never) static func reporter(of layer: Layer) -> (any IssueReporter)? {
    layer.container.reporter
      ?? (layer.context == .test ? Container.testFramework.withLock { $0 }?.reporter : nil)
  }

  /// Reports to the test, or else to the test framework, to the handler of a live process, or to
  /// standard error. Without a handler, a live process stops if something is unimplemented.
  package static func report(_ kind: InjectionIssue.Kind, _ message: Message, in layer: Layer) {
    if let reporter = reporter(of: layer) { return reporter.report(kind, message) }
    let issue = InjectionIssue(kind, message)
    if layer.context == .live {
      if handle(issue) { return }
      if kind == .unimplemented {
        let handle = "InjectedValues.bootstrap(onIssue: { issue in … }) { … }."
        message.addFix("handle it, and continue with the placeholder", handle)
        message.stop()
      }
    }
    let cause = "\(issue.key ?? "") \(message.function ?? "") \(issue.source.id)"
    let isNew = state.withLock { state in
      // What closing throws is each time something else.
      if kind != .unimplemented { return true }
      if state.written.contains(cause) { return false }
      state.written.append(cause)
      return true
    }
    if isNew { Platform.writeToStandardError(issue.description + "\n") }
  }
}

extension Message {
  /// The message about a read of a value that must be provided or overridden.
  static func missing(_ kind: InjectionIssue.Kind, _ request: Request, in layer: Layer) -> Message {
    let (subject, property) = (request.subject, request.key.propertyOfMacro)
    let provide = "$0.provide(\(subject.keyInCode).self) { … }"
    let code = property == nil ? provide : "$0" + subject.change
    let isUnprovided = kind == .unprovided
    let message = Message(
      isUnprovided
        ? "A value was read, but none is provided." : "A value without an implementation was read.",
      request,
      fixes: fixes(in: layer, code: code, subject.override, subject.change)
    )
    if isUnprovided {
      let isLive = layer.context == .live
      if isLive, layer.isOutermostOfProcess {
        message.fixes += """

          - If a scope provides it, such as a user's, enter that in a detached task or on a queue: \
          let values = InjectedValues.current there, and withInjected(values) { … } here.
          """
      }
      let name = isLive ? "default" : layer.context.rawValue
      let (type, placeholder) = (typeName(request.key.valueType), "unimplemented(placeholder: …)")
      var own = "static var \(name)Value."
      var failing = "static var testValue: \(type) { \(placeholder) }."
      if let property {
        let initial = "@Injectable var \(property): \(type) = …"
        failing = "@Injectable(test: \(placeholder))."
        own = "\(isLive ? initial : "@Injectable(\(name): …)"), or code: \(provide)."
      }
      message.addFix("give the key a \(name) value", own)
      // A verification goes on anyway.
      if layer.context == .test, Verification.current.get() == nil {
        message.addFix("let only the test fail, and the run go on", failing)
      }
    }
    let singleton = Scope.currentBuild?.firstAround { build in
      !build.standsOnReads && build.key !== request.key
    }
    if let singleton {
      let name = Subject(singleton.key).short
      let cause = "a singleton doesn't see the scopes that read it."
      message.addFix("give \(name) another lifetime", cause)
    }
    message.kind = kind
    message.addNeeds(of: request)
    return message
  }

  /// Adds the defaults that are built here and need what is read.
  fileprivate func addNeeds(of request: Request) {
    _ = Scope.currentBuild?.firstAround { build in
      if build.key !== request.key { add("Needed by", Subject(build.key).short) }
      return false
    }
  }

  /// The lines that say how to set in a scope what is missing there; see `IssueReporter`.
  @inline(never) static func fixes(
    in layer: Layer,
    _ action: String? = nil,
    code: String,
    _ arguments: String,
    _ member: String
  ) -> String {
    let operation = arguments.hasPrefix("(") ? " { … }." : " operation: { … }."
    let inner = "withInjected\(arguments)\(operation)"
    let ofTest = Issues.reporter(of: layer)?
      .fixes(action, code: code, arguments, member, scope: inner)
    if let ofTest { return ofTest }
    // A preview's container has nothing of the process.
    let isOfPreview = layer.context == .preview && !layer.isOfProcess
    let place =
      isOfPreview
      ? "in #Preview(traits: .injected" : "at the start of the process: InjectedValues.bootstrap"
    let set = "\(place) { \(code) }\(isOfPreview ? ")" : "")"
    return "- \(action ?? "Provide it") \(set), or in a scope: \(inner)"
  }
}
