import Foundation
import TestSupport
import Testing

/// Two libraries that each have a copy of `Injection`, in one process.
///
/// On Linux, where a sanitizer's build has objects that need its library.
#if os(Linux)
  @Suite(.enabled(if: !isSanitized)) struct TwoCopiesTests {
    @Test func `the second copy of the library says so once and names both, and one says nothing`()
      async throws
    {
      try await withTemporaryDirectory { directory in
        let libraries = try await Libraries(in: directory)
        let one = try await libraries.make("One", with: libraries.objects)
        let two = try await libraries.make("Two", with: libraries.objects)
        let message = """
          The library Injection is in this process twice: overrides in one copy do not reach the other.

            First:  \(one)
            Second: \(two)

          To fix this:
          - Link it once, in a dynamic library of your own that all others link, an app and the tests \
          that run in it, too: .library(name: …, type: .dynamic, targets: […]).

          """
        // The second one opens a scope first, or reads.
        let opening = try await libraries.call([one, "scope", two, "scope"])
        #expect(opening == ["One overridden\nTwo overridden\n", message])
        let reading = try await libraries.call([one, "scope", two, "read"])
        #expect(reading == ["One overridden\nTwo own\n", message])

        // One copy that several others link.
        let shared = ["-L", directory.path, "-lShared", "-Xlinker", "-rpath=\(directory.path)"]
        _ = try await libraries.make("Shared", with: libraries.objects)
        let three = try await libraries.make("Three", with: shared)
        let four = try await libraries.make("Four", with: shared)
        let sharing = try await libraries.call([three, "scope", four, "read"])
        #expect(sharing == ["Three overridden\nFour own\n", ""])
      }
    }
  }

  private let isSanitized = ["__asan_init", "__tsan_init"].contains { (symbol: String) in
    // Safe: the name is copied.
    unsafe dlsym(nil, symbol) != nil
  }

  /// Makes libraries, and a program that opens them and is linked with none.
  private struct Libraries {
    let directory: URL

    /// What a static library of `Injection` would have in it.
    let objects: [String]

    init(in directory: URL) async throws {
      self.directory = directory
      let folder = BuildProducts.directory.appendingPathComponent("Injection.build")
      // The folder also has those of sources that are no longer there.
      let sources = PackageDirectory.url.appendingPathComponent("Sources/Injection")
      objects = FileManager.default.enumerator(atPath: sources.path)!.compactMap { $0 as? String }
        .filter { $0.hasSuffix(".swift") }
        .map { folder.appendingPathComponent("\($0.split(separator: "/").last!).o").path }
      _ = try await compile(
        """
        import Glibc
        for index in stride(from: 1, to: CommandLine.arguments.count, by: 2) {
          guard let library = dlopen(CommandLine.arguments[index], RTLD_NOW | RTLD_LOCAL) else {
            fatalError(String(cString: dlerror()))
          }
          let work = dlsym(library, CommandLine.arguments[index + 1])!
          unsafeBitCast(work, to: (@convention(c) () -> Void).self)()
        }
        """,
        to: "Host"
      )
    }

    /// - Parameter options: What has a copy of `Injection`.
    /// - Returns: The library's path.
    func make(_ name: String, with options: [String]) async throws -> String {
      try await compile(
        """
        import Injection
        extension InjectedValues {
          private enum NameKey: InjectionKey { static var defaultValue: String { "own" } }
          var name: String {
            get { self[NameKey.self] }
            set { self[NameKey.self] = newValue }
          }
        }
        @_cdecl("scope") public func scope() {
          withInjected(\\.name, "overridden") { print("\(name)", InjectedValues.current.name) }
        }
        @_cdecl("read") public func read() { print("\(name)", InjectedValues.current.name) }
        """,
        to: "lib\(name).so",
        [
          "-emit-library", "-parse-as-library", "-module-name", name,
          "-I", BuildProducts.directory.appendingPathComponent("Modules").path,
        ] + options
      )
    }

    /// - Parameter calls: Libraries, each with a function of it.
    /// - Returns: What the program printed that calls these, and what it wrote to standard error.
    func call(_ calls: [String]) async throws -> [String] {
      let process = try await ChildProcess.run(
        directory.appendingPathComponent("Host"),
        calls,
        environment: ["INJECTION_CONTEXT": "live"]
      )
      return [process.output, process.errorOutput]
    }

    private func compile(_ source: String, to name: String, _ options: [String] = [])
      async throws -> String
    {
      let file = directory.appendingPathComponent("\(name).swift")
      let output = directory.appendingPathComponent(name)
      try Data(source.utf8).write(to: file)
      let compiler = try await ChildProcess.run(
        Toolchain.tool("swiftc"),
        ["-o", output.path, file.path] + options
      )
      try #require(compiler.status == 0, "\(compiler.errorOutput)")
      return output.path
    }
  }
#endif
