/// What a read finds: an override, or a default that was built.
@usableFromInline
package class Entry: @unchecked Sendable {
  // Unchecked because the class is not final, and because of `surroundings`, which are set before
  // other threads find this.

  package final let type: any InjectionKey.Type
  /// The property through which the key is overridden.
  package final let property: StaticString?
  /// What a default was built from; `nil` for an override.
  package final let record: Record?
  /// The bits of all keys that a default stands on; none for an override, which is found by its
  /// own.
  final let keyBits: UInt64
  /// Whether this is code that takes the place of the key's own, and not a value.
  //
  // Stored, since the quick path asks: a cast would cost a call.
  package final let isCode: Bool
  /// What a default holds beside its value: the scopes that its code opened and in which something
  /// was made, and, if it was built from both sides of a pair, the open layers on whose overrides it
  /// stands. Set before this is kept.
  final var surroundings: Optional<(opened: [Scope], sides: [Layer]?)>
  /// These layers, if what keeps a default doesn't say all that it stands on.
  final var sides: [Layer]? { surroundings?.sides }

  init(
    _ type: any InjectionKey.Type,
    _ property: StaticString? = nil,
    from record: Record? = nil,
    isCode: Bool = false
  ) {
    (self.type, self.property, self.isCode) = (type, property, isCode)
    (self.record, keyBits) = (record, record?.keyBits ?? 0)
    surroundings = nil
  }

  final var id: KeyID { KeyID(type) }
  @usableFromInline final var valueType: Any.Type? { Key.known(id)?.valueType }

  /// Tells overrides apart, but not surely.
  final var hash: UInt { ObjectIdentifier(self).hash }

  /// The keys that this stands on: an override of one of them calls for another default.
  final var keys: KeySet { record?.keys ?? KeySet(id) }

  package final var isOverride: Bool { record == nil }
  package final var isUnimplemented: Bool { record?.isUnimplemented == true }
  /// Whether a test has the key's live default, since the key has no test value of its own.
  package final var isLive: Bool { record?.isLive == true }

  /// The code, if this is that.
  package final var code: ProvidedCode? { self as? ProvidedCode }

  /// The entry with the value; a weakly held object may be gone.
  var remaining: Entry? { self }

  /// Whether this needs both sides of a pair, and the scope of one has gone since.
  final var isOfClosed: Bool { sides?.contains { $0.isClosed } == true }

  /// Whether each read must check this.
  var needsCheck: Bool { isUnimplemented || sides != nil }

  /// The value, only to be looked at.
  package var anyValue: Any? { nil }
}

/// An entry that has its value.
@usableFromInline
final class Box<Value>: Entry, @unchecked Sendable {
  // Unchecked like its superclass; keys demand that values are `Sendable`.

  @usableFromInline let value: Value

  /// - Parameter record: Of a default. Taken when the value's code has run.
  @usableFromInline
  init(
    _ value: Value,
    _ type: any InjectionKey.Type,
    _ property: StaticString? = nil,
    from record: Record? = nil
  ) {
    self.value = value
    super.init(type, property, from: record)
  }

  override var anyValue: Any? { value }
}

extension Entry {
  /// The value of a key with this type of value.
  @export(implementation)
  @inline(__always)
  final func value<Value>(as _: Value.Type) -> Value {
    // Safe to cast: a key has one type of value, and what a read returns is a box of it.
    unsafe unsafeDowncast(self, to: Box<Value>.self).value
  }
}

/// An override that is code: the default is built with it.
@usableFromInline
package final class ProvidedCode: Entry, @unchecked Sendable {
  // Unchecked like its superclass; the function is `Sendable`, or runs on the main actor only.
  /// Runs the code, then takes the record of what it read.
  let makeDefault: (_ record: () -> Record) -> Entry
  let isOnMainActor: Bool

  @usableFromInline
  init(
    _ type: any InjectionKey.Type,
    isOnMainActor: Bool,
    _ makeDefault: @escaping (_ record: () -> Record) -> Entry
  ) {
    self.makeDefault = makeDefault
    self.isOnMainActor = isOnMainActor
    super.init(type, isCode: true)
  }
}

/// A weak default, held elsewhere.
final class WeakEntry: Entry, @unchecked Sendable {
  // Unchecked like its superclass; the weak reference may be used on any thread.

  private weak let object: AnyObject?

  init(_ object: AnyObject, _ key: Key, _ record: Record) {
    self.object = object
    super.init(key.type, from: record)
  }

  override var needsCheck: Bool { true }

  override var remaining: Entry? { object.map { type.box($0, from: record!) } }

  package override var anyValue: Any? { object }
}
