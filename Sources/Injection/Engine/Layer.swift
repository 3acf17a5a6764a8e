/// A scope that stores its first override, or its only one, in itself: one allocation.
///
/// All but the value is in `LayerBase`, so that little is generic.
@usableFromInline
final class Layer<Value>: LayerBase, @unchecked Sendable {
  // Unchecked like its superclass; a key demands that its values are `Sendable`.

  // Safe not to check exclusive access: only written while this is a draft.
  @exclusivity(unchecked)
  @usableFromInline var storedValue: Value

  /// A scope with one override, or, without a key, a draft whose value waits for a write through a
  /// key path.
  init(
    _ value: Value,
    _ key: (any InjectionKey.Type)?,
    _ property: PropertyName,
    in link: Scope?,
    place: SourcePlace,
    isBase: Bool = false
  ) {
    unsafe storedValue = value
    super.init(key, property, in: link, place: place, isBase: isBase)
  }

  override func makeBox(_ key: KeyDescription, _ property: PropertyName) -> Entry {
    Box(unsafe storedValue, key, property)
  }

  override func pendingValue<Other>(as _: Other.Type) -> Other? {
    guard isPending, Other.self == Value.self else { return nil }
    markPendingRead()
    // Safe to cast: the types are the same.
    return unsafe unsafeBitCast(storedValue, to: Other.self)
  }
}

/// What a `Layer` knows of the override that it stores.
@usableFromInline
class LayerBase: Scope, @unchecked Sendable {
  // Unchecked like its superclass; what it adds is written only while this is a draft, and so needs
  // no check of exclusive access.

  @exclusivity(unchecked)
  private var storedKey: (any InjectionKey.Type)?
  @exclusivity(unchecked)
  private var storedProperty: PropertyName
  @exclusivity(unchecked)
  private var storedPending: Pending

  /// Whether the value waits for a write through a key path, which says of what key it is.
  private enum Pending {
    case no
    case yes
    /// A getter was answered with the value.
    case wasRead
  }

  init(
    _ key: (any InjectionKey.Type)?,
    _ property: PropertyName,
    in link: Scope?,
    place: SourcePlace,
    isBase: Bool
  ) {
    unsafe storedKey = key
    unsafe storedProperty = property
    unsafe storedPending = key == nil ? .yes : .no
    super.init(
      in: link,
      container: link?.sharedContainer,
      place: place,
      traits: (link?.traitsInside ?? []).union(isBase ? .base : []),
      ownID: key.map { EntryID($0) } ?? .none,
      observation: link?.observation
    )
  }

  func makeBox(_ key: KeyDescription, _ property: PropertyName) -> Entry {
    fatalError("a subclass makes it")
  }

  /// Made when somebody other than a read of this very scope asks: what inner scopes remember.
  override final var ownOverride: Entry? {
    guard ownID != .none, let key = unsafe storedKey else { return nil }
    // Safe to take unretained: `self` keeps it.
    if let known = unsafe found[ownID] { return unsafe known.takeUnretainedValue() }
    let box = unsafe makeBox(.of(any: key), storedProperty)
    box.setLayer(serial)
    return found.remember(box)
  }

  // MARK: While this is a draft

  /// Makes the value that is stored here the override of a key, if it is that already, or of none.
  override final func take(_ key: any InjectionKey.Type, _ property: PropertyName) -> Bool {
    let id = EntryID(key)
    if ownID != id {
      if unsafe storedKey != nil { return false }
      setOwnID(id)
      unsafe storedKey = key
      if unsafe storedPending == .yes { unsafe storedPending = .no }
    }
    unsafe storedProperty = property
    return true
  }

  final var isPending: Bool { unsafe storedPending != .no }
  override final func stopPending() { unsafe storedPending = .no }
  final func markPendingRead() { unsafe storedPending = .wasRead }
  override final var wasPendingRead: Bool { unsafe storedPending == .wasRead }
}
