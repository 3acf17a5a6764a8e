/// A value without the optionals around it; `nil` where there is none.
package func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrapped.flatMap(unwrapped)
}

private protocol OptionalValue { var wrapped: Any? { get } }
extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }
