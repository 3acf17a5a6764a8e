/// Completes a client, which is a struct of functions, so that it can be declared in a few lines.
///
/// ```swift
/// import Injection
/// import InjectionMacros
///
/// @InjectableClient
/// struct Weather: Sendable {
///   var forecast: @Sendable (_ city: String, _ days: Int) async throws -> [String]
///   var alerts: @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
/// }
///
/// extension InjectedValues {
///   @Injectable(test: .unimplemented) var weather: Weather
/// }
///
/// func pack() async throws -> Bool {
///   try await InjectedValues.current.weather.forecast(city: "Ulm", days: 3).contains("rain")
/// }
/// ```
///
/// The macro adds:
///
/// - **An initializer** with a parameter for each function: `Weather(forecast: { … })`. A function
///   that isn't given is unimplemented by its name. Each call of it is an issue: it fails a test,
///   and stops a live process without a handler of issues: see `unimplemented(_:placeholder:)`.
/// - **The value `unimplemented`**, in which no function has an implementation. A test that sets
///   one function, with `$0.weather.forecast = { … }`, still fails for the others. A client has no
///   such value if the initializer needs another property.
/// - **Methods with labels**, for functions whose parameters have names.
///   `weather.forecast("Ulm", 3)` works, too.
///
/// ## The initial value
///
/// After the issue, a call of an unimplemented function continues with the initial value. A call of
/// `alerts` above is an issue, and returns a stream that is finished, in a test. Where a function
/// should work without an issue, as in a live process, give it to the initializer.
///
/// | Function | Without an initial value |
/// | --- | --- |
/// | `throws` | throws an `UnimplementedError` |
/// | `-> Void`, `-> User?` | returns, or returns `nil` |
/// | others, also `throws(Failure)` | an error of the compiler |
///
/// ## What is kept
///
/// Each function keeps its type: `@Sendable`, `async`, typed errors, `inout`, `sending` and its
/// isolation. The initializer has the access level of the least visible function, and each method
/// that of its function. In a module whose default isolation is the main actor, write
/// `nonisolated struct`.
///
/// Other properties are parameters of the initializer, too, or keep their initial value. So do
/// functions that are private or optional. A function's type must be written out, since a macro
/// doesn't see what a type alias stands for. A method of your own can't have the name and labels of
/// one that the macro adds: the compiler rejects the second declaration.
///
/// In the same module, the arguments of a macro can't use the initializer: write `.unimplemented`,
/// as above, or give the value a name, as in `preview: Weather.sunny`.
@attached(member, names: named(init), named(unimplemented), arbitrary)
public macro InjectableClient() =
  #externalMacro(module: "InjectionMacrosPlugin", type: "InjectableClient")
