/// The test value of a key that has no sensible one: reading it unoverridden is an issue.
///
/// ```swift
/// private enum PaymentKey: InjectionKey {
///   static var defaultValue: any Payment { LivePayment() }
///   static var testValue: any Payment { unimplemented(NoPayment()) }
/// }
/// ```
///
/// A test that reads the value without overriding it fails, with the property, the key and the
/// place of the read, once a place; it goes on with the placeholder. Outside of tests the issue
/// goes to standard error.
///
/// Call it in the code of a key's value, or in code that is provided for one. Called elsewhere it
/// says so, since nobody can tell then what is unimplemented. Use it on any thread, in any task or
/// actor.
///
/// - Parameters:
///   - placeholder: The value to go on with.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: `placeholder`.
public func unimplemented<Value>(
  _ placeholder: Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> Value {
  if let build = Viewpoint.current?.innermostBuild {
    build.mark(.unimplemented)
  } else {
    let context = (Viewpoint.current ?? Scope.process).context
    UnobservedIssues.report(misplacedUnimplemented: SourcePlace(fileID, line), in: context)
  }
  return placeholder
}
