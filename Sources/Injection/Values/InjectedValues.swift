/// The values that are injected, read through properties that extensions of this type declare.
///
/// A value of this type is a view of one scope. Copies are independent: changing one does not
/// change the scope it was copied from, nor any other copy.
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
/// A process should have this library once. Where two of its parts link it each for itself, such as
/// an app and the tests that run in it, or two frameworks, each has values of its own, and
/// overrides in one do not reach the other. Then link it in one dynamic library of your own, which
/// all others link.
///
/// Use it on any thread, in any task or actor.
public struct InjectedValues: Sendable {
  /// What is seen; `nil` is the process's root.
  @usableFromInline package internal(set) var place: Place?

  /// Where the property is declared that these values are read for, or where a scope is opened for
  /// changes of these values.
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(_ place: Place?, at source: SourcePlace) {
    self.place = place
    self.source = source
  }

  /// Values that were captured.
  @usableFromInline
  package init(_ place: Place?) { self.init(place, at: .unknown) }

  /// What a property sees whose object has a home.
  //
  // A client calls it with what it loads from a wrapper: to pass the wrapper itself, it would copy
  // that by its metadata.
  @usableFromInline
  static func seen(from home: Place?, at source: SourcePlace) -> InjectedValues {
    InjectedValues(home.map { Place.seen(from: $0, at: source) } ?? Place.current, at: source)
  }

  /// The value of a key: the nearest override, or else the default.
  ///
  /// A default is built when it is first read. Setting it is an override in these values only;
  /// enter them with `withInjected(_:operation:)`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The name of the property that is declared with the key; leave the default.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: O(1), without a lock, an allocation or the evaluation of a key path. The first
  ///   read in a scope is O(the number of scopes between it and the nearest one that knows the
  ///   value), and building costs what the key's code costs.
  @inlinable
  public subscript<Key: InjectionKey>(
    key: Key.Type, _ property: StaticString = #function, _ fileID: StaticString = #fileID,
    _ line: UInt = #line
  ) -> Key.Value {
    @inline(__always) get {
      // Safe to use unretained: `self` holds the scope, and that the entry, until the value is copied.
      if let entry = unsafe quickEntry(KeyID(key)) {
        return withExtendedLifetime(self) {
          unsafe entry._withUnsafeGuaranteedRef { $0.value(as: Key.Value.self) }
        }
      }
      return entry(of: key, property, fileID, line).value(as: Key.Value.self)
    }
    @inline(__always) set { override(newValue, key, property) }
  }

  /// What has the value of a key, if no more than to look into plain scopes is needed.
  @usableFromInline
  func quickEntry(_ key: KeyID) -> Unmanaged<Entry>? {
    if Attention.isNeeded { return nil }
    guard let place else {
      return unsafe ProcessRoot.unretained._withUnsafeGuaranteedRef { unsafe $0.quickFind(key) }
    }
    return unsafe place.quickFind(key)
  }

  /// What has the value of a key.
  //
  // It knows nothing of the value's type: the caller takes the value out of the entry.
  @usableFromInline
  func entry(
    of key: any InjectionKey.Type,
    _ property: StaticString,
    _ fileID: StaticString,
    _ line: UInt
  ) -> Entry {
    let place = place ?? ProcessRoot.current
    // While others build or record, and through a build that is over, no more may be needed either.
    if Build.innermost == nil, Recording.current == nil, let entry = place.find(KeyID(key)) {
      return entry
    }
    return place.resolve(
      Request(
        key: Key.of(key),
        property: property,
        place: source,
        declaration: SourcePlace(fileID, line),
        isUpdate: place.asScope?.isDraft == true
      )
    )
  }
}

// MARK: - Current

extension InjectedValues {
  /// The values that the running task sees here.
  ///
  /// Capture them to take them where a task's scope does not reach: a callback, a queue, a thread,
  /// a detached task. There, `withInjected(_:operation:)` enters them again, as often as needed.
  ///
  /// ```swift
  /// let values = InjectedValues.current
  /// queue.async { withInjected(values) { refresh() } }
  /// ```
  ///
  /// While a default is built, these are the values that it is built from: what it keeps of them
  /// has the overrides of what it read, and no others of the scope that asked. A default that keeps
  /// the values for later, such as a job runner's, reads what it needs while it is built, or names
  /// it in its lifetime: ``InjectionLifetime/scoped(by:)``. What is made by hand in a scope has all
  /// of it.
  ///
  /// To change them, use ``overriding(named:_:fileID:line:)``: messages and explanations then know
  /// where that was.
  ///
  /// - Complexity: O(1).
  public static var current: InjectedValues {
    get { InjectedValues(Place.current) }
    @available(*, unavailable, message: "there is no global value: use withInjected or bootstrap")
    set { fatalError("unavailable") }
  }

  /// The value of a property that the running task sees here.
  ///
  /// ```swift
  /// let timeout = InjectedValues.current.config.timeout
  /// ```
  ///
  /// This form, `InjectedValues[\.config.timeout]`, does the same with a key path literal or a
  /// function. Of a misspelled property, the compiler of Swift 6.3 says here that it cannot infer the
  /// type of the key path, where it names the mistake in the other one.
  ///
  /// There is no global value to set: `withInjected` replaces one in a scope,
  /// ``bootstrap(_:fileID:line:)`` sets those of the process.
  ///
  /// - Parameters:
  ///   - property: A key path literal: `\.repository`, `\.config.timeout`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: That of reading the property.
  public static subscript<Value>(
    property: (InjectedValues) -> Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    get { property(InjectedValues(Place.current, at: SourcePlace(fileID, line))) }
    @available(*, unavailable, message: "there is no global value: use withInjected or bootstrap")
    set { fatalError("unavailable") }
  }

  /// What the values are for: live work, a test or a preview.
  ///
  /// - Complexity: O(1).
  public var context: InjectionContext { scope.container.context }

  /// The values of the current container's root, outside of all its scopes.
  ///
  /// Make an object in there that must not remember the scope in which it happens to be made, such
  /// as one in a static variable:
  ///
  /// ```swift
  /// enum Shared {
  ///   static let service = withInjected(.root) { BasketService() }
  /// }
  /// ```
  ///
  /// - Complexity: O(the number of scopes around the current one).
  public static var root: InjectedValues {
    InjectedValues(Place.current?.scope.root.asOuter)
  }

  /// The same values for what is kept in their scope, and so must not hold that.
  var unheld: InjectedValues {
    scope.leadsToProcess ? .process : InjectedValues(Build(leadingTo: scope.layer))
  }

  /// The values of the process, whatever scope is current.
  package static var process: InjectedValues { InjectedValues(nil) }

  /// Whether these are read for an injected property.
  package var isOfProperty: Bool { source.isKnown && place?.asScope?.isDraft != true }

  /// The scope that is seen.
  package var scope: Scope { place?.scope ?? ProcessRoot.current }
}
