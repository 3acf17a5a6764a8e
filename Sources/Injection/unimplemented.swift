/// The test value of a key that has no sensible one: reading it unoverridden is an issue.
///
/// ```swift
/// private enum PaymentKey: InjectionKey {
///   static var defaultValue: any Payment { LivePayment() }
///   static var testValue: any Payment { unimplemented(NoPayment()) }
/// }
/// ```
///
/// A test that reads the value without overriding it fails, with the property, the key and the place
/// of the read, once a place; it goes on with the placeholder. Outside of tests, and in a test scope
/// that was opened without a handler, the issue goes to standard error.
///
/// - Parameter placeholder: The value to go on with.
/// - Returns: `placeholder`.
public func unimplemented<Value>(_ placeholder: Value) -> Value {
  for case let scope as ProvisionalScope in Scope.current?.outwards ?? Scope.process.outwards {
    scope.build.markUnimplemented()
    break
  }
  return placeholder
}
