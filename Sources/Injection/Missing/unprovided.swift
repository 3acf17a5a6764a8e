/// The default of a key that has none: a value must be provided.
///
/// Use it in a module that declares a key whose implementation is in another module:
///
/// ```swift
/// nonisolated public enum PaymentsKey: InjectionKey {
///   public static var defaultValue: any Payments { unprovided() }
/// }
/// ```
///
/// `@Injectable nonisolated public var payments: any Payments`, without an initial value, does the
/// same.
///
/// Reading the value while none is provided stops the process, in every context. The message names
/// the property, the key, the line that reads it and the code to write. In tests and previews, the
/// key's own `testValue` or `previewValue` applies. Setting the value or providing its code isn't a
/// read; setting a member is. To throw an error instead of stopping, use
/// ``InjectedValues/require(_:fileID:line:)``.
///
/// To find missing values before they are read, name their properties in
/// `InjectedValues.bootstrap(verifying:)`, or in a test in a live context, with `verifyInjection` of
/// the module `InjectionTesting`. If a test should fail and continue, use
/// ``unimplemented(placeholder:fileID:line:)->Value`` as the key's `testValue`.
///
/// Call it in the code of a key's value; elsewhere it stops the process with a message.
///
/// - Returns: It doesn't return.
public func unprovided<Value>(fileID: StaticString = #fileID, line: UInt = #line) -> Value {
  guard let request = Scope.currentBuild?.request else {
    Message(
      "unprovided() must be called in the code of a key's value.",
      source: SourceLine(fileID, line),
      fixes: "- Call it in the key: static var defaultValue: Value { unprovided() }."
    ).stop()
  }
  let layer = Scope.currentLayer
  Message.missing(.unprovided, request, in: layer).stop(in: layer.context)
}
