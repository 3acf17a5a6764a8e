public import Injection

/// Declares an injected value in one line: adds a key to a property.
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
///   @Injectable(test: unimplemented(placeholder: NoPayment()))
///   var payment: any Payment = LivePayment()
///   @Injectable nonisolated public var billing: any Billing
///   @Injectable var retries = 3
/// }
/// ```
///
/// The first of them stands for the following code:
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
/// The initial value is the code of the key's `defaultValue`. It runs when a default is built, and
/// may read other injected values.
///
/// Without an initial value, the app must provide one: the `defaultValue` is `unprovided()`, and a
/// read stops the process if no value is provided. An optional without one is `nil`.
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
/// For any other code, write the type: `var count: Int = Cart.count`. Of a generic type, write the
/// arguments: `Box<Int>(3)`, not `Box(3)`.
///
/// ## The key
///
/// The key of `currency` is `InjectedValues.currencyKey`. Use this name where a key is needed:
///
/// ```swift
/// extension InjectedValues {
///   @Injectable var currency: Currency = .crown
/// }
/// let currency = InjectedValues.current[InjectedValues.currencyKey.self]
/// ```
///
/// The key has the property's access level, even if the setter is less visible. It also has the
/// property's isolation, from the property or its extension: `nonisolated`, `@MainActor`, or
/// another global actor. Otherwise it has the module's default isolation. The attributes
/// `@available` and `@_spi` apply to the key as well. A macro can't tell a global actor from
/// another macro without arguments: beside that, write `nonisolated`.
///
/// In a module whose default isolation is `MainActor`, write `nonisolated` for a value that code on
/// other actors reads, above all for a public one. Otherwise the key is isolated to the main actor.
/// Other modules don't see that, and a read on another actor stops the process:
///
/// ```swift
/// extension InjectedValues {
///   @Injectable nonisolated public var language: String = "en"
/// }
/// ```
///
/// The arguments of a macro, such as this one or `@Test`, can't contain a key that a macro declares
/// in the same module. Use it in a declaration of its own, and that in the arguments:
///
/// ```swift
/// extension InjectionLifetime {
///   static var perUser: Self { .scoped(by: InjectedValues.userKey.self) }
/// }
///
/// extension InjectedValues {
///   @Injectable var user: User
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
/// for `test` and `preview`, not `.mock`. Only `nil` needs no type, and `.unimplemented`, which
/// ``InjectableClient()`` adds to a client. For a closure, write the types of its parameters:
/// `test: unimplemented(placeholder: { (_: Int) in "" })`.
///
/// If a key needs another name, or a property its own accessors, write the key out. One extension
/// can have both forms, and both are fully supported.
///
/// ## Building
///
/// The macro has no package dependencies. Its plugin builds in a few seconds, and only for clients
/// of this module. Xcode asks once whether you trust the package's macros. With `xcodebuild`, pass
/// `-skipMacroValidation`.
///
/// - Parameters:
///   - lifetime: How long a default is kept.
///   - test: The default in tests. Without it, that is the initial value. The code runs whenever a
///     default is built in a test. See also `unimplemented(placeholder:)`.
///   - preview: The default in previews. Without it, that is the initial value. The code runs
///     whenever a default is built in a preview.
/// - Complexity: That of a key that is written out.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: suffixed(Key))
public macro Injectable(
  lifetime: InjectionLifetime = .scoped,
  test: TypeMustBeWritten = nil,
  preview: TypeMustBeWritten = nil
) = #externalMacro(module: "InjectionMacrosPlugin", type: "Injectable")
