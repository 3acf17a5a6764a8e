import Synchronization

/// A scope that stores its first override, or its only one, in itself: one allocation.
@usableFromInline
final class ValueScope<Value>: Scope, @unchecked Sendable {
  // Unchecked like its superclass; a key demands that its values are `Sendable`. What it adds is
  // written only while this is a draft, and so needs no check of exclusive access.

  @exclusivity(unchecked)
  @usableFromInline var storedValue: Value
  private var storedKey: (any InjectionKey.Type)?
  private var property: PropertyName
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
    storedKey = key
    self.property = property
    pending = key == nil ? .yes : .no
    super.init(in: link, place: place, ownKey: key.map { KeyID($0) } ?? .none)
  }

  /// The second, in any view.
  init(pending value: Value, in view: ScopeView, place: SourcePlace, traits: Traits) {
    unsafe storedValue = value
    storedKey = nil
    self.property = .none
    pending = .yes
    super.init(in: view, place: place, traits: traits, observation: view.observation)
  }

  /// Made when somebody other than a read of this very scope asks.
  override var ownOverride: Entry? {
    guard let key = storedKey, hasOwn(KeyID(key)) else { return nil }
    return box.value ?? box.set(Box(unsafe storedValue, .of(key), property))
  }

  // MARK: While this is a draft

  /// Stores an override in a draft that nobody else holds, if that is a scope of this type and has
  /// a place for it.
  static func put(
    _ value: Value,
    _ key: any InjectionKey.Type,
    _ property: PropertyName,
    into draft: Viewpoint
  ) -> Bool {
    guard type(of: draft) == self, draft.observation == nil else { return false }
    // Safe to cast: the question named the type.
    let scope = unsafe unsafeDowncast(draft, to: ValueScope<Value>.self)
    guard !scope.wasReadThrough, scope.takes(key, property) else { return false }
    unsafe scope.storedValue = value
    scope.renumber()
    return true
  }

  /// Makes what is stored here the override of a key, if it is that already, or of none.
  private func takes(_ key: any InjectionKey.Type, _ property: PropertyName) -> Bool {
    let id = KeyID(key)
    // Somebody may rely on what was stored before.
    if box.isSet { return false }
    if !hasOwn(id) {
      if storedKey != nil { return false }
      if overriddenKeys & id.bit != 0 { unlist(id) }
      ownKey.store(id.bits, ordering: .relaxed)
      addKey(id)
      storedKey = key
      if pending == .yes { pending = .no }
    }
    self.property = property
    return true
  }

  override func pendingEntry(of key: KeyDescription) -> Entry? {
    guard pending != .no, key.valueType == Value.self else { return nil }
    pending = .wasRead
    return Box(unsafe storedValue, key)
  }

  /// Says that the value is about to be set now.
  func stopPending() { pending = .no }
  override var wasPendingRead: Bool { pending == .wasRead }
}
