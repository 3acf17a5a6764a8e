import Foundation
import TestSupport
import Testing

@testable import InjectionMacrosExpansion

/// The program itself, as the compiler runs it.
@Suite struct PluginProcessTests {
  @Test func `it answers while its input is open, and ends with it`() throws {
    let process = Process()
    process.executableURL = MacroPlugin.executable
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for message in [
      Message.capability, Message.expansion(of: "@Injectable var x: Int = 3"), "no JSON",
      Message.expansion(of: "@Injectable let x: Int = 3"), Message.capability,
    ] {
      try input.fileHandleForWriting.write(contentsOf: Message.framed(message))
      let header = try #require(try output.fileHandleForReading.read(upToCount: 8))
      let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
      let reply = try #require(try output.fileHandleForReading.read(upToCount: length))
      #expect(reply == Data(Reply(to: message).text.utf8))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `10,000 expansions in one process`() async throws {
    let kinds = (0..<100).map { index in
      let declaration = "@Injectable var value\(index): Int = \(index)"
      return Message.expansion(of: declaration, role: index.isMultiple(of: 2) ? "peer" : "accessor")
    }
    let round = kinds.reduce(into: Data()) { $0 += Message.framed($1) }
    let input = (0..<100).reduce(into: Data()) { data, _ in data += round }
    let plugin = try await ChildProcess.run(MacroPlugin.executable, input: input)
    #expect(plugin.status == 0 && plugin.errorOutput == "")
    let replies = kinds.reduce(into: Data()) { $0 += Message.framed(Reply(to: $1).text) }
    #expect(plugin.outputData.count == 100 * replies.count)
    #expect(plugin.outputData.suffix(replies.count) == replies)
  }

  @Test(arguments: [Data(), Message.framed(""), Message.framed("") + Message.framed("x")])
  func `it ends with its input, or with an empty message`(_ input: Data) async throws {
    let plugin = try await ChildProcess.run(MacroPlugin.executable, input: input)
    #expect(plugin.status == 0 && plugin.outputData.isEmpty && plugin.errorOutput == "")
  }

  @Test(arguments: [
    (Data([1]), "The input ends within a message."),
    (Data([1, 0, 0, 0, 0, 0, 0]), "The input ends within a message."),
    (Data([1, 0, 0, 0, 0, 0, 0, 0]), "The input ends within a message."),
    (Message.framed(Message.capability).dropLast(), "The input ends within a message."),
    (Data([0, 0, 0, 16, 0, 0, 0, 0]), "The input ends within a message."),
    (Data([1, 0, 0, 16, 0, 0, 0, 0]), "A message is too long."),
    (Data([255, 255, 255, 255, 255, 255, 255, 127]), "A message is too long."),
    (Data([255, 255, 255, 255, 255, 255, 255, 255]), "A message is too long."),
  ])
  func `what is no message ends it with an error`(_ input: Data, error: String) async throws {
    let plugin = try await ChildProcess.run(
      MacroPlugin.executable,
      input: Message.framed(Message.capability) + input
    )
    #expect(plugin.status == 1)
    #expect(plugin.errorOutput == "InjectionMacrosPlugin: \(error)\n")
    #expect(try Message.all(in: plugin.outputData).count == 1)
  }

  @Test func `a long message is read`() async throws {
    let value = "[" + String(repeating: "\"\\(a)\", ", count: 100_000) + "]"
    let message = Message.expansion(of: "@Injectable var x: [String] = \(value)")
    let plugin = try await ChildProcess.run(MacroPlugin.executable, input: Message.framed(message))
    let reply = try #require(try Message.all(in: plugin.outputData).first)
    #expect(
      reply["expandMacroResult"]?["expandedSource"]?.string?.contains("return \(value)\n") == true
    )
  }
}
