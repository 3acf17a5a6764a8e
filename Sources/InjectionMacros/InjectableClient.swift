/// Completes a client: a struct that consists of functions.
@attached(member, names: named(init), arbitrary)
public macro InjectableClient() =
  #externalMacro(module: "InjectionMacrosPlugin", type: "InjectableClient")
