import Foundation
import TestSupport
import Testing

@testable import InjectionMacrosExpansion

/// The plugin's program, run as by the compiler.
struct PluginProcessTests {
  @Test func `it answers while its input is open, and ends with it`() throws {
    let process = Process()
    process.executableURL = MacroPlugin.executable
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for message in [
      Message.capability, Message.expansion(of: "@Injectable var x: Int = 3"), "no JSON",
    ] {
      try input.fileHandleForWriting.write(contentsOf: Message.framed(message))
      let header = try #require(try output.fileHandleForReading.read(upToCount: 8))
      let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
      let reply = try #require(try output.fileHandleForReading.read(upToCount: length))
      #expect(try reply == Plugin.reply(to: Data(message.utf8)))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [
    (Data(), nil), (Message.framed(""), nil), (Message.framed("") + Message.framed("x"), nil),
    (Data([1, 0, 0, 0, 0, 0, 0]), "The input ends within a message."),
    (Message.framed(Message.capability).dropLast(), "The input ends within a message."),
    (Data([0, 0, 0, 16, 0, 0, 0, 0]), "The input ends within a message."),
    (Data([1, 0, 0, 16, 0, 0, 0, 0]), "A message is too long."),
    (Data([255, 255, 255, 255, 255, 255, 255, 255]), "A message is too long."),
  ])
  func `it ends with its input, or with an error`(_ end: Data, error: String?) async throws {
    let input = Message.framed(Message.capability) + end
    let plugin = try await ChildProcess.run(MacroPlugin.executable, input: input)
    #expect(plugin.status == (error == nil ? 0 : 1))
    #expect(plugin.errorOutput == (error.map { "InjectionMacrosPlugin: \($0)\n" } ?? ""))
    #expect(try Message.all(in: plugin.outputData).count == 1)
  }

  @Test func `a long message is read, and many short ones`() async throws {
    let value = "[" + String(repeating: "\"\\(a)\", ", count: isLong ? 100_000 : 20_000) + "]"
    let long = Message.expansion(of: "@Injectable var x: [String] = \(value)")
    let short = Message.framed(Message.expansion(of: "@Injectable var x: Int = 3"))
    let shorts = isLong ? 1_000 : 300
    let input = (0..<shorts).reduce(into: Message.framed(long)) { data, _ in data += short }
    let plugin = try await ChildProcess.run(MacroPlugin.executable, input: input)
    let replies = try Message.all(in: plugin.outputData)
    #expect(plugin.status == 0 && replies.count == 1 + shorts)
    #expect(replies.first?.expandedSource?.contains("return \(value)\n") == true)
  }
}
