import Foundation
import TestSupport
import Testing

/// Two libraries that each have a copy of `Injection`, in one process.
///
/// On Linux, where a sanitizer's build has objects that need its library.
#if os(Linux)
  @Suite(.enabled(if: !isSanitized)) struct TwoCopiesTests {
    @Test
    func `the second copy of the library says so once and names both, and one alone says nothing`()
      async throws
    {
      try await withTemporaryDirectory { directory in
        let libraries = try await Libraries(in: directory)
        let one = try await libraries.make("One", with: libraries.objects)
        let two = try await libraries.make("Two", with: libraries.objects)
        // Whatever the second one does first.
        for work in ["scope", "read"] {
          let process = try await libraries.run([(one, "scope"), (two, work)])
          #expect(
            process.output == "One overridden\nTwo \(work == "scope" ? "overridden" : "own")\n"
          )
          #expect(
            process.errorOutput == """
              The library Injection is in this process twice: overrides in one copy do not reach the other.

                First:  \(one)
                Second: \(two)

              To fix this:
              - Link it once, in a dynamic library of your own that all others link, an app and the tests \
              that run in it, too: .library(name: …, type: .dynamic, targets: […]).

              """
          )
        }
        let alone = try await libraries.run([(one, "scope"), (one, "read")])
        #expect(alone.output == "One overridden\nOne own\n")
        #expect(alone.errorOutput == "")
      }
    }

    @Test func `one copy of the library that several others link says nothing`() async throws {
      try await withTemporaryDirectory { directory in
        let libraries = try await Libraries(in: directory)
        let shared = ["-L", directory.path, "-lShared", "-Xlinker", "-rpath=\(directory.path)"]
        _ = try await libraries.make("Shared", with: libraries.objects)
        let one = try await libraries.make("One", with: shared)
        let two = try await libraries.make("Two", with: shared)
        let sharing = try await libraries.run([(one, "scope"), (two, "read")])
        #expect(sharing.output == "One overridden\nTwo own\n")
        #expect(sharing.errorOutput == "")
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
    let host: String

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
      host = directory.appendingPathComponent("Host").path
      try await Self.compile(
        """
        import Glibc
        @main struct Host {
          static func main() {
            let arguments = Array(CommandLine.arguments.dropFirst())
            for index in stride(from: 0, to: arguments.count, by: 2) {
              guard let library = dlopen(arguments[index], RTLD_NOW | RTLD_LOCAL) else {
                fatalError(String(cString: dlerror()))
              }
              let work = dlsym(library, arguments[index + 1])!
              unsafeBitCast(work, to: (@convention(c) () -> Void).self)()
            }
          }
        }
        """,
        named: "Host",
        in: directory,
        ["-o", host]
      )
    }

    /// - Parameter options: What has a copy of `Injection`.
    /// - Returns: The library's path.
    func make(_ name: String, with options: [String]) async throws -> String {
      let library = directory.appendingPathComponent("lib\(name).so").path
      try await Self.compile(
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
        named: name,
        in: directory,
        [
          "-emit-library", "-o", library,
          "-I", BuildProducts.directory.appendingPathComponent("Modules").path,
        ] + options
      )
      return library
    }

    func run(_ work: [(library: String, function: String)]) async throws -> ChildProcess {
      try await ChildProcess.run(
        URL(fileURLWithPath: host),
        work.flatMap { [$0.library, $0.function] },
        environment: ["INJECTION_CONTEXT": "live"]
      )
    }

    private static func compile(
      _ source: String,
      named name: String,
      in directory: URL,
      _ options: [String]
    ) async throws {
      let file = directory.appendingPathComponent("\(name).swift")
      try Data(source.utf8).write(to: file)
      let compiler = try await ChildProcess.run(
        Toolchain.tool("swiftc"),
        ["-parse-as-library", "-module-name", name, file.path] + options
      )
      try #require(compiler.status == 0, "\(compiler.errorOutput)")
    }
  }
#endif
