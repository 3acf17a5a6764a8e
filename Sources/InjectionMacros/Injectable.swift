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
///   @Injectable(lifetime: .singleton) var session = Session()
///   @Injectable(test: unimplemented(placeholder: NoPayment())) var payment: any Payment = LivePayment()
///   @Injectable nonisolated public var billing: any Billing
///   @Injectable var retries = 3
/// }
/// ```
///
/// The first of them is short for the following code, and behaves the same at run time:
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
/// The initial value is the code of the key's `defaultValue`. It is not stored: it runs once for
/// each container and each set of overrides that need a value of their own, at the first read. It
/// may read other injected values.
///
/// Without an initial value, the app must provide one: the `defaultValue` is `unprovided()`, and a
/// read stops the process if no value is provided. An optional, such as `User?`, is `nil`
/// without, as every Swift variable of that type is.
///
/// ## The type
///
/// A macro sees code, but not types. If the property has no type annotation, its type follows from
/// the code of the initial value:
///
/// | Initial value | Type |
/// | --- | --- |
/// | `3`, `1.5`, `"text"`, `true` | `Int`, `Double`, `String`, `Bool` |
/// | `Cart()`, `Cart(limit: 3)`, `URL(string: "…")!` | `Cart`, `Cart`, `URL` |
/// | `Shop.Cart<Int>()`, `[Int]()` | `Shop.Cart<Int>`, `[Int]` |
/// | `Cart.empty`, `Cart.make(3)` | `Cart`, since most such members are values of their type |
///
/// For any other code, write the type: `var count: Int = Cart.count`.
///
/// ## The key
///
/// The key of `currency` is `InjectedValues.currencyKey`. Use this name if an API takes a key:
///
/// ```swift
/// extension InjectedValues {
///   @Injectable var currency: Currency = .crown
/// }
/// let currency = InjectedValues.current[InjectedValues.currencyKey.self]
/// ```
///
/// The key has the property's access level, not that of a less visible setter. It also has the
/// property's isolation, from the property or its extension: `nonisolated`, `@MainActor`, or
/// another global actor whose name ends in `Actor`; or else the module's default isolation. The
/// attributes `@available` and `@_spi` apply to the key as well.
///
/// In a module whose default isolation is `MainActor`, write `nonisolated` for a value that code on
/// other actors reads, above all for a public one. Otherwise the key is isolated to the main actor,
/// which other modules don't see, and a read on another actor stops the process:
///
/// ```swift
/// extension InjectedValues {
///   @Injectable nonisolated public var language: String = "en"
/// }
/// ```
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
/// A `typealias` works, too: with `typealias User = InjectedValues.userKey` in an enumeration
/// `Keys`, write `Keys.User`.
///
/// ## Values for tests and previews
///
/// The compiler checks the arguments of a macro before it knows the property. So write `User.mock`
/// for `test` and `preview`, not `.mock`. Only `nil` needs no type.
///
/// If a key needs another name, or a property its own accessors, write the key out. One extension
/// can have both forms, and both are fully supported.
///
/// ## Building
///
/// The macro has no package dependencies. Its plugin builds in a few seconds, and only for clients
/// of this module. Xcode asks once whether you trust the package's macros; on the command line,
/// pass `-skipMacroValidation`.
///
/// - Parameters:
///   - lifetime: How long a default is kept.
///   - test: The default in tests; by default, the initial value. The code runs whenever a default
///     is built in a test. See also `unimplemented(_:)`.
///   - preview: The default in previews; by default, the initial value. The code runs whenever a
///     default is built in a preview.
/// - Complexity: A read takes O(1), as with a key that is written out. Use the property on any
///   thread, in any task or actor that its isolation allows.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: suffixed(Key))
public macro Injectable(
  lifetime: InjectionLifetime = .scoped,
  test: TypeMustBeWritten = nil,
  preview: TypeMustBeWritten = nil
) = #externalMacro(module: "InjectionMacrosPlugin", type: "Injectable")
