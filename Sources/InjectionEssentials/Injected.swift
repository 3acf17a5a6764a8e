public import Injection

/// The property wrapper of `Injection`, for files that only read values and don't import
/// `Injection`.
///
/// ```swift
/// import InjectionEssentials
///
/// struct Receipt {
///   @Injected(\.date.now) var printed
/// }
/// ```
///
/// Files that declare keys or replace values import `Injection`, too. So does every file that uses
/// the wrapper if the upcoming feature `MemberImportVisibility` is enabled. Both imports provide
/// the same type.
// Without generic parameters: with them, a file that imports both modules gets an error that the
// name is ambiguous.
public typealias Injected = Injection.Injected
