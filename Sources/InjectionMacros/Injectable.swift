public import Injection

/// Declares an injected value in one line: makes the key of a property.
///
/// The property reads and writes through the key. Apply the macro to properties in an extension of
/// `InjectedValues`:
///
/// ```swift
/// import Injection
/// import InjectionMacros
///
/// extension InjectedValues {
///   @Injectable var repository: any Repository = FileRepository()
///   @Injectable(lifetime: .singleton) public var session = Session()
///   @Injectable(test: unimplemented(NoPayment())) var payment: any Payment = LivePayment()
///   @Injectable public var billing: any Billing
///   @Injectable var retries = 3
/// }
/// ```
///
/// The first of them is short for this, and nothing at run time tells the two apart:
///
/// ```swift
/// extension InjectedValues {
///   enum repositoryKey: InjectionKey {
///     static var defaultValue: any Repository { FileRepository() }
///   }
///   var repository: any Repository {
///     get { self[repositoryKey.self] }
///     set { self[repositoryKey.self] = newValue }
///   }
/// }
/// ```
///
/// ## The default
///
/// The initial value is the code of the key's `defaultValue`. It is not stored: it runs once
/// for each container and each set of overrides that need a value of their own, and not before
/// somebody reads the property. It may read other injected values.
///
/// Without an initial value, the app must provide one: the `defaultValue` is `unprovided()`, and a
/// read stops the process if no value is provided. An optional, such as `User?`, is `nil`
/// without, as every Swift variable of that type is.
///
/// ## The type
///
/// A macro sees code, and no types. Where the type is not written out, it is the one that the
/// initial value spells:
///
/// | Initial value | Type |
/// | --- | --- |
/// | `3`, `1.5`, `"text"`, `true` | `Int`, `Double`, `String`, `Bool` |
/// | `Cart()`, `Cart(limit: 3)`, `URL(string: "…")!` | `Cart`, `Cart`, `URL` |
/// | `Shop.Cart<Int>()`, `[Int]()` | `Shop.Cart<Int>`, `[Int]` |
/// | `Cart.empty`, `Cart.make(3)` | `Cart`, since most such members are values of their type |
///
/// Write the type of all else: `var count: Int = Cart.count`.
///
/// ## The key
///
/// The key of `currency` is `InjectedValues.currencyKey`. Name it where an API takes a key:
///
/// ```swift
/// extension InjectedValues {
///   @Injectable var currency: Currency = .crown
/// }
/// let currency = InjectedValues.current[InjectedValues.currencyKey.self]
/// ```
///
/// The key is as visible as the property, whose setter may be less so. What isolates the property
/// isolates the key too: `nonisolated`, `@MainActor`, and other global actors whose name ends in
/// `Actor`, at the property or at its extension; or else the module's default isolation. An
/// `@available` or `@_spi` at the property is the key's as well.
///
/// The arguments of a macro, such as this one or `@Test`, see no key that a macro makes in the same
/// module. Give what they need a name outside of them:
///
/// ```swift
/// extension InjectionLifetime {
///   static var perUser: Self { .scoped(by: InjectedValues.userKey.self) }
/// }
///
/// extension InjectedValues {
///   @Injectable var user: User? = nil
///   @Injectable(lifetime: .perUser) var session = Session()
/// }
/// ```
///
/// A `typealias` of the key does as well: with `typealias User = InjectedValues.userKey` in an
/// enumeration `Keys`, it is `Keys.User`.
///
/// ## Values for tests and previews
///
/// The compiler checks the arguments of a macro before it knows of which property they speak. So
/// write `User.mock` for `test` and `preview`, and not `.mock`. Only `nil` needs no type.
///
/// Write the key out where its name should be another one, or where a property needs accessors of
/// its own. Both forms can stand in one extension, and neither is better supported.
///
/// ## Building
///
/// The macro needs no package: its plugin builds in a few seconds, and only for those who use this
/// module. Xcode asks once whether a package's macros can be trusted, on the command line
/// `-skipMacroValidation` answers.
///
/// - Parameters:
///   - lifetime: How long a default is kept that was built.
///   - test: The default in tests; that of the key where it is left out. The code runs whenever a
///     default is built there. See also `unimplemented(_:)`.
///   - preview: The default in previews; that of the key where it is left out. The code runs
///     whenever a default is built there.
/// - Complexity: The property costs what one costs whose key is written out: to read it takes O(1).
///   Use it on any thread, in any task or actor that it is not isolated from.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: suffixed(Key))
public macro Injectable(
  lifetime: InjectionLifetime = .scoped,
  test: TypeMustBeWritten = nil,
  preview: TypeMustBeWritten = nil
) = #externalMacro(module: "InjectionMacrosPlugin", type: "Injectable")
