// A value that is written through a key path is lent to the draft: the standard library also calls
// the property's getter, which would build the default.

extension Scope {
  /// Who got the lent value, and what was overridden before.
  final class Answer: Sendable {
    let entry: Entry
    let old: Overrides
    init(_ entry: Entry, _ old: Overrides) { (self.entry, self.old) = (entry, old) }
  }

  @unsafe @usableFromInline
  func lend(_ value: UnsafeRawPointer, _ type: Any.Type) { unsafe lent = (value, type) }

  /// The lent value, for the first key of its type that asks.
  func answer(for key: Key) -> Entry? {
    if let answer { return answer.entry.id == key.id ? answer.entry : nil }
    // Safe: the value is lent, and has the key's type of value.
    guard let lent = unsafe lent, unsafe lent.type == key.valueType else { return nil }
    let entry = unsafe key.type.box(lent.value)
    answer = Answer(entry, layer.overrides)
    return entry
  }

  /// Ends the lending. Returns the key that got the value.
  @usableFromInline
  func takeAnswer() -> KeyID? {
    defer { _ = endLending() }
    return answer?.entry.id
  }

  /// Returns a draft without what was written, if that was another key than the one that got the
  /// value.
  func endLending() -> Scope? {
    unsafe lent = nil
    guard let answer else { return nil }
    self.answer = nil
    let (key, old) = (answer.entry.id, answer.old)
    let isWritten = layer.overrides.all.allSatisfy { $0.id == key || old[$0.id] === $0 }
    return isWritten ? nil : draft(saying: old)
  }
}

extension InjectedValues {
  /// The key of a property, if that is of the same type as another key's value: without building,
  /// since that value is lent to the first key of the type that the property reads.
  @export(implementation)
  package static func key<Value>(
    of property: (InjectedValues) -> Value,
    lending entry: Entry
  ) -> KeyID? {
    guard entry.valueType == Value.self else { return nil }
    let values = draft(at: .unknown)
    // Safe: the draft doesn't use the value afterwards.
    return unsafe withUnsafePointer(to: entry.value(as: Value.self)) { value in
      unsafe values.scope!.lend(value, Value.self)
      _ = property(values)
      return values.scope!.takeAnswer()
    }
  }
}
