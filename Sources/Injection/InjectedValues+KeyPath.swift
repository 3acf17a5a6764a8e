// Overriding through a key path without building what is replaced.
//
// The standard library writes through a key path by calling the property's getter, changing the result,
// and calling the setter, also where all of the result is replaced. Here the getter would build the
// key's default, and nobody wants that of an override: the default may open a file, or be
// `unimplemented`. So, where the path leads to a property itself and not on to a member of it, the
// getter's reads are answered with the new value.

extension InjectedValues {
  /// Sets a property, or a member of one, through a key path that is a literal where this is inlined.
  ///
  /// The optimiser makes a call of the setter of it: no getter runs, and no path is evaluated. In a
  /// debug build nothing is optimised.
  @inlinable
  @inline(__always)
  mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    #if DEBUG
      set(keyPath, to: value)
    #else
      // FIXME: call `set` for what is no literal, when the language can tell the two apart: until then
      // `withInjected` with a stored key path may build the default it replaces.
      self[keyPath: keyPath] = value
    #endif
  }

  /// Sets a property, or a member of one. These values are a draft that the caller has opened.
  @usableFromInline
  package mutating func set<Value>(
    _ keyPath: WritableKeyPath<InjectedValues, Value>,
    to value: Value
  ) {
    guard keyPath.hasOneComponent, isDraft else {
      self[keyPath: keyPath] = value
      return
    }
    // What is put there is for this write only, and not for copies of the draft.
    if !isKnownUniquelyReferenced(&scope) { openInside(scope!.place) }
    // Unretained, since a scope that is held twice takes no overrides. Safe: this draft holds it.
    let draft = unsafe Unmanaged.passUnretained(scope!)
    unsafe draft._withUnsafeGuaranteedRef { $0.pendingWrite = PendingWrite(value) }
    // Runs between the getter and the setter.
    func write(_ target: inout Value) {
      unsafe draft._withUnsafeGuaranteedRef { $0.pendingWrite = nil }
      target = value
    }
    write(&self[keyPath: keyPath])
  }

  /// The value that is about to be written, if it is of the key's type.
  func pendingWrite<Value>(as type: Value.Type) -> Value? {
    guard isDraft, let pending = scope?.pendingWrite else { return nil }
    return (pending as? PendingWrite<Value>)?.value
  }
}

/// A value on its way into a draft.
final class PendingWrite<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension AnyKeyPath {
  /// Whether this is the path of a property of the root, and not of a member of one.
  ///
  /// The description is the one public thing that tells: `\Root.first.second`, where a component without
  /// a name is `<computed 0x1234 (Type)>`.
  fileprivate var hasOneComponent: Bool {
    var depth = 0
    var components = 0
    for character in debugDescription.unicodeScalars {
      switch character {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case ".", "?", "!": components += depth == 0 ? 1 : 0
      default: break
      }
    }
    return components == 1
  }
}
