// Changes go to a scope that is a draft: see Scope+Draft.swift.

extension InjectedValues {
  /// Values to change: a draft of a scope in the current one.
  @usableFromInline
  package static func draft(named name: String? = nil, at source: SourceLine) -> InjectedValues {
    InjectedValues(Scope(in: Scope.current, at: source, named: name), at: source)
  }

  /// Ends the draft, and returns the scope to enter.
  //
  // Fast callers write `consume`: an implicit copy would count a reference.
  @usableFromInline
  package consuming func finished() -> Scope? {
    if scope?.isDraft != true { return inPlaceOfDraft }
    scope!.finish()
    return scope
  }

  /// The scope for captured values that an update closure has put in place: they are entered, and
  /// their scope doesn't end with the operation.
  @inline(never) private var inPlaceOfDraft: Scope? {
    entered().map { Scope(telling: $0.listener, in: $0) }
  }

  /// Adds an override.
  @usableFromInline
  package mutating func add(_ override: consuming Entry) {
    // Captured values are changed.
    if scope?.isDraft != true { scope = Scope(in: Scope.using(captured: scope), at: .unknown) }
    if !isHeldHereOnly(&scope) || !scope!.takesOverrides { scope = scope!.rest() }
    scope!.add(override)
  }

  /// The scope to enter for captured values. The running task's listener is told of what is read
  /// there. If the values were changed, their draft ends.
  @usableFromInline
  func entered() -> Scope? {
    let current = Scope.current
    reportIfForeign(from: current)
    let scope = scope.map { $0.isDraft ? $0.enteredDraft() : $0 }
    guard let current, !current.isPlain, let listener = current.listener?.live else { return scope }
    let entered = Scope.using(captured: scope)
    return entered?.listener === listener ? entered : Scope(telling: listener, in: entered)
  }

  /// The scope for code that enters these values of a kept scope: they are seen together with the
  /// current ones.
  @usableFromInline
  package func enteredHere() -> Scope? {
    guard let current = Scope.current else { return scope }
    guard let kept = Scope.using(captured: scope) else { return current }
    let entered = current.entering(kept)
    if entered.isAlias { reportIfForeign(from: current) }
    return entered
  }

  /// Reports that a test enters values of another one.
  private func reportIfForeign(from current: Scope?) {
    guard Container.process.context == .test, let current else { return }
    // `nil` is the process's.
    let (container, other) = (current.ownContainer, scope?.ownContainer)
    if other?.reporter == nil || container?.isOfSameTest(as: other!) != false { return }
    container?.reporter?.report(foreign: layer())
  }

  /// Sets a property, or a member of one, through a key path in a draft.
  ///
  /// For a stored key path, the standard library also calls the property's getter, which would
  /// build the default. So the draft is lent the value meanwhile, and the first key of its type
  /// that asks gets it.
  //
  // Inlined, since the optimizer then turns a literal into a call of the setter.
  @export(implementation) @inline(__always)
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    // Safe: the draft doesn't use the value after `endWriting`.
    let isWritten = unsafe withUnsafePointer(to: value) { pointer in
      unsafe beginWriting(pointer, Value.self)
      self[keyPath: keyPath] = value
      return endWriting()
    }
    if !isWritten { self[keyPath: keyPath] = value }
  }

  @usableFromInline
  mutating func beginWriting(_ value: UnsafeRawPointer, _ type: Any.Type) {
    if !isHeldHereOnly(&scope) { scope = scope?.rest() }
    unsafe scope?.lend(value, type)
  }

  /// Returns whether no key but the written one got the lent value. If one did, as for a property
  /// of several keys, the write is undone, and the caller writes again.
  @usableFromInline
  mutating func endWriting() -> Bool {
    guard let undone = scope?.endLending() else { return true }
    scope = undone
    return false
  }
}
