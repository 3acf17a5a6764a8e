import Foundation
import TestSupport
import Testing

@testable import InjectionMacrosExpansion

/// Whatever comes, each message is answered, and no input stops the program otherwise than it
/// should.
@Suite struct FuzzTests {
  // The messages are right, the code in them is not.
  @Test(arguments: 0..<8)
  func `changed code`(seed: UInt64) throws {
    var random = RandomBytes(seed: seed)
    for _ in 0..<500 {
      let code = random.changed(Array(random.declaration().utf8))
      let expansion = Expansion(String(decoding: code, as: UTF8.self))
      for problem in expansion.key.problems + expansion.accessors.problems {
        let range = problem.fix?.range ?? problem.position..<problem.position
        // What is no UTF-8 became longer.
        #expect(range.lowerBound >= 0 && range.upperBound <= 3 * code.count)
      }
    }
  }

  @Test(arguments: 0..<4)
  func `changed input of the program`(seed: UInt64) async throws {
    var random = RandomBytes(seed: seed)
    for _ in 0..<20 {
      var input = Data()
      for _ in 0..<20 { input += Message.framed(random.changed(Array(random.message().utf8))) }
      if random.number(below: 2) == 0 { input = Data(random.changed(Array(input))) }
      let plugin = try await ChildProcess.run(MacroPlugin.executable, input: input)
      #expect([0, 1].contains(plugin.status) && !plugin.timedOut)
      #expect(plugin.errorOutput.isEmpty == (plugin.status == 0))
      let replies = try Message.all(in: plugin.outputData)
      #expect(
        replies.allSatisfy { $0["expandMacroResult"] != nil || $0["getCapabilityResult"] != nil }
      )
    }
  }
}

// MARK: - Fixtures

/// The same numbers for the same seed, on each run.
private struct RandomBytes {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(below limit: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(limit))
  }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  mutating func declaration() -> String {
    one(of: Declarations.heads) + "var " + one(of: Declarations.names) + ": "
      + one(of: Declarations.types) + " = " + one(of: Declarations.values)
      + (number(below: 4) == 0 ? " " + one(of: Declarations.observers) : "")
  }

  mutating func message() -> String {
    if number(below: 20) == 0 { return Message.capability }
    let role = one(of: ["peer", "accessor"])
    return Message.expansion(of: declaration(), attribute: one(of: Declarations.heads), role: role)
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
