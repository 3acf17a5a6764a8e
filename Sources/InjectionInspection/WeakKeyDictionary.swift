/// Values for objects, which this doesn't hold.
///
/// An object that gets the address of one that has gone doesn't get its value.
package struct WeakKeyDictionary<Key: AnyObject & Sendable, Value: Sendable>: Sendable {
  private struct Item: Sendable {
    weak var key: Key?
    var value: Value
  }

  private var items: [ObjectIdentifier: Item] = [:]

  package init() {}

  /// All values, also of objects that have gone since and whose addresses no other ones got.
  package var values: some Sequence<Value> { items.values.lazy.map(\.value) }

  // The caller holds the key, so that no last reference is released here.
  package subscript(key: Key) -> Value? {
    get { items[ObjectIdentifier(key)].flatMap { $0.key === key ? $0.value : nil } }
    set { items[ObjectIdentifier(key)] = newValue.map { Item(key: key, value: $0) } }
  }

  /// Sets a value. Returns the one of an object that has gone and had the address.
  package mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    let old = items.updateValue(Item(key: key, value: value), forKey: ObjectIdentifier(key))
    return old.flatMap { $0.key == nil ? $0.value : nil }
  }

  package mutating func removeValue(forKey key: Key) -> Value? {
    defer { self[key] = nil }
    return self[key]
  }
}
