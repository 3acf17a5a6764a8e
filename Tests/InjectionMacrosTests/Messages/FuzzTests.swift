import Foundation
import InjectionEssentials
import TestSupport
import Testing

@testable import InjectionMacrosExpansion

struct FuzzTests {
  // `PluginProcessTests` tests the process.
  @Test(arguments: 0..<8)
  func `changed code and changed messages are answered`(seed: UInt64) throws {
    var random = SeededRandomNumberGenerator(seed: seed)
    for number in 0..<(isLong ? 500 : 60) {
      // Half of the messages are valid, with invalid code.
      let isMessageRight = number.isMultiple(of: 2)
      let role = ["accessor", "member", "peer", "member"][number / 2 % 4]
      let isClient = role == "member"
      var code = Array((isClient ? random.client() : random.declaration()).utf8)
      if isMessageRight { code = random.changed(code) }
      let text = Message.expansion(
        of: String(decoding: code, as: UTF8.self),
        role: role,
        macro: isClient ? "InjectableClient" : "Injectable"
      )
      var message = Array(text.utf8)
      if !isMessageRight { message = random.changed(message) }
      let reply = try Plugin.reply(to: Data(message))
      #expect(try Answer(reply).messages != nil)
      let offsets = String(decoding: reply, as: UTF8.self).matches(of: #/ffset":(\d+)/#)
      for offset in offsets where isMessageRight {
        // The declaration begins at byte 100, and invalid UTF-8 became longer.
        #expect((100...100 + 3 * code.count).contains(Int(offset.1)!))
      }
    }
  }
}

// MARK: - Fixtures

extension SeededRandomNumberGenerator {
  fileprivate mutating func declaration() -> String {
    let parts = [
      Declarations.heads, ["var "], Declarations.names, [": "], Declarations.types, [" = "],
      Declarations.values, ["", "", " "], Declarations.observers + ["", "", ""],
    ]
    return parts.map { $0.randomElement(using: &self)! }.joined()
  }

  fileprivate mutating func client() -> String {
    let members = (0..<4).map { _ in
      let parts = [
        ClientDeclarations.heads, ClientDeclarations.names, [": "], ClientDeclarations.functions,
        ["\n"], ClientDeclarations.others, ["\n"],
      ]
      return parts.map { $0.randomElement(using: &self)! }.joined()
    }
    return "@InjectableClient struct S {\n\(members.joined())}"
  }

  /// Changes, removes, repeats or adds some bytes.
  fileprivate mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &self) where !bytes.isEmpty {
      let start = bytes.indices.randomElement(using: &self)!
      let end = min(bytes.count, start + Int.random(in: 1...12, using: &self))
      let sign = Array("\"\\/#(){}[]<>,:=@`\n .\0\u{e9}".utf8).randomElement(using: &self)!
      let part = Array(bytes[start..<end])
      let changes: [[UInt8]] = [[], [sign], part + [sign], part + part]
      bytes.replaceSubrange(start..<end, with: changes.randomElement(using: &self)!)
    }
    return bytes
  }
}
