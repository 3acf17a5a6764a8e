/// A list of keys, such as those that a module requires an app to provide.
///
/// A module declares it beside its keys:
///
/// ```swift
/// extension InjectedValues {
///   nonisolated public static let requiredByShop: InjectionKeys = [
///     paymentsKey.self, mailerKey.self,
///   ]
/// }
/// ```
///
/// The app's tests pass it to `verifyInjection(keys:)` of the module `InjectionTesting`. A key that
/// is isolated to an actor can't be in a list.
public typealias InjectionKeys = [any (InjectionKey & SendableMetatype).Type]
