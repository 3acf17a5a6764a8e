public import Foundation

/// The program that expands the package's macros.
public enum MacroPlugin {
  public static let executable = BuildProducts.executable("InjectionMacrosPlugin-tool")

  /// The compiler's options that load it.
  public static let compilerOptions = [
    "-load-plugin-executable", "\(executable.path)#InjectionMacrosPlugin",
  ]
}
