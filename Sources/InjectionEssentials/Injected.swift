public import Injection

/// The property wrapper of `Injection`, so that a file that only reads need not import that, too.
///
/// ```swift
/// import InjectionEssentials
///
/// struct Receipt {
///   @Injected(\.date.now) var printed
/// }
/// ```
///
/// What declares keys or replaces values also says `import Injection`; and so does, with the
/// upcoming feature `MemberImportVisibility`, every file that uses the wrapper. With both imports
/// there is one `Injected`, since this is no type of its own.
// No generic parameters here: where both modules are imported, the compiler takes an alias that has
// some for another type, and calls the name ambiguous.
public typealias Injected = Injection.Injected
