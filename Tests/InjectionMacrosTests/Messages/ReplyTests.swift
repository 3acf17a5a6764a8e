import Foundation
import Testing

@testable import InjectionMacrosExpansion

struct ReplyTests {
  @Test func `a capability is answered with a version`() throws {
    for message in [
      Message.capability, #"{"getCapability":{}}"#, #"{"getCapability":{"capability":null}}"#,
      #"{"getCapability":{"capability":{"protocolVersion":99,"new":[1]},"more":{}}}"#,
    ] {
      let reply = try text(of: message)
      #expect(reply == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
    }
  }

  @Test func `a mistake is answered with its place in the file, and its fix`() throws {
    let declaration = "/* é */ @Injectable let x: Int = 3"
    #expect(
      try text(of: Message.expansion(of: declaration)) == """
        {"expandMacroResult":{"diagnostics":[{"fixIts":[{"changes":[{"newText":"var","range":\
        {"endOffset":124,"fileName":"/Client/Keys.swift","startOffset":121}}],"message":\
        "replace 'let' with 'var'"}],"highlights":[],"message":"'@Injectable' needs a 'var', since \
        a scope can replace the value of 'x'","notes":[],"position":{"fileName":\
        "/Client/Keys.swift","offset":121},"severity":"error"}]}}
        """
    )
  }

  @Test(arguments: [
    ("\"expandAttachedMacro\":{", "\"expandAttachedMacro\":{\"new\":{\"a\":[1,{}],\"b\":null},"),
    ("\"lexicalContext\"", "\"other\""), ("\"staticBuildConfiguration\"", "\"other\""),
    ("\"discriminator\"", "\"other\""), ("\"location\"", "\"other\""),
    ("\"moduleName\"", "\"other\""),
  ])
  func `other members are ignored, and some may be absent`(_ member: String, other: String) throws {
    let changed = expansion.replacing(member, with: other)
    #expect(changed != expansion)
    let source = try Answer(to: changed).expandedSource
    #expect(try source != nil && source == Answer(to: expansion).expandedSource)
  }

  // A member is missing, or the role or the macro is unknown.
  @Test(
    arguments: ["macroRole", "typeName", "macro", "attributeSyntax", "declSyntax", "source"].map {
      ("\"\($0)\"", "\"other\"")
    } + [
      (":\"peer\"", ":\"member\""), (":\"Injectable\"", ":\"Other\""),
      (":\"Injectable\"", ":\"InjectableClient\""),
    ]
  )
  func `an expansion that lacks something is answered`(_ text: String, _ other: String) throws {
    #expect(expansion.contains(text))
    try expectNotUnderstood(expansion.replacing(text, with: other))
  }

  @Test(
    arguments: [
      #"{"expandFreestandingMacro":{}}"#, "{}", "[]", "null", "3", "\"getCapability\"",
      #"["getCapability"]"#, #"{"new":{"getCapability":{}}}"#, "", "{", "{]", "\0",
      String(repeating: "[", count: 100_000),
    ]
  )
  func `an unknown message, or no JSON, is answered`(_ message: String) throws {
    try expectNotUnderstood(message)
  }

  private func expectNotUnderstood(_ message: String) throws {
    let reply = try Answer(to: message)
    #expect(reply.expandedSource == nil)
    let text = "the plugin of the macros does not understand a message of the compiler"
    #expect(reply.messages == [text])
    #expect(reply.diagnostics?.first?["position"]?["fileName"]?.string == "")
  }

  private func text(of message: String) throws -> String {
    try String(decoding: Plugin.reply(to: Data(message.utf8)), as: UTF8.self)
  }
}

// MARK: - Fixtures

private let expansion = Message.expansion(of: "@Injectable var x: Int = 3")
