import TestSupport
import Testing

/// The expansions of valid clients compile, in each setting of a client. `Tests/Clients/Shop` calls
/// functions of each kind.
struct AcceptedClientsTests {
  static let settings = [
    "-swift-version 6 -default-isolation MainActor -warnings-as-errors",
    "-swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault -warnings-as-errors",
    "-swift-version 6 -warnings-as-errors", "-swift-version 5 -warnings-as-errors",
    // The macro's module itself isn't compiled for evolution here, which is a warning.
    "-swift-version 6 -enable-library-evolution -O -suppress-warnings",
  ]

  @Test(arguments: isLong ? settings : Array(settings.prefix(2)))
  func `200 clients of odd functions compile`(_ options: String) async throws {
    let source = fixtures + clients().joined(separator: "\n")
    let result = try await Compiler.compile(source, options.split(separator: " ").map(String.init))
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  // Names of other libraries, such as SwiftUI, of this library, and of the expansion.
  @Test func `a client may have types and functions of any of these names`() async throws {
    let names = [
      "Injection", "InjectionMacros", "Optional", "Function", "Client", "Result", "Placeholder",
      "_ClientFunction", "InjectedValues",
    ]
    let functions = ["unimplemented", "report", "fail", "_function", "_placeholder", "_0", "self_"]
    let result = try await Compiler.compile(
      """
      import Injection
      import InjectionMacros
      \(names.map { "struct \($0): Sendable {}" }.joined(separator: "\n"))
      \(functions.map { "func \($0)() {}" }.joined(separator: "\n"))
      @InjectableClient struct Names: Sendable {
        \(names.map { "var a\($0): @Sendable (_ a: \($0)) throws -> \($0)" }.joined(separator: "\n"))
        \(functions.dropFirst().map { "var \($0): @Sendable () -> Int = { 3 }" }.joined(separator: "\n"))
      }
      """,
      ["-swift-version", "6", "-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  /// Each function in four clients, beside other members, and all of them in one.
  private func clients() -> [String] {
    let (functions, others) = (ClientDeclarations.functions, ClientDeclarations.others)
    let heads = ClientDeclarations.heads
    let names = ClientDeclarations.names
    func client(_ index: Int, _ members: [String]) -> String {
      let head = ClientDeclarations.structs[index % ClientDeclarations.structs.count]
      return "@InjectableClient\nnonisolated \(head) S\(index)<Model: Sendable> {\n  "
        + members.joined(separator: "\n  ") + "\n}"
    }
    var clients = functions.indices.flatMap { function in
      (0..<4).map { round in
        let index = 4 * function + round
        let member =
          heads[index % heads.count] + names[(index / 3) % names.count] + ": " + functions[function]
        let other = others[(index + index / 7) % others.count]
        return client(index, round.isMultiple(of: 2) ? [other, member] : [member, other])
      }
    }
    let all = zip(functions.indices, functions).map { heads[$0 % heads.count] + "f\($0): \($1)" }
    clients.append(client(clients.count, all))
    return clients
  }
}

// MARK: - Fixtures

private let fixtures = """
  import InjectionMacros
  public nonisolated struct Fault: Error {}
  public nonisolated final class Box { public init() {} }
  public nonisolated struct Move: ~Copyable, Sendable {}
  public nonisolated protocol P {}
  public nonisolated struct Q: P { static var three: @Sendable () -> Int { { 3 } } }
  @globalActor public actor DatabaseActor { public static let shared = DatabaseActor() }
  nonisolated let three: @Sendable () -> Int = { 3 }

  """
