import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// Values that consist of functions. `FixtureRunTests` tests that a call fails its test.
struct UnimplementedFunctionTests {
  @Test func `each function fails by its name, whatever its form, and goes on`() async throws {
    let issues = Issues()
    await withTestScope(options: issues.option) {
      let client = InjectedValues.current.client
      #expect(issues.messages.isEmpty && client.get() == 0)
      #expect(await client.find("a", 1) == nil)
      client.clear("a")
      await client.flush()
      #expect(await client.show("a") == "none")
      #expect(client.inClosure(1) == false)
      var number = 0
      client.change(&number)
      let error = #expect(throws: UnimplementedError.self) { try client.load("a") }
      #expect(error?.function == "Client.load")
      #expect(error?.description == "Client.load has no implementation here.")
      await #expect(throws: UnimplementedError.self) { try await client.save() }
      #expect(throws: UnimplementedError.self) { try client.check("a") }
    }
    let names = issues.messages.map { $0.firstMatch(of: /Function: +(.*)/).map { "\($0.1)" } }
    let unnamed: [String?] = [nil, nil]
    let named = [["get", "find", "clear", "flush", "show"], ["load", "save", "check"]]
      .map { $0.map { "Client.\($0)" } }
    #expect(names == named[0] + unnamed + named[1])
  }

  @Test func `where one function is given, the others go on failing`() async {
    let issues = Issues()
    await withTestScope(options: issues.option) {
      $0.mail.send = { $0 == "a" }
    } operation: {
      #expect(InjectedValues.current.mail.send("a") && issues.messages.isEmpty)
      #expect(await InjectedValues.current.mail.fetch("b") == [])
    }
    #expect(
      issues.messages == [
        #"""
        A function without an implementation was called.

          Function: Mail.fetch
          Property: \.mail
          Key: mailKey
          Value: Mail
          Declared at: Values.swift:\#(Mail.line - 1)

        To fix this:
        - Set the function for the test: @Test(.injected { $0.mail.fetch = { … } }), or in a scope of the test: withInjected { $0.mail.fetch = { … } } operation: { … }. Objects that were created outside of that scope do not see it.
        """#
      ]
    )
    #expect(issues.properties == ["mail"] && issues.all.map(\.kind) == [.unimplemented])
  }

  @Test func `a function that a default calls while it is built is told, and not the default`() {
    let issues = issues { #expect(InjectedValues.current.sent == false) }
    #expect(issues.properties == ["mail"])
  }

  @Test func `a closure without a name is told by its place`() {
    let line = #line + 1
    let function: @Sendable (Int) -> Bool = { _ in unimplemented(placeholder: false) }
    let issues = issues { #expect(!function(1)) }
    #expect(
      issues.messages == [
        """
        A function without an implementation was called.

          Declared at: UnimplementedFunctionTests.swift:\(line)

        To fix this:
        - Set the function for the test: @Test(.injected { $0.….… = { … } }), or in a scope of the test: withInjected { $0.….… = { … } } operation: { … }. Objects that were created outside of that scope do not see it.
        - If it is a key's value and not a function, call unimplemented in the code of the key's value or in the closure passed to provide.
        - If it is a method, override the value that has it.
        """
      ]
    )
  }

  @Test func `a key whose value is a function may be unimplemented as a whole`() {
    let issues = issues { #expect(InjectedValues.current.format(3) == "") }
    #expect(issues.all.map(\.key) == ["formatKey"])
    #expect(issues.messages[0].hasPrefix("A value without"))
    withKnownIssue { #expect(InjectedValues.current.find(3) == nil) }
    withKnownIssue { #expect(InjectedValues.current.half(3) == 0) }
  }
}

// MARK: - Fixtures

private struct Client: Sendable {
  var get: @Sendable () -> Int
  var find: @Sendable (String, Int) async -> String?
  var load: @Sendable (String) throws -> [Int]
  var save: @Sendable () async throws -> Void
  var check: @Sendable (String) throws -> Void
  var clear: @Sendable (String) -> Void
  var flush: @Sendable () async -> Void
  var show: @MainActor @Sendable (String) -> String
  var inClosure: @Sendable (Int) -> Bool
  var change: @Sendable (inout Int) -> Void
}

extension InjectedValues {
  @Injectable fileprivate var client: Client = Client(
    get: unimplemented("Client.get", placeholder: 0),
    find: unimplemented("Client.find", placeholder: nil),
    load: unimplemented("Client.load"),
    save: unimplemented("Client.save"),
    check: unimplemented("Client.check"),
    clear: unimplemented("Client.clear", placeholder: ()),
    flush: unimplemented("Client.flush", placeholder: ()),
    show: unimplemented("Client.show", placeholder: "none"),
    inClosure: { _ in unimplemented(placeholder: false) },
    change: { _ in unimplemented(placeholder: ()) }
  )
  @Injectable fileprivate var format: @Sendable (Int) -> String = unimplemented(placeholder: { _ in
    ""
  })
  @Injectable(test: unimplemented(placeholder: { (_: Int) in 0 }))
  fileprivate var half: @Sendable (Int) -> Double = { Double($0) / 2 }
  @Injectable fileprivate var find: @Sendable (Int) -> Report? = unimplemented(placeholder: { _ in
    nil
  })
}
