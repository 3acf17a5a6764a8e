/// A list of keys, such as those whose values a module requires of the app.
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
/// The app passes it to ``InjectedValues/verify(keys:fileID:line:)``, and its tests to
/// `verifyInjection(keys:)` of the module `InjectionTesting`. Keys that are isolated to an actor
/// can't be in it.
public typealias InjectionKeys = [any (InjectionKey & SendableMetatype).Type]
