import Foundation
import TestSupport
import Testing

/// The guard of the public interface: a name that is added, or removed, is one here, too.
///
/// Tests of this package use all that is listed; this suite, what no other does, as clients do: in
/// Swift 6 mode, with none of the package's upcoming features.
struct PublicInterfaceTests {
  /// `×2` after a name says that there are two of this name.
  @Test(arguments: [
    "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros",
    "InjectionTesting",
  ])
  func `what is public of a module is what its file lists`(module: String) async throws {
    let file = PackageDirectory.url.appendingPathComponent("Tests/Clients/Interfaces/\(module).txt")
    let listed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init
    )
    let found = try await PublicInterface.symbols(of: module)
    #expect(found.subtracting(listed).sorted() == [], "not listed, and used by no test")
    #expect(Set(listed).subtracting(found).sorted() == [], "no longer public")
  }
}
