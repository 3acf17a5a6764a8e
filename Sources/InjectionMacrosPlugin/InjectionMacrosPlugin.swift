import InjectionMacrosExpansion

/// The compiler starts this program, asks it for expansions, and closes its input when it needs no
/// more.
@main
enum InjectionMacrosPlugin {
  static func main() { Plugin.run() }
}
