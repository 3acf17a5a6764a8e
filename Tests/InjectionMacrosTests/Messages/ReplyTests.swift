import Foundation
import Testing

@testable import InjectionMacrosExpansion

@Suite struct ReplyTests {
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
    #expect(reply.diagnosticMessages?.count == 4)
  }

  @Test func `members that are not known are not looked at`() {
    let message = Message.expansion(of: "@Injectable var x: Int = 3")
    let expected = Reply(to: message).expandedSource
    for more in [
      #""new":{"a":[1,{}]},"#, #""parentDeclSyntax":null,"#,
      #""extendedTypeSyntax":{"source":"A"},"#,
    ] {
      let name = #""expandAttachedMacro":{"#
      let changed = message.replacing(name, with: name + more)
      #expect(changed != message)
      #expect(Reply(to: changed).expandedSource == expected)
    }
    for optional in [
      "lexicalContext", "staticBuildConfiguration", "discriminator", "location", "moduleName",
    ] {
      let changed = message.replacing("\"\(optional)\"", with: "\"other\"")
      #expect(changed != message)
      #expect(Reply(to: changed).expandedSource == expected)
    }
  }

  @Test(arguments: ["macroRole", "typeName", "macro", "attributeSyntax", "declSyntax", "source"])
  func `what must be there and is not is said`(_ member: String) {
    let message = Message.expansion(of: "@Injectable var x: Int = 3")
      .replacing("\"\(member)\"", with: "\"other\"")
    let reply = Reply(to: message)
    #expect(reply.expandedSource == nil)
    #expect(reply.diagnosticMessages == ["the macro's plugin was not told what to expand"])
  }

  @Test(arguments: [
    ("\"macroRole\":\"peer\"", "\"macroRole\":\"member\"", "member macro 'Injectable'"),
    ("\"typeName\":\"Injectable\"", "\"typeName\":\"Other\"", "peer macro 'Other'"),
  ])
  func `another macro or role is said`(_ part: String, other: String, what: String) {
    let message = Message.expansion(of: "@Injectable var x: Int = 3").replacing(part, with: other)
    #expect(Reply(to: message).diagnosticMessages == ["the macro's plugin has no \(what)"])
  }

  @Test(arguments: [
    #"{"expandFreestandingMacro":{}}"#,
    #"{"loadPluginLibrary":{"libraryPath":"a","moduleName":"b"}}"#, "{}", "[]",
    "null", "3", "\"getCapability\"", #"["getCapability"]"#, #"{"new":{"getCapability":{}}}"#,
  ])
  func `a message that is not known is answered`(_ message: String) {
    let reply = Reply(to: message)
    #expect(reply.expandedSource == nil)
    #expect(
      reply.diagnosticMessages == ["the macro's plugin does not know a message of the compiler's"]
    )
  }

  @Test(arguments: ["", "{", "{]", "getCapability", "\0", "{\"getCapability\":{}", "\u{FEFF}{}"])
  func `what is no JSON is answered`(_ message: String) {
    let reply = Reply(to: message)
    #expect(reply.expandedSource == nil)
    #expect(
      reply.diagnosticMessages == ["the macro's plugin cannot read a message of the compiler's"]
    )
    #expect(reply.text.contains(#""position":{"fileName":"","offset":0}"#))
  }

  // The best of several, since other tests run at the same time. A debug build is the slowest.
  @Test func `an expansion takes a few milliseconds at most`() {
    let declaration = """

        /// Where articles come from.
        @Injectable(lifetime: .singleton, test: MockRepository([]), preview: MockRepository([cup]))
        public var repository: any Repository = FileRepository(path: "\\(folder)/articles.json")
      """
    let message = Array(Message.expansion(of: declaration, attribute: declaration).utf8)
    let best = (0..<30).map { _ in
      ContinuousClock().measure { for _ in 0..<10 { _ = Reply(to: message).text } } / 10
    }.min()!
    // Ten times as long where a sanitizer watches.
    #expect(best < .milliseconds(10))
  }
}
