/// The test value of a key that has no sensible one: reading it unoverridden is an issue.
///
/// ```swift
/// private enum PaymentKey: InjectionKey {
///   static var defaultValue: any Payment { LivePayment() }
///   static var testValue: any Payment { unimplemented(NoPayment()) }
/// }
/// ```
///
/// A test that reads the value without overriding it fails, at each read, with the property, the
/// key and the place of the read; it continues with the placeholder. To set a member of the value
/// is no read. A live process stops with that message, unless
/// ``InjectedValues/bootstrap(verifying:onIssue:update:fileID:line:)`` was given a handler: that is
/// told of each read, and if it returns, the reader continues with the placeholder. In a preview
/// the message goes to standard error, once a place.
///
/// Call it in the code of a key's value, or in code that is provided for one. Elsewhere it stands
/// for a function that has no implementation, as in `save: { _ in unimplemented(false) }`: the call
/// is the issue. Name such a function, and the issue names it, too:
/// ``unimplemented(_:placeholder:fileID:line:)-2py5a``.
///
/// Use it on any thread, in any task or actor.
///
/// - Parameters:
///   - placeholder: The value to continue with.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: `placeholder`.
public func unimplemented<Value>(
  _ placeholder: Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> Value {
  markUnimplemented(at: SourcePlace(fileID, line))
  return placeholder
}

/// The test value of a key whose value is a function: reading it unoverridden is an issue.
///
/// See the other form. This one tells the compiler the type of a closure.
///
/// - Parameters:
///   - placeholder: The function to continue with.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: `placeholder`.
public func unimplemented<each Argument, Result>(
  _ placeholder: @escaping @Sendable (repeat each Argument) -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  markUnimplemented(at: SourcePlace(fileID, line))
  return placeholder
}

/// Says of the value that is built here, or else of the function that runs here, that it is
/// unimplemented.
private func markUnimplemented(at place: SourcePlace) {
  if let build = Builds.ofThisThread {
    build.mark(.unimplemented)
  } else {
    UnimplementedFunction(runningAt: place).report()
  }
}

// MARK: - Functions of a value

/// A function that has no implementation: calling it is an issue, and it returns a placeholder.
///
/// It stands in a value that is made of functions:
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
/// A test that calls it fails, at each call, with its name. A test that gives the value one of its
/// functions, `$0.mail.fetch = { … }`, still fails for the others. Outside of tests a call is what
/// a read of an unimplemented value is: a live process stops, or tells its handler.
///
/// The function may have any number of parameters, and may stand where an asynchronous or throwing
/// one is wanted. One that throws needs no placeholder: ``unimplemented(_:fileID:line:)-3t0uh``.
/// For a parameter that is `inout`, write a closure that calls the form for closures.
///
/// - Parameters:
///   - name: What its value calls it: `Mail.send`.
///   - placeholder: What it returns; evaluated at each call.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: The function.
public func unimplemented<each Argument, Result>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  let function = UnimplementedFunction(name, SourcePlace(fileID, line))
  return { (_: repeat each Argument) in
    function.report()
    return placeholder()
  }
}

/// A throwing function that has no implementation: calling it is an issue, and it throws.
///
/// See the form with a placeholder, which it does not need.
///
/// - Parameters:
///   - name: What its value calls it: `Mail.fetch`.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: The function. It throws an ``UnimplementedError``.
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  let function = UnimplementedFunction(name, SourcePlace(fileID, line))
  return { (_: repeat each Argument) in
    function.report()
    throw UnimplementedError(function: name)
  }
}

/// A function without a result that has no implementation: calling it is an issue.
///
/// See the form with a placeholder, which it does not need.
///
/// - Parameters:
///   - name: What its value calls it: `Mail.clear`.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: The function.
// Where a function may throw, the form that does is preferred.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, placeholder: (), fileID: fileID, line: line)
}

/// What a closure returns that has no implementation: the call is an issue.
///
/// ```swift
/// struct Sorter: Sendable {
///   var sort: @Sendable (inout [Int]) -> Bool
///   static let inTests = Sorter(sort: { _ in unimplemented("Sorter.sort", placeholder: false) })
/// }
/// ```
///
/// - Parameters:
///   - name: What its value calls the function: `Mail.send`.
///   - placeholder: The value to continue with.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: `placeholder`.
public func unimplemented<Value>(
  _ name: String,
  placeholder: Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> Value {
  UnimplementedFunction(runningAt: SourcePlace(fileID, line), name).report()
  return placeholder
}
