public import Foundation

/// The program that expands the package's macros.
public enum MacroPlugin {
  public static let executable = BuildProducts.executable("InjectionMacrosPlugin-tool")

  /// What tells the compiler to use it.
  public static let compilerOptions = [
    "-load-plugin-executable", "\(executable.path)#InjectionMacrosPlugin",
  ]
}
