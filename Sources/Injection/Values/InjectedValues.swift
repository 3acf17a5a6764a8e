/// The injected values, read through properties that extensions of this type declare.
///
/// A value of this type shows one scope. Copies are independent: a change to one changes neither
/// the scope nor another copy.
///
/// ```swift
/// extension InjectedValues {
///   var repository: any Repository {
///     get { self[RepositoryKey.self] }
///     set { self[RepositoryKey.self] = newValue }
///   }
/// }
/// ```
///
/// A process should contain this library once. If an app and the tests that run in it each link it
/// statically, each has its own values, and overrides in one don't reach the other. The module
/// `InjectionTesting` says so on standard error. In that case, test without the app, or link the
/// library into one dynamic library that both link.
public struct InjectedValues: Sendable {
  // For code that the macros make. A client's own types of the same names don't hide members.
  public typealias _InjectionKey = InjectionKey
  public typealias _InjectionLifetime = InjectionLifetime

  /// The scope from which values are seen; `nil` is the process's root.
  @usableFromInline package internal(set) var scope: Optional<Scope>

  /// The code that reads or changes these values: the declaration of an injected property, a call
  /// that reads, or the call that opens a scope for the changes.
  @usableFromInline package let source: SourceLine

  @usableFromInline
  package init(_ scope: Scope?, at source: SourceLine = .unknown) {
    (self.scope, self.source) = (scope, source)
  }

  /// The value of a key: the nearest override, or else the default.
  ///
  /// A default is built when it is first read. Setting a value overrides it in this copy only. To
  /// run code that sees the override, enter the copy with `withInjected(_:operation:)`.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(1), without a lock, an allocation or the evaluation of a key path. The first
  ///   read in a scope is O(scopes between it and the nearest one that knows the value), plus the
  ///   cost of the key's code if the default is built. Weak and transient values are slower, and
  ///   so are reads outside of all scopes by an object that a scope's default created.
  @export(implementation)
  public subscript<Key: InjectionKey>(
    key: Key.Type, property property: StaticString = #function,
    fileID fileID: StaticString = #fileID, line line: UInt = #line
  ) -> Key.Value {
    @inline(__always) get {
      if let entry = unretainedEntry(KeyID(key), from: scope) {
        // The scope holds the entry.
        return withExtendedLifetime(self) { entry.use { $0.value(as: Key.Value.self) } }
      }
      return entry(of: key, property, fileID, line).value(as: Key.Value.self)
    }
    @inline(__always) set { add(Box(newValue, key, property)) }
  }

  /// The entry of a key.
  //
  // Not generic: the caller takes the value out of the entry.
  @usableFromInline
  func entry(
    of key: any InjectionKey.Type,
    _ property: StaticString,
    _ fileID: StaticString,
    _ line: UInt
  ) -> Entry {
    let isUpdate = scope?.isDraft == true
    if let entry = scope?.find(byBits: KeyID(key)), !isUpdate || entry.isOverride { return entry }
    let key = Key.of(key)
    if isUpdate {
      if let answer = scope!.answer(for: key) { return answer }
      // A default that is built may lead here from now on.
      if !scope!.hasValue(of: key.id) { _ = scope!.usedLayer() }
    }
    let request = Request(
      key: consume key,
      property: property,
      source: source,
      declaration: SourceLine(fileID, line),
      isUpdate: isUpdate
    )
    return Scope.resolve(request, from: scope)
  }
}

// MARK: - Current

extension InjectedValues {
  /// The values that the running task sees.
  ///
  /// Capture them for code that the task's scope doesn't reach: a callback, a queue, a thread or a
  /// detached task. `withInjected(_:operation:)` enters them there, as often as needed.
  ///
  /// ```swift
  /// let values = InjectedValues.current
  /// queue.async { withInjected(values) { refresh() } }
  /// ```
  ///
  /// > Warning: `static let values = InjectedValues.current` captures the scope that first uses the
  /// > variable, such as one user's request, for all later ones. Make it a computed property, or
  /// > capture ``root``.
  ///
  /// While a default is built, these are the values of the scope that asks for it. If its code
  /// stores them, they show later the overrides that it has read while it was built, and all outside
  /// of these, or else those of the root: nothing of the scopes further in, such as the one that
  /// first read it. So a default that needs other values later, such as a job runner, reads them
  /// while it is built, or names their keys in its lifetime: ``InjectionLifetime/scoped(by:)``.
  ///
  /// To change them, use ``overriding(named:_:fileID:line:)``, so that messages and explanations
  /// have the line of the change.
  public static var current: InjectedValues { InjectedValues(Scope.current?.asCaptured()) }

  /// These values, as code may keep them.
  @usableFromInline
  func captured() -> InjectedValues {
    scope.map { InjectedValues($0.asCaptured(), at: source) } ?? self
  }

  /// The value of a property that the running task sees.
  ///
  /// ```swift
  /// let timeout = InjectedValues[\.config.timeout]
  /// ```
  ///
  /// `InjectedValues.current.config.timeout` is the same. If a property is misspelled, the compiler
  /// of Swift 6.3 names the mistake there. Here, it reports that it can't infer the type of the key
  /// path.
  ///
  /// It can't be set: `withInjected` replaces a value in a scope, and `InjectedValues.bootstrap`
  /// sets values for the process.
  ///
  /// - Parameter property: A key path literal: `\.repository`, `\.config.timeout`.
  /// - Complexity: That of reading the property.
  @export(implementation)
  public static subscript<Value>(
    property: (InjectedValues) -> Value, fileID fileID: StaticString = #fileID,
    line line: UInt = #line
  ) -> Value {
    property(InjectedValues(Scope.current, at: SourceLine(fileID, line)))
  }

  /// The context of the container: live, a test or a preview.
  public var context: InjectionContext { (scope?.ownContainer ?? .process).context }

  /// The values of the current container's root, outside of all its scopes.
  ///
  /// Enter them to create an object that must not have the current scope as its home, such as one
  /// in a static variable:
  ///
  /// ```swift
  /// enum Shared {
  ///   static let service = withInjected(.root) { BasketService() }
  /// }
  /// ```
  ///
  /// - Complexity: O(scopes around the current one).
  public static var root: InjectedValues {
    InjectedValues(Scope.currentLayer.root.orNone.map { Scope(leadingTo: $0) })
  }

  /// The same values, without holding their scope: for values that the scope keeps.
  package func unheld() -> InjectedValues { InjectedValues(scope?.unheld()) }

  /// Whether an injected property reads these values.
  package var isOfProperty: Bool { source.isKnown && scope?.isDraft != true }

  /// The overrides of the scope that is seen.
  package var overrides: Overrides { layer().overridesOfParts }

  /// The layer of the scope that is seen. To look at a draft isn't to use it.
  package func layer() -> Layer { scope?.isDraft == true ? scope!.layer : scope.seen }
}
