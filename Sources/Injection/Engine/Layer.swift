/// A scope that stores its first override, or its only one, in itself: one allocation.
@usableFromInline
final class Layer<Value>: Scope, @unchecked Sendable {
  // Unchecked like its superclass; what it adds is `Sendable`, and written only while this is a draft.

  @usableFromInline private(set) var value: Value
  private var key: (any InjectionKey.Type)?
  private var property = PropertyName(bits: 0)
  private var pending = Pending.no

  /// Whether the value waits for a write through a key path, which says of what key it is.
  private enum Pending {
    case no
    case yes
    /// A getter was answered with the value.
    case wasRead
    /// Then something else was written: what the getter was asked for was not to be replaced as a whole.
    case wasWrong
  }

  /// A scope with one override.
  @usableFromInline
  init(
    _ value: Value,
    _ key: any InjectionKey.Type,
    _ property: PropertyName,
    in link: Scope?,
    place: SourcePlace
  ) {
    self.value = value
    self.key = key
    self.property = property
    super.init(
      in: link,
      container: link?.sharedContainer,
      place: place,
      traits: link?.traitsInside ?? [],
      ownID: EntryID(key)
    )
  }

  /// A draft with a value whose key is not known yet.
  init(_ value: Value, in link: Scope?, place: SourcePlace, traits: Traits = []) {
    self.value = value
    self.pending = .yes
    super.init(
      in: link,
      container: link?.sharedContainer,
      place: place,
      traits: traits.union(link?.traitsInside ?? []),
      observation: link?.observation
    )
  }

  /// Made when somebody other than a read of this very scope asks: what inner scopes remember.
  override var ownOverride: Entry? {
    guard ownID != .none, let key else { return nil }
    // Safe to take unretained: `self` keeps it.
    if let known = unsafe found[ownID] { return unsafe known.takeUnretainedValue() }
    let box = Box(value, .of(any: key), property)
    box.setLayer(serial)
    return found.remember(box)
  }

  // MARK: While this is a draft

  /// Takes an override, if it is of the key that is stored here, or none is.
  func take(_ value: Value, _ key: any InjectionKey.Type, _ property: PropertyName) -> Bool {
    let id = EntryID(key)
    if ownID != id {
      if self.key != nil { return false }
      setOwnID(id)
      self.key = key
    }
    self.value = value
    self.property = property
    return true
  }

  /// The value that is about to be written, if it is of this type.
  override func pendingValue<Other>(as _: Other.Type) -> Other? {
    if pending == .no || pending == .wasWrong || Other.self != Value.self { return nil }
    pending = .wasRead
    // Safe to cast: the types are the same.
    return unsafe unsafeBitCast(value, to: Other.self)
  }

  /// Returns whether a write is what was announced.
  func settle(_ value: Value) -> Bool {
    defer { if pending != .wasWrong { pending = .no } }
    guard pending == .wasRead, !isSame(value) else { return true }
    pending = .wasWrong
    return false
  }

  override var isWrong: Bool { pending == .wasWrong }

  /// Whether a value has the same bits as the one here. A function may have others, since it is wrapped on its
  /// way; but it has no member that a path could lead to.
  private func isSame(_ other: Value) -> Bool {
    if "\(Value.self)".contains("->") { return true }
    return unsafe withUnsafeBytes(of: value) { bytes in
      unsafe withUnsafeBytes(of: other) { unsafe bytes.elementsEqual($0) }
    }
  }
}
