import Foundation
import TestSupport
import Testing

/// Guards the public interface: a name that is added or removed changes a list, too.
///
/// Tests of this package use all names of the lists. This suite uses those that no other test does,
/// as a client: in Swift 6 mode, with none of the package's upcoming features.
struct PublicInterfaceTests {
  /// `×2` after a name marks two declarations of the name.
  @Test(arguments: [
    "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros",
    "InjectionServer", "InjectionTesting",
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
