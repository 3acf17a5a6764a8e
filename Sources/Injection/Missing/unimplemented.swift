/// The value of a key that has no sensible one: reading it without an override is an issue.
///
/// ```swift
/// private enum PaymentKey: InjectionKey {
///   static var defaultValue: any Payment { LivePayment() }
///   static var testValue: any Payment { unimplemented(placeholder: NoPayment()) }
/// }
/// ```
///
/// Each read without an override fails the test, and the test continues with the placeholder. The
/// issue names the property, the key and the line that reads it. A live process stops with the same
/// message, unless `InjectedValues.bootstrap(onIssue:)` was given a handler. The handler is called
/// for each read, and if it returns, the reader continues with the placeholder. A preview writes
/// the message to standard error, once for each line.
///
/// Setting a member of the value isn't a read. The override then consists of that member and of the
/// rest of the placeholder, so reading other members is no issue. To have an issue for each
/// function that isn't set, make each unimplemented by itself:
/// ``unimplemented(_:placeholder:fileID:line:)``. A read through the `$0` of an update closure, or
/// through a copy of values that was changed, is no issue, either, since it can't be told apart
/// from setting a member.
///
/// Call it in the code of a key's value, or in code that is provided for a key. In the body of a
/// closure, such as `{ _ in unimplemented(placeholder: false) }`, it stands for a function without
/// an implementation, and each call of the closure is an issue. While a default is built, such a
/// call can't be told apart from that default's own, and marks that. For a function that defaults
/// call, use the form with a name: ``unimplemented(_:placeholder:fileID:line:)``.
///
/// - Parameter placeholder: The value to continue with.
/// - Returns: `placeholder`.
@export(implementation)
public func unimplemented<Value>(
  placeholder: Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> Value {
  markUnimplemented(at: SourceLine(fileID, line))
  return placeholder
}

/// The value of a key whose value is a function: reading it without an override is an issue.
///
/// ```swift
/// private enum FormatKey: InjectionKey {
///   static var defaultValue: @Sendable (Int) -> String { { "\($0)" } }
///   static var testValue: @Sendable (Int) -> String { unimplemented(placeholder: { _ in "" }) }
/// }
/// ```
///
/// Otherwise this is the same as the form for other values.
///
/// - Parameter placeholder: The function to continue with.
/// - Returns: `placeholder`.
// The compiler of Swift 6.3 infers the type of a closure from this form only.
@export(implementation)
public func unimplemented<each Argument, Result>(
  placeholder: @escaping @Sendable (repeat each Argument) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  markUnimplemented(at: SourceLine(fileID, line))
  return placeholder
}

/// Marks the running build as unimplemented, or else reports a call of the running function.
@usableFromInline
func markUnimplemented(at source: SourceLine) {
  guard let build = Scope.currentBuild else { return Issues.report(callOf: nil, at: source) }
  build.markUnimplemented()
}

// MARK: - Functions of a value

/// A function without an implementation: a call is an issue, and returns a placeholder.
///
/// Use it in a value that consists of functions:
///
/// ```swift
/// struct Mail: Sendable {
///   var fetch: @Sendable (String) async throws -> [String]
///   var send: @Sendable (String) -> Bool
/// }
///
/// private enum MailKey: InjectionKey {
///   static var defaultValue: Mail { Mail(fetch: { _ in [] }, send: { _ in true }) }
///   static var testValue: Mail {
///     Mail(
///       fetch: unimplemented("Mail.fetch"),
///       send: unimplemented("Mail.send", placeholder: false)
///     )
///   }
/// }
/// ```
///
/// Each call fails the test, and the issue names the function. A test that sets one function of the
/// value, `$0.mail.fetch = { … }`, still fails for the others. Outside of tests, a call is like
/// reading an unimplemented value: a live process stops or calls its handler.
///
/// The function can have any number of parameters, and can be used as an asynchronous or throwing
/// one. A function that throws any error needs no placeholder. The placeholder of a function
/// without a result is `()`. For a parameter that is `inout`, a closure that doesn't escape, or
/// variadic, write a closure: `{ _ in unimplemented(placeholder: ()) }`. The compiler of Swift 6.3
/// names the former two, and crashes at the latter.
///
/// - Parameters:
///   - name: The name in the issue: `Mail.send`.
///   - placeholder: The result, evaluated at each call.
/// - Returns: The function.
@export(implementation)
public func unimplemented<each Argument, Result>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  let report = Issues.report(callsOf: name, at: SourceLine(fileID, line))
  return { (_: repeat each Argument) in
    report()
    return placeholder()
  }
}

/// A throwing function without an implementation: a call is an issue, and throws.
///
/// Otherwise this is the same as ``unimplemented(_:placeholder:fileID:line:)``.
///
/// - Parameter name: The name in the issue: `Mail.fetch`.
/// - Returns: The function. It throws an ``UnimplementedError``.
@export(implementation)
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  let report = Issues.report(callsOf: name, at: SourceLine(fileID, line))
  return { (_: repeat each Argument) in
    report()
    throw UnimplementedError(function: name)
  }
}

/// Unavailable: a function that doesn't throw any error needs a result.
///
/// - Parameter name: The name.
/// - Returns: Nothing, since it can't be called.
@available(*, unavailable, message: "add its result, such as (): unimplemented(…, placeholder: …)")
@export(implementation) @_disfavoredOverload
public func unimplemented<each Argument, Result, Failure: Error>(
  _ name: String
) -> @Sendable (repeat each Argument) throws(Failure) -> Result { fatalError("unavailable") }

/// Unavailable: only a function has a name.
///
/// The body of a closure and the argument of a macro expect a value. The compiler's own message
/// about this mistake is that it can't infer the function's type.
///
/// - Parameters:
///   - name: The name.
///   - placeholder: The value.
/// - Returns: Nothing, since it can't be called.
@available(*, unavailable, message: "leave the name out: unimplemented(placeholder: …)")
@export(implementation)
public func unimplemented<Value>(_ name: String, placeholder: Value) -> Value {
  fatalError("unavailable")
}
