// Sees that every public symbol and every article of a documentation archive is in a group of
// Topics that somebody wrote. `.ci/site` calls it with the archive's folder of data.

import Foundation

/// A page in an archive.
struct Page: Decodable {
  struct Section: Decodable {
    let identifiers: [String]
    let generated: Bool?
  }
  struct Identifier: Decodable { let url: String }

  let identifier: Identifier?
  let topicSections: [Section]?

  /// What docc has put into groups of its own; not what a type has because of a protocol.
  var withoutGroup: [String] {
    if identifier?.url.hasSuffix("-Implementations") == true { return [] }
    return (topicSections ?? []).filter { $0.generated == true }.flatMap(\.identifiers)
      .filter { !$0.hasSuffix("-Implementations") }
  }
}

let data = URL(fileURLWithPath: CommandLine.arguments[1])
var count = 0
var found: [String] = []
for case let file as URL in FileManager.default.enumerator(
  at: data,
  includingPropertiesForKeys: nil
)!
where file.pathExtension == "json" {
  found += try JSONDecoder().decode(Page.self, from: Data(contentsOf: file)).withoutGroup
  count += 1
}
for name in found { print("In no group of Topics: \(name)") }
print("\(count) pages of the archive were looked at.")
exit(found.isEmpty && count > 100 ? 0 : 1)
