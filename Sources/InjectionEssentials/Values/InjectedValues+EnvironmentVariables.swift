import Foundation
public import Injection

extension InjectedValues {
  private enum EnvironmentVariablesKey: InjectionKey {
    static var defaultValue: EnvironmentVariables { .process }
    static var testValue: EnvironmentVariables { [:] }
  }

  /// The environment variables of the process: `environmentVariables["HOME"]`.
  ///
  /// ```swift
  /// struct Server {
  ///   @Injected(\.environmentVariables["PORT"]) var port
  ///   func address() -> String { "localhost:\(port ?? "8080")" }
  /// }
  ///
  /// @Test func `the port can be chosen`() {
  ///   #expect(Server().address() == "localhost:8080")
  ///   withInjected(\.environmentVariables, ["PORT": "80"]) {
  ///     #expect(Server().address() == "localhost:80")
  ///   }
  /// }
  /// ```
  ///
  /// Live and in previews, they are read from the process once, when they are first needed. In a
  /// test there are none, on every machine.
  public var environmentVariables: EnvironmentVariables {
    get { self[EnvironmentVariablesKey.self] }
    set { self[EnvironmentVariablesKey.self] = newValue }
  }
}

/// Environment variables: values by name.
///
/// Names are case-sensitive.
///
/// The description has only the names, since values may be secret.
public struct EnvironmentVariables: Sendable, Hashable {
  private var values: [String: String]

  /// Creates variables.
  ///
  /// - Parameter values: The values by name.
  public init(_ values: [String: String]) {
    self.values = values
  }

  /// The variables that the process had when this was first read.
  public static let process = EnvironmentVariables(ProcessInfo.processInfo.environment)

  /// The value of a variable, or `nil` if there is none with this name.
  ///
  /// Setting it changes this value only, and not the process.
  ///
  /// - Parameter name: The name.
  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The names of all variables, sorted.
  ///
  /// - Complexity: O(n log n), for n variables.
  public var names: [String] { values.keys.sorted() }
}

extension EnvironmentVariables: ExpressibleByDictionaryLiteral {
  /// Creates variables: `["PORT": "80"]`.
  ///
  /// - Parameter elements: Names and values. If a name has several values, the last one counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

extension EnvironmentVariables: CustomStringConvertible, CustomReflectable {
  /// The names of the variables.
  public var description: String { "environment variables: \(names.joined(separator: ", "))" }

  /// The names of the variables, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: ["names": names]) }
}
