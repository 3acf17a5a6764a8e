/// The default of a key that has none: a value must be provided.
///
/// A module that declares what it needs, and doesn't know who implements it, invents no value:
///
/// ```swift
/// nonisolated public enum PaymentsKey: InjectionKey {
///   public static var defaultValue: any Payments { unprovided() }
/// }
/// ```
///
/// `@Injectable nonisolated public var payments: any Payments`, without an initial value, says the
/// same.
///
/// If the value is read and isn't provided, the process stops, in every context, with a message
/// that has the property, the key, the place of the read and what to write. A key with a
/// `testValue` or a `previewValue` of its own has that one there. Setting the value, or providing
/// its code, isn't a read; setting a member of it is.
///
/// ``InjectedValues/require(_:fileID:line:)`` throws instead of stopping.
///
/// To find what is missing before it is read, name it in
/// ``InjectedValues/bootstrap(verifying:onIssue:update:fileID:line:)``, or in a test, with
/// `verifyInjection` of the module `InjectionTesting`. If a test should fail and continue, use
/// ``unimplemented(_:fileID:line:)-68rwe`` as the key's `testValue`.
///
/// Call it in the code of a key's value: elsewhere it stops the process, and says so. Use it on any
/// thread, in any task or actor.
///
/// - Parameters:
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
/// - Returns: Nothing: it does not return.
public func unprovided<Value>(fileID: StaticString = #fileID, line: UInt = #line) -> Value {
  let place = SourcePlace(fileID, line)
  guard let request = Builds.ofThisThread?.request else {
    Message.unprovidedOutsideOfBuild(place).stop()
  }
  let scope = InjectedValues.current.scope
  Message.unprovided(request, Issues.surroundings(of: scope))
    .stop(in: scope.container.context)
}
