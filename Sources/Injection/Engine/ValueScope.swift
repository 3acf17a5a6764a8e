import Synchronization

/// A scope that stores its first override, or its only one, in itself: one allocation.
@usableFromInline
final class ValueScope<Value>: Scope, @unchecked Sendable {
  // Unchecked like its superclass; a key demands that its values are `Sendable`. What it adds is
  // written only while this is a draft, and so needs no check of exclusive access.

  @exclusivity(unchecked)
  @usableFromInline var storedValue: Value
  @exclusivity(unchecked)
  private var storedKey: (any InjectionKey.Type)?
  @exclusivity(unchecked)
  private var property: PropertyName
  @exclusivity(unchecked)
  private var pending: Pending

  private let box = LazyReference<Entry>()

  /// Whether the value waits for a write through a key path, which says of what key it is.
  private enum Pending {
    case no
    case yes
    /// A getter was answered with the value.
    case wasRead
  }

  /// A scope with one override, or, without a key, a draft whose value waits for a write through a
  /// key path.
  ///
  /// - Parameter link: A plain scope, or `nil` for the process's root.
  init(
    _ value: Value,
    _ key: (any InjectionKey.Type)?,
    _ property: PropertyName,
    in link: Scope?,
    place: SourcePlace
  ) {
    unsafe storedValue = value
    unsafe storedKey = key
    unsafe self.property = property
    unsafe pending = key == nil ? .yes : .no
    super.init(in: link, place: place, ownKey: key.map { KeyID($0) } ?? .none)
  }

  /// The second, in any view.
  init(pending value: Value, in view: ScopeView, place: SourcePlace, traits: Traits) {
    unsafe storedValue = value
    unsafe storedKey = nil
    unsafe self.property = .none
    unsafe pending = .yes
    super.init(in: view, place: place, traits: traits, observation: view.observation)
  }

  /// Made when somebody other than a read of this very scope asks.
  override var ownOverride: Entry? {
    guard let key = unsafe storedKey, hasOwn(KeyID(key)) else { return nil }
    return box.value ?? box.set(Box(unsafe storedValue, .of(any: key), unsafe property))
  }

  override func hasOwn(_ id: KeyID) -> Bool { ownKey.load(ordering: .relaxed) == id.bits }

  // MARK: While this is a draft

  /// Makes the value that is stored here the override of a key, if it is that already, or of none.
  override func take(_ key: any InjectionKey.Type, _ property: PropertyName) -> Bool {
    let id = KeyID(key)
    // Somebody may rely on what was stored before.
    if box.isSet { return false }
    if !hasOwn(id) {
      if unsafe storedKey != nil { return false }
      ownKey.store(id.bits, ordering: .relaxed)
      addKey(id)
      unsafe storedKey = key
      if unsafe pending == .yes { unsafe pending = .no }
    }
    unsafe self.property = property
    return true
  }

  override func dropOwn(_ id: KeyID) {
    if hasOwn(id) { ownKey.store(KeyID.none.bits, ordering: .relaxed) }
  }

  override func pendingValue<Other>(as _: Other.Type) -> Other? {
    guard unsafe pending != .no, Other.self == Value.self else { return nil }
    unsafe pending = .wasRead
    // Safe to cast: the types are the same.
    return unsafe unsafeBitCast(storedValue, to: Other.self)
  }

  override func stopPending() { unsafe pending = .no }
  override var wasPendingRead: Bool { unsafe pending == .wasRead }
}
