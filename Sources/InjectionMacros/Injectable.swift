public import Injection

/// Declares an injected value in one line.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: suffixed(Key))
public macro Injectable<Test, Preview>(
  lifetime: InjectionLifetime = .scoped,
  test: Test = (),
  preview: Preview = ()
) = #externalMacro(module: "InjectionMacrosPlugin", type: "Injectable")
