import Foundation
import Testing

@testable import InjectionMacrosExpansion

struct ReplyTests {
  @Test func `a capability is answered with a version`() throws {
    for message in [
      Message.capability, #"{"getCapability":{}}"#, #"{"getCapability":{"capability":null}}"#,
      #"{"getCapability":{"capability":{"protocolVersion":99,"new":[1]},"more":{}}}"#,
    ] {
      let reply = Reply(to: message).text
      #expect(reply == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
    }
  }

  @Test func `an expansion is answered with code`() {
    let declaration = "\n  @Injectable var x: Int = 3 // é"
    let key = Reply(to: Message.expansion(of: declaration))
    #expect(key.expandedSource?.contains("enum xKey: InjectionKey {") == true)
    #expect(key.diagnosticMessages == [])
    let accessors = Reply(to: Message.expansion(of: declaration, role: "accessor"))
    #expect(accessors.expandedSource?.contains("get { self[xKey.self] }") == true)
    #expect(accessors.diagnosticMessages == [])
  }

  @Test func `a mistake is answered with its place in the file, and its fix`() {
    let declaration = "/* é */ @Injectable let x: Int = 3"
    #expect(
      Reply(to: Message.expansion(of: declaration)).text == """
        {"expandMacroResult":{"expandedSource":null,"diagnostics":[{"message":"'@Injectable' needs \
        a 'var', since a scope can replace the value of 'x'","severity":"error","position":\
        {"fileName":"/Client/Keys.swift","offset":121},"highlights":[],"notes":[],"fixIts":[\
        {"message":"replace 'let' with 'var'","changes":[{"range":{"fileName":"/Client/Keys.swift",\
        "startOffset":121,"endOffset":124},"newText":"var"}]}]}]}}
        """
    )
  }

  @Test func `several mistakes are all answered`() {
    let reply = Reply(to: Message.expansion(of: "@Injectable static let x: some P"))
    let offsets = reply.diagnostics?.map { $0["position"]?["offset"]?.integer }
    #expect(offsets == [119, 112, 126])
  }

  @Test(arguments: [
    ("\"expandAttachedMacro\":{", "\"expandAttachedMacro\":{\"new\":{\"a\":[1,{}],\"b\":null},"),
    ("\"lexicalContext\"", "\"other\""), ("\"staticBuildConfiguration\"", "\"other\""),
    ("\"discriminator\"", "\"other\""), ("\"location\"", "\"other\""),
    ("\"moduleName\"", "\"other\""),
  ])
  func `members that are not known are not looked at`(_ member: String, other: String) {
    let changed = expansion.replacing(member, with: other)
    #expect(changed != expansion)
    #expect(Reply(to: changed).expandedSource == Reply(to: expansion).expandedSource)
  }

  // What must be there and is not, another role or macro.
  @Test(
    arguments: ["macroRole", "typeName", "macro", "attributeSyntax", "declSyntax", "source"].map {
      ("\"\($0)\"", "\"other\"")
    } + [(":\"peer\"", ":\"member\""), (":\"Injectable\"", ":\"Other\"")]
  )
  func `an expansion that lacks something is answered`(_ text: String, _ other: String) {
    #expect(expansion.contains(text))
    expectNotUnderstood(expansion.replacing(text, with: other))
  }

  // A message that is not known, no JSON.
  @Test(
    arguments: [
      #"{"expandFreestandingMacro":{}}"#, "{}", "[]", "null", "3", "\"getCapability\"",
      #"["getCapability"]"#, #"{"new":{"getCapability":{}}}"#, "", "{", "{]", "\0", "\u{FEFF}{}",
    ]
  )
  func `what is not understood is answered`(_ message: String) { expectNotUnderstood(message) }

  private func expectNotUnderstood(_ message: String) {
    let reply = Reply(to: message)
    #expect(reply.expandedSource == nil)
    #expect(
      reply.diagnosticMessages == [
        "the plugin of the macros does not understand a message of the compiler"
      ]
    )
    #expect(reply.text.contains(#""position":{"fileName":"","offset":0}"#))
  }
}

// MARK: - Fixtures

private let expansion = Message.expansion(of: "@Injectable var x: Int = 3")
