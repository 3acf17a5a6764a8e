/// The name of a property of `InjectedValues`, in one word.
@usableFromInline
package struct PropertyName: Hashable, Sendable {
  /// The address of the name, which ends with a zero; zero for none.
  let bits: UInt

  /// - Parameter function: A literal: `#function`.
  @usableFromInline
  init(_ function: StaticString) {
    bits = function.hasPointerRepresentation ? UInt(bitPattern: unsafe function.utf8Start) : 0
  }

  init(bits: UInt) {
    self.bits = bits
  }

  /// The name; `nil` where the key was not used in a property: `#function` is then a function with its
  /// parentheses, or in an initial value the type around it.
  package var text: String? {
    // Safe: the address of a literal, which lives as long as the process and ends with a zero.
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: bits) else { return nil }
    let text = unsafe String(cString: start)
    guard let first = text.unicodeScalars.first else { return nil }
    return first.properties.isUppercase || text.utf8.contains(UInt8(ascii: "(")) ? nil : text
  }
}
