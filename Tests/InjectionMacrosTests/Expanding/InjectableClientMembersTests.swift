import Testing

@testable import InjectionMacrosExpansion

struct InjectableClientMembersTests {
  @Test func `a client gets an initializer, a value and methods`() {
    let expansion = expand(
      """
      @InjectableClient
      struct Weather: Sendable {
        var forecast: @Sendable (_ city: String, Int) async throws -> [Forecast]
        public var alerts: @Sendable () -> [Alert] = { [] } // after
        @available(*, noasync) @Other @MainActor public private(set) var `default`:
          (_ x: inout Int, _ y: @autoclosure () -> Int) throws(A) -> Int = b
        var name: String?
      }
      """
    )
    #expect(expansion.problems.isEmpty)
    #expect(
      expansion.code == """
        /// Creates a client. A function that isn't given is unimplemented: each call is an issue.
        internal init(
          forecast: (@Sendable (_ city: String, Int) async throws -> [Forecast])? = nil,
          alerts: (@Sendable () -> [Alert])? = nil,
          `default`: ((_ x: inout Int, _ y: @autoclosure () -> Int) throws(A) -> Int)? = nil,
          name: String? = nil
        ) {
          if let forecast {
            self.forecast = forecast
          } else {
            let _function = (Any?)._clientFunction("Weather.forecast")
            self.forecast = { (_, _) in
              try _function.fail()
            }
          }
          if let alerts {
            self.alerts = alerts
          } else {
            let _function = (Any?)._clientFunction("Weather.alerts")
            let _placeholder = self.alerts
            self.alerts = { () in
              _function.report()
              return _placeholder()
            }
          }
          if let `default` {
            self.`default` = `default`
          } else {
            let _function = (Any?)._clientFunction("Weather.default")
            let _placeholder = self.`default`
            self.`default` = { (_0, _1) throws(A) in
              _function.report()
              return try _placeholder(&_0, _1())
            }
          }
          self.name = name
        }

        /// The client whose functions are all unimplemented.
        internal static var unimplemented: Self { Self() }

        /// Calls the function `forecast`.
        internal func forecast(`city` _0: String, _ _1: Int) async throws -> [Forecast] {
          return try await self.forecast(_0, _1)
        }

        /// Calls the function `default`.
        @available(*, noasync)
        @MainActor
        public func `default`(`x` _0: inout Int, `y` _1: @autoclosure () -> Int) throws(A) -> Int {
          return try self.`default`(&_0, _1())
        }
        """
    )
  }

  @Test(arguments: [
    ("() throws -> Void", "try _function.fail()"), ("() throws -> A?", "try _function.fail()"),
    ("() async throws -> A", "try _function.fail()"),
    ("() -> Void", "_function.report()\n      return ()"),
    ("() async -> A?", "_function.report()\n      return nil"),
    ("() -> A = b", "_function.report()\n      return _placeholder()"),
    ("() async throws -> A = b", "_function.report()\n      return try await _placeholder()"),
  ])
  func `a call throws, or continues with a value`(_ function: String, body: String) {
    let code = expand("struct S { var f: \(function) }").code
    #expect(code?.contains(" = { () in\n      \(body)\n    }\n  }\n}") == true)
  }

  // The least visible one decides, since the parameters have the types of all.
  @Test(arguments: [
    (["public", "public"], "public"), (["public", ""], "internal"),
    (["package", "public"], "package"),
    (["public", "fileprivate"], "fileprivate"), (["private", ""], "private"),
    (["public private(set)", "public"], "public"), (["internal", "package"], "internal"),
  ])
  func `the initializer is as visible as all functions`(_ access: [String], expected: String) {
    let properties = access.enumerated().map { "\($1) var f\($0): () -> Void" }
    let code = expand("public struct S { \(properties.joined(separator: "\n")) }").code
    #expect(code?.contains("\n\(expected) init(\n") == true)
    #expect(code?.contains("\n\(expected) static var unimplemented: Self") == true)
  }

  @Test(arguments: [
    ("@MainActor () -> Void", "@MainActor\n"),
    ("@A.DatabaseActor (_ x: Int) -> Void", "@A.DatabaseActor\n"),
    ("nonisolated(nonsending) (_ x: Int) async -> Void", "nonisolated(nonsending)\n"),
    ("@concurrent @Sendable (_ x: Int) async -> Void", "@concurrent\n"),
    ("@Sendable (_ x: Int) -> Void", ""),
  ])
  func `a method has the function's isolation`(_ type: String, isolation: String) {
    let type = type.replacing("()", with: "(_ x: Int)", maxReplacements: 1)
    let code = expand("struct S { var f: \(type) }").code
    #expect(
      code?.contains("/// Calls the function `f`.\n\(isolation)internal func f(`x` _0: Int)")
        == true
    )
  }

  @Test(arguments: [
    "() -> Void", "(Int, _: String) throws -> Void", "((_ a: Int) -> Void)?", "(_ _: Int) -> Void",
  ])
  func `a function without names gets no method, and neither does an optional one`(_ type: String) {
    let code = expand("struct S { var f: \(type) }").code
    #expect(code?.contains(" func ") == false)
  }

  @Test(arguments: [
    "let a = 3", "var a: Int = 3", "static var a: () -> Int = { 3 }", "lazy var a: () -> Int = b",
    "private var a: () -> Int = { 3 }", "fileprivate var a: Int = 3", "var a: (() -> Int)? = nil",
    "var a: () -> Int { { 3 } }", "var a: Int { get { 3 } set {} }", "func a(_ f: () -> Int) {}",
    "enum A { case a }", "struct A { var a: () -> Int }",
  ])
  func `other members are left alone`(_ member: String) {
    let function = "var f: (_ x: Int) -> Void"
    let expansion = expand("struct S { \(member)\n \(function)\n \(member)\n }")
    #expect(expansion.code == expand("struct S { \(function) }").code && expansion.code != nil)
  }

  @Test(arguments: [
    ("Int", "Int"), ("Int?", "Int? = nil"), ("[A]!", "[A]! = nil"), ("A<B, C>", "A<B, C>"),
  ])
  func `other properties without an initial value are parameters`(_ type: String, parameter: String)
  {
    let code = expand("struct S {\n let a: \(type) // c\n var f: () -> Void }").code
    #expect(code?.contains("init(\n  a: \(parameter),\n  f: ") == true)
    #expect(code?.contains("\n  self.a = a\n") == true)
    // The value `unimplemented` has nothing for them.
    #expect(code?.contains("static") == parameter.hasSuffix("nil"))
  }
}

// MARK: - Fixtures

private func expand(_ declaration: String) -> ExpandedCode {
  InjectableClient(attribute: [], declaration: Array(declaration.utf8), context: nil)
    .expand("member")!
}
