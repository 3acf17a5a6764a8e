import InjectionMacrosExpansion

/// The program that the compiler starts for expansions. It ends when the compiler closes its input.
@main
enum InjectionMacrosPlugin {
  static func main() { Plugin.run() }
}
