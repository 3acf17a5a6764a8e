/// The name of a property of `InjectedValues`, in one word.
@usableFromInline
package struct PropertyName: Hashable, Sendable {
  /// The address of the name, which ends with a zero; zero for none.
  let bits: UInt

  /// - Parameter function: A literal: `#function`.
  @usableFromInline
  init(_ function: StaticString) {
    bits = Literal.address(of: function) ?? 0
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
    guard let text = Literal.text(at: bits), let first = text.utf8.first,
      !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      !text.utf8.contains(UInt8(ascii: "("))
    else { return nil }
    // Code that ends an object may read a key, too.
    return text == "deinit" ? nil : text
  }
}
