import Testing

@testable import InjectionMacrosExpansion

@Suite struct InjectableKeyTests {
  @Test func `a property gets a key and accessors`() {
    let expansion = Expansion(
      """

        /// Where articles come from.
        @Injectable var repository: any Repository = FileRepository() // after
      """
    )
    #expect(
      expansion.key.code == """
        /// The key of `repository`.
        enum repositoryKey: InjectionKey {
          static var defaultValue: any Repository {
            return FileRepository() // after
          }
        }
        """
    )
    #expect(
      expansion.accessors.code == """
        get { self[repositoryKey.self] }
        set { self[repositoryKey.self] = newValue }
        """
    )
    #expect(expansion.key.problems.isEmpty && expansion.accessors.problems.isEmpty)
  }

  @Test func `arguments are handed on, with all that the property says`() {
    let expansion = Expansion(
      """
      @Injectable(lifetime: .singleton, test: .mock,  // A comment.
        preview: A<B, C>())
      @available(*, deprecated, message: "Use `post`.") @MainActor @Other
      public private(set) var `default`: any Mailer = SMTPMailer(
        "host"  // The host.
      )
      """
    )
    #expect(
      expansion.key.code == """
        /// The key of `default`.
        @available(*, deprecated, message: "Use `post`.")
        @MainActor public enum defaultKey: @MainActor InjectionKey {
          public static var defaultValue: any Mailer {
            return SMTPMailer(
          "host"  // The host.
        )
          }
          public static var testValue: any Mailer {
            return _arguments.test()
          }
          public static var previewValue: any Mailer {
            return _arguments.preview()
          }
          public static var lifetime: InjectionLifetime {
            return _arguments.lifetime()
          }
          private static var _arguments: _InjectableArguments<any Mailer> {
            return _arguments(lifetime: .singleton, test: .mock,  // A comment.
          preview: A<B, C>())
          }
        }
        """
    )
  }

  @Test(arguments: [
    "lifetime: .singleton", "test: f { a, b in c }, preview: \")\"", "test: a // )\n", "foo: 3, (",
    "test: { $0.contains(/[(\"]/) }", "test: { $0.contains(/[)\"]/) }", "test: var y = 3",
  ])
  func `whatever the arguments are`(_ arguments: String) {
    let attribute = "@Module.Injectable(\(arguments))"
    for end in ["", " // )", " /* ) */"] {
      let macro = Injectable(
        attribute: Array("\n// (a)\n\(attribute)\(end)".utf8),
        declaration: Array("\n// (a)\n\(attribute)\(end)\npublic var x: Int = 3".utf8),
        context: nil
      )
      let code = macro.expand(.peer).code
      // A quotation mark in a regular expression hides a comment that ends the attribute.
      let expected = "return _arguments(\(arguments)"
      #expect(code?.contains(expected) == true && code?.contains("public enum xKey") == true)
    }
  }

  @Test(arguments: ["", "()", "( /* a */ )"])
  func `there may be no arguments`(_ arguments: String) {
    let code = Expansion("@Injectable\(arguments) var x: Int = 3").key.code
    #expect(code?.contains("arguments") == false && code?.contains("lifetime") == false)
  }

  @Test(arguments: [
    (": any P", "any P", "unprovided()"), (": () -> Int?", "() -> Int?", "unprovided()"),
    (": Int?", "Int?", "nil"), (": Int!", "Int?", "nil"), (": (any P)? // c", "(any P)?", "nil"),
  ])
  func `without an initial value, somebody must provide one`(
    _ rest: String,
    type: String,
    value: String
  ) {
    let code = Expansion("@Injectable var x\(rest)").key.code
    #expect(code?.contains("var defaultValue: \(type) {\n    return \(value)\n") == true)
  }

  @Test(arguments: [
    ("x", "xKey"), ("größe", "größeKey"), ("`default`", "defaultKey"),
    ("`my name`", "`my nameKey`"),
    ("`1`", "`1Key`"), ("`a.b`", "`a.bKey`"), ("`a→b`", "`a→bKey`"), ("_x", "_xKey"), ("X", "XKey"),
  ])
  func `the key has the property's name`(_ name: String, key: String) throws {
    let expansion = Expansion("@Injectable var \(name): Int = 3")
    #expect(try head(of: expansion) == "enum \(key): InjectionKey {")
    #expect(
      expansion.accessors.code
        == "get { self[\(key).self] }\nset { self[\(key).self] = newValue }"
    )
  }

  @Test(arguments: [
    (": Int = 3", "Int"), (": Int? = nil", "Int?"), (": Int! = nil", "Int?"),
    (": (any P)! = nil", "(any P)?"),
    (" = 3", "Int"), (" = Cart.make(3) // c", "Cart"),
    (":\n  [Int: // c\n  String]=[:]", "[Int: // c\n  String]"),
    (": @Sendable () -> Date = { Date() }", "@Sendable () -> Date"),
  ])
  func `the value has the property's type`(_ rest: String, type: String) {
    let expansion = Expansion("@Injectable(test: y, preview: z) var x\(rest)")
    for name in ["defaultValue", "testValue", "previewValue"] {
      #expect(expansion.key.code?.contains("static var \(name): \(type) {\n") == true)
    }
    #expect(expansion.key.code?.contains("_InjectableArguments<\(type)>") == true)
  }

  // The compiler does not take what repeats the extension's access, and what is less than the
  // protocol needs.
  @Test(arguments: [
    ("", "", "", ""), ("", "public", "public ", "public "), ("", "package", "package ", "package "),
    ("", "internal", "internal ", ""), ("", "fileprivate", "fileprivate ", ""),
    ("", "private", "private ", ""),
    ("", "private(set) public", "public ", "public "),
    ("", "public private(set)", "public ", "public "),
    ("", "private(set)", "", ""), ("public", "", "", "public "),
    ("public", "public", "", "public "),
    ("public", "private", "private ", ""), ("public", "internal", "internal ", ""),
    ("package", "", "", "package "), ("package", "public", "public ", "public "),
    ("private", "", "", ""),
    ("fileprivate", "", "", ""), ("private", "private", "", ""),
    ("", "@usableFromInline", "@usableFromInline\n", "@usableFromInline "),
    ("nonisolated public", "", "", "public "),
    ("@available(macOS 16, *) public", "", "", "public "),
  ])
  func `the key is as visible as the property`(
    _ enclosing: String,
    own: String,
    key: String,
    member: String
  ) {
    let expansion = Expansion(
      "@Injectable \(own) var x: Int = 3",
      in: ["\(enclosing) extension InjectedValues {}"]
    )
    #expect(
      expansion.key.code == """
        /// The key of `x`.
        \(key)enum xKey: InjectionKey {
          \(member)static var defaultValue: Int {
            return 3
          }
        }
        """
    )
  }

  @Test(arguments: [
    ("", "", "enum xKey: InjectionKey {"),
    ("", "nonisolated", "nonisolated enum xKey: InjectionKey {"),
    ("", "@MainActor", "@MainActor enum xKey: @MainActor InjectionKey {"),
    (
      "", "@Module.DatabaseActor",
      "@Module.DatabaseActor enum xKey: @Module.DatabaseActor InjectionKey {"
    ),
    ("", "nonisolated(unsafe)", "enum xKey: InjectionKey {"),
    ("@MainActor", "", "@MainActor enum xKey: @MainActor InjectionKey {"),
    ("@MainActor", "nonisolated", "nonisolated enum xKey: InjectionKey {"),
    ("@MainActor", "@OtherActor", "@OtherActor enum xKey: @OtherActor InjectionKey {"),
    ("nonisolated", "", "enum xKey: InjectionKey {"),
    ("nonisolated", "@MainActor", "@MainActor enum xKey: @MainActor InjectionKey {"),
  ])
  func `the key is as isolated as the property`(
    _ enclosing: String,
    own: String,
    head: String
  ) throws {
    let expansion = Expansion(
      "@Injectable \(own) var x: Int = 3",
      in: ["\(enclosing) extension InjectedValues {}"]
    )
    #expect(try self.head(of: expansion) == head)
  }

  @Test func `some attributes are the key's too, others are not`() throws {
    let code = try #require(
      Expansion(
        """
        @Injectable @available(macOS 16, *) @A @_spi(X) @B(c) @inlinable @available(*, deprecated)
        public var x: Int = 3
        """
      ).key.code
    )
    #expect(
      code.hasPrefix(
        """
        /// The key of `x`.
        @available(macOS 16, *)
        @_spi(X)
        @available(*, deprecated)
        public enum xKey
        """
      )
    )
  }

  @Test func `initial values stay as they are`() {
    for value in Declarations.values {
      let code = Expansion("@Injectable var x: Int = \(value) // end").key.code
      #expect(code?.contains("    return \(value) // end\n  }\n") == true, "\(value)")
    }
  }

  private func head(of expansion: Expansion) throws -> Substring {
    try #require(expansion.key.code).split(separator: "\n")[1]
  }
}
