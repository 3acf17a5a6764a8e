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
/// overrides in one do not reach the other; a message on standard error says so. Then link it in
/// one dynamic library of your own, which all others link.
///
/// Use it on any thread, in any task or actor.
// Frozen, since a read is inlined into clients: it makes one of these for each.
@frozen
public struct InjectedValues: Sendable {
  /// What is seen; `nil` is the process's root.
  @usableFromInline var viewpoint: Viewpoint?

  /// The home behind it, of the property that these values are read for.
  @usableFromInline var home: Viewpoint?

  /// Where the property was declared that these values are read for, or where the scope is opened
  /// that takes changes; unknown in values that were captured. And what becomes of changes.
  // In one word: what takes more than three is handed to a getter through memory.
  @usableFromInline var purpose: SourcePlace

  /// What becomes of changes.
  enum Stage: UInt64 {
    /// They are read, or were captured. The first change opens a scope inside.
    case captured
    /// The same, and the scope is that of a call, which `place` names.
    case opening
    /// The viewpoint is a scope that was opened for these values, and takes changes.
    case draft
  }

  @inlinable
  init(_ viewpoint: Viewpoint?, home: Viewpoint? = nil, reader: SourcePlace = .unknown) {
    self.viewpoint = viewpoint
    self.home = home
    self.purpose = reader
  }

  /// What is seen, and behind it the home.
  package var view: ScopeView { ScopeView(viewpoint ?? Scope.process, behind: home) }

  var stage: Stage { Stage(rawValue: purpose.note)! }

  var place: SourcePlace { purpose.noting(0) }

  init(_ viewpoint: Viewpoint?, home: Viewpoint? = nil, _ stage: Stage, at place: SourcePlace) {
    self.init(viewpoint, home: home, reader: place.noting(stage.rawValue))
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
      let id = KeyID(key)
      if home == nil, let scope = unsafe Viewpoint.unretained(viewpoint) {
        // Safe to cast, here and below: a key has one type of value, a scope that stores an
        // override itself is a `ValueScope`, and what reads find in a table is a box. Safe to use
        // unretained: `self` holds the scope, and the scope the entry, until the value is copied.
        if unsafe scope._withUnsafeGuaranteedRef({ $0.ownID }) == id {
          return withExtendedLifetime(viewpoint) {
            unsafe scope._withUnsafeGuaranteedRef {
              unsafe unsafeDowncast($0, to: ValueScope<Key.Value>.self).storedValue
            }
          }
        }
        if let entry = unsafe scope._withUnsafeGuaranteedRef({ unsafe $0.found[Name(id)] }) {
          return withExtendedLifetime(viewpoint) {
            unsafe entry._withUnsafeGuaranteedRef {
              unsafe unsafeDowncast($0, to: Box<Key.Value>.self).value
            }
          }
        }
      }
      return entry(of: key, property, fileID, line).boxed(as: Key.Value.self)
    }
    @inline(__always) set {
      let (scope, box) = (ValueScope<Key.Value>.self, Box<Key.Value>.self)
      override(newValue, key, property, fileID, line, scope, box)
    }
  }

  /// What has the value of a key, for a read that finds nothing in the scope itself.
  ///
  /// It knows nothing of the value's type: the caller takes it out of the entry, since where the
  /// type is not known, to look the metadata of a generic class up takes longer than the read.
  @usableFromInline
  func entry(
    of key: any InjectionKey.Type,
    _ property: StaticString,
    _ fileID: StaticString,
    _ line: UInt
  ) -> Entry {
    let id = KeyID(key)
    if stage == .captured, let entry = home == nil ? quickEntry(id) : view.quickEntry(id) {
      return entry
    }
    if stage == .draft, let pending = draft.pendingEntry(of: .of(key)) { return pending }
    let property = PropertyName(property)
    let description = KeyDescription.of(key)
    description.learn(property)
    let request = Request(
      key: description,
      property: property,
      place: stage == .captured ? place : .unknown,
      declaration: SourcePlace(fileID, line),
      isPreparation: stage != .captured,
      isOfDraft: stage == .draft
    )
    return view.read(request).value
  }

  private func quickEntry(_ id: KeyID) -> Entry? {
    // Safe to use unretained: `self` holds the viewpoint, and the process's root is never freed.
    let viewpoint = unsafe Viewpoint.unretained(viewpoint)
    return unsafe viewpoint?._withUnsafeGuaranteedRef { $0.quickEntry(id) }
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
    InjectedValues(Viewpoint.heldCurrent)
  }

  /// The value of a property that the running task sees here.
  ///
  /// ```swift
  /// let timeout = InjectedValues[\.config.timeout]
  /// ```
  ///
  /// There is no global value to set: `withInjected` replaces one in a scope,
  /// ``bootstrap(_:fileID:line:)`` sets those of the process.
  ///
  /// Of a misspelled property, the compiler of Swift 6.3 says here that it cannot infer the type of
  /// the key path. Written with its root, `\InjectedValues.timeout`, it names the mistake.
  ///
  /// - Parameters:
  ///   - property: A key path literal: `\.repository`, `\.config.timeout`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: That of reading the property.
  public static subscript<Value>(
    property: (InjectedValues) -> Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    get { property(InjectedValues(Viewpoint.current, reader: SourcePlace(fileID, line))) }
    @available(
      *,
      unavailable,
      message: "there is no global value to set: use withInjected or InjectedValues.bootstrap"
    )
    set { fatalError("unavailable") }
  }

  /// What the values are for: live work, a test or a preview.
  ///
  /// - Complexity: O(1).
  public var context: InjectionContext { view.context }
}
