/// The values that are injected: read them through properties of this type, declared in extensions.
///
/// A value of this type is a view of one scope. Copies are independent: changing one does not change
/// the scope it was copied from, nor any other copy.
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
/// Use it on any thread, in any task or actor.
public struct InjectedValues: Sendable {
  /// The scope that is seen; `nil` is the process's root.
  @usableFromInline var scope: Scope?

  /// Where the property was declared that these values are read for.
  @usableFromInline let reader: SourcePlace?

  /// Whether `scope` was opened for this value, to take its changes.
  @usableFromInline var isDraft = false

  @inlinable
  init(_ scope: Scope?, reader: SourcePlace? = nil) {
    self.scope = scope
    self.reader = reader
  }

  /// The value of a key: the nearest override, or else the default, which is built when it is first
  /// read.
  ///
  /// Setting it is an override in this value only; enter the value with `withInjected(_:operation:)`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The name of the property that is declared with the key. It comes by itself.
  ///   - fileID: The file in which that is so. It comes by itself.
  ///   - line: The line on which that is so. It comes by itself.
  /// - Complexity: O(1), without a lock, an allocation or the evaluation of a key path. The first read
  ///   in a scope is O(the number of scopes between it and the one that has the value), and building
  ///   costs what the key's code costs.
  @inlinable
  public subscript<Key: InjectionKey>(
    key: Key.Type, _ property: StaticString = #function, _ fileID: StaticString = #fileID,
    _ line: UInt = #line
  ) -> Key.Value {
    @inline(__always) get {
      if let entry = unsafe Scope.entry(EntryID(key), in: scope) {
        // Safe to cast: a key has one type of value, and an entry that is not watched is a box.
        // Safe to use unretained: the table keeps the entry while `scope` lives, and where this is
        // inlined into the last use of these values, that is until the value is copied.
        return withExtendedLifetime(scope) {
          unsafe entry._withUnsafeGuaranteedRef {
            unsafe unsafeDowncast($0, to: Box<Key.Value>.self).value
          }
        }
      }
      return resolve(key, property, fileID, line)
    }
    @inline(__always) set {
      override(KeyName(key, function: property), fileID, line, newValue, Box<Key.Value>.self)
    }
  }

  /// The slow path of a read.
  @usableFromInline
  func resolve<Key: InjectionKey>(
    _ key: Key.Type,
    _ property: StaticString,
    _ fileID: StaticString,
    _ line: UInt
  ) -> Key.Value {
    if let value = pendingWrite(as: Key.Value.self) { return value }
    let place = reader ?? SourcePlace(fileID, line)
    let read = Read(key, function: property, place: place, isPreparation: isDraft)
    return resolve(read).value(as: Key.Value.self)
  }

  private func resolve(_ read: Read) -> Resolution {
    if let scope, let build = scope.enclosingBuild { scope.recordRead(of: read.facts, by: build) }
    return (scope ?? .process).resolved.resolve(read)
  }
}

// MARK: - Changing values

extension InjectedValues {
  /// Values to change: a scope inside `scope` that nobody else sees yet.
  @usableFromInline
  static func draft(
    in scope: Scope?,
    place: SourcePlace,
    name: consuming String?,
    isBase: Bool = false
  ) -> InjectedValues {
    let container = scope?.sharedContainer
    var values = InjectedValues(
      Scope(parent: scope, container: container, place: place, name: consume name, isBase: isBase)
    )
    values.isDraft = true
    return values
  }

  /// Values to change: a scope inside the current one that nobody else sees yet.
  @usableFromInline
  static func draft(
    _ fileID: StaticString,
    _ line: UInt,
    name: consuming String? = nil
  ) -> InjectedValues {
    draft(in: Scope.current, place: SourcePlace(fileID, line), name: consume name)
  }

  /// Values to change: the root of a new test container.
  static func testContainer(
    place: SourcePlace,
    name: String?,
    options: Container.Options = Container.Options()
  ) -> InjectedValues {
    let container = Container(context: .test, options: options)
    var values = InjectedValues(
      Scope(parent: nil, container: container, place: place, name: name, isBase: true)
    )
    values.isDraft = true
    return values
  }

  /// Overrides a key's value.
  ///
  /// - Parameter box: Comes with the value, since the caller knows the type: to look the metadata of a
  ///   generic class up takes as long as all the rest of opening a scope.
  @usableFromInline
  mutating func override<Value>(
    _ key: KeyName,
    _ fileID: StaticString,
    _ line: UInt,
    _ value: borrowing Value,
    _ box: Box<Value>.Type
  ) {
    let id = EntryID(key.key)
    // In a test that asks what was read, the engine has to see every read.
    let isWatched = scope?.sharedContainer?.tracksOverrides == true
    let entry = box.init(value, id: isWatched ? id.watched : id, name: key)
    if isWatched { track(entry, declaration: SourcePlace(fileID, line)) }
    // Copy on write: a draft that nobody else holds and that nothing was read through takes the
    // override itself; in all other cases a new scope inside takes it.
    let takesIt = isDraft && isKnownUniquelyReferenced(&scope) && !scope!.entries.wasReadThrough
    if !takesIt { openInside(SourcePlace(fileID, line)) }
    scope!.override(consume entry)
  }

  // These two apart, so that the usual override needs few registers.

  /// Goes on in a new scope inside: a part of the draft's, or one for values that were captured.
  @inline(never)
  mutating func openInside(_ declaration: SourcePlace) {
    if isDraft, let scope {
      self = .draft(in: scope, place: scope.place, name: scope.name, isBase: scope.isBase)
    } else {
      self = .draft(in: scope, place: declaration, name: nil)
    }
  }

  @inline(never)
  private func track(_ entry: Entry, declaration: SourcePlace) {
    scope!.container.track(entry, in: scope!, isDraft: isDraft, declaration: declaration)
  }
}

// MARK: - Current

extension InjectedValues {
  /// The values that the running task sees here.
  ///
  /// Capture them to take them where a task's scope does not reach: a callback, a queue, a thread, a
  /// detached task. There, `withInjected(_:operation:)` enters them again, as often as needed.
  ///
  /// ```swift
  /// let values = InjectedValues.current
  /// queue.async { withInjected(values) { refresh() } }
  /// ```
  ///
  /// - Complexity: O(1).
  public static var current: InjectedValues {
    InjectedValues(Scope.current)
  }

  /// What the values are for: live work, a test or a preview.
  public var context: InjectionContext { (scope ?? .process).container.context }
}
