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

  /// No property.
  @inlinable static var none: PropertyName { PropertyName(bits: 0) }

  @usableFromInline
  init(bits: UInt) {
    self.bits = bits
  }

  /// The name; `nil` where the key was not used in a property: `#function` is then a function with
  /// its parentheses, or in an initial value the type around it.
  package var text: String? {
    // Safe, here and below: the address of a literal, which lives as long as the process and ends
    // with a zero.
    let text = isName ? unsafe String(cString: UnsafePointer<CChar>(bitPattern: bits)!) : nil
    // Code that ends an object may read a key, too.
    return text == "deinit" ? nil : text
  }

  var isName: Bool {
    guard var next = unsafe UnsafePointer<UInt8>(bitPattern: bits) else { return false }
    if case UInt8(ascii: "A")...UInt8(ascii: "Z") = unsafe next.pointee { return false }
    if unsafe next.pointee == 0 { return false }
    while unsafe next.pointee != 0 {
      if unsafe next.pointee == UInt8(ascii: "(") { return false }
      unsafe next += 1
    }
    return true
  }
}
