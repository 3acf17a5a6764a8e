import TestSupport
import Testing

@testable import InjectionMacrosExpansion

struct FuzzTests {
  /// Whatever comes, each message is answered. What the process does: `PluginProcessTests`.
  @Test(arguments: 0..<8)
  func `changed code and changed messages are answered`(seed: UInt64) throws {
    var random = RandomBytes(seed: seed)
    for number in 0..<(isLong ? 500 : 60) {
      // The message is right in half of them, but the code in it is not.
      let isMessageRight = number.isMultiple(of: 2)
      var code = Array(random.declaration().utf8)
      if isMessageRight { code = random.changed(code) }
      let role = number.isMultiple(of: 4) ? "accessor" : "peer"
      var message = Array(
        Message.expansion(of: String(decoding: code, as: UTF8.self), role: role).utf8
      )
      if !isMessageRight { message = random.changed(message) }
      let reply = Reply(to: message)
      #expect(reply.json?["expandMacroResult"] != nil)
      for offset in reply.text.matches(of: #/Offset":(\d+)/#) where isMessageRight {
        // The declaration begins at byte 100, and what is no UTF-8 became longer.
        #expect((100...100 + 3 * code.count).contains(Int(offset.1)!))
      }
    }
  }
}

// MARK: - Fixtures

/// The same numbers for the same seed, on each run.
private struct RandomBytes: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements.randomElement(using: &self)!
  }

  mutating func declaration() -> String {
    one(of: Declarations.heads) + "var " + one(of: Declarations.names) + ": "
      + one(of: Declarations.types) + " = " + one(of: Declarations.values)
      + (number(below: 4) == 0 ? " " + one(of: Declarations.observers) : "")
  }

  /// Changes, removes, repeats or adds some bytes.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 4) where !bytes.isEmpty {
      let start = number(below: bytes.count)
      let end = min(bytes.count, start + 1 + number(below: 12))
      switch number(below: 5) {
      case 0: bytes[start] = UInt8(number(below: 256))
      case 1: bytes[start] = one(of: Array("\"\\/#(){}[]<>,:=@`\n .\0".utf8))
      case 2: bytes.removeSubrange(start..<end)
      case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
      default: bytes.removeSubrange(end...)
      }
    }
    return bytes
  }
}
