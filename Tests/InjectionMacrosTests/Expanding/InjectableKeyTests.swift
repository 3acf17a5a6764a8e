import Testing

@testable import InjectionMacrosExpansion

struct InjectableKeyTests {
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
        enum repositoryKey: _InjectionKey {
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
        @MainActor public enum defaultKey: @MainActor _InjectionKey {
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
          public static var lifetime: _InjectionLifetime {
            return _arguments.lifetime()
          }
          private static var _arguments: _InjectableArguments<Self> {
            return _InjectableArguments(lifetime: .singleton, test: .mock,  // A comment.
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
  func `arguments of any form are handed on`(_ arguments: String) {
    let attribute = "@Module.Injectable(\(arguments))"
    for end in ["", " // )", " /* ) */"] {
      let macro = Injectable(
        attribute: Array("\n// (a)\n\(attribute)\(end)".utf8),
        declaration: Array("\n// (a)\n\(attribute)\(end)\npublic var x: Int = 3".utf8),
        context: nil
      )
      let code = macro.expand("peer")?.code
      // An unbalanced mark in a regular expression hides the comment that ends the attribute.
      let isHidden = arguments.contains("\"]/") || arguments.hasSuffix("(")
      let expected = "return _InjectableArguments(\(arguments)" + (isHidden ? "" : ")\n  }\n")
      #expect(code?.contains(expected) == true && code?.contains("public enum xKey") == true)
    }
  }

  @Test(arguments: [
    ("x", "xKey"), ("größe", "größeKey"), ("`default`", "defaultKey"),
    ("`my name`", "`my nameKey`"),
    ("`1`", "`1Key`"), ("`a.b`", "`a.bKey`"), ("`a→b`", "`a→bKey`"), ("_x", "_xKey"), ("X", "XKey"),
  ])
  func `the key has the property's name`(_ name: String, key: String) {
    let expansion = Expansion("@Injectable var \(name): Int = 3")
    #expect(expansion.key.code?.contains("\nenum \(key): _InjectionKey {\n") == true)
    #expect(
      expansion.accessors.code
        == "get { self[\(key).self] }\nset { self[\(key).self] = newValue }"
    )
  }

  @Test(arguments: [
    (": Int = 3", "Int", "3"), (": Int? = nil", "Int?", "nil"), (": Int! = nil", "Int?", "nil"),
    (": (any P)! = nil", "(any P)?", "nil"), (" = 3", "IntegerLiteralType", "3"),
    (" = Cart.make(3) // c", "Cart", "Cart.make(3) // c"),
    (":\n  [Int: // c\n  String]=[:]", "[Int: // c\n  String]", "[:]"),
    (": @Sendable () -> Date = { Date() }", "@Sendable () -> Date", "{ Date() }"),
    // Without an initial value, one must be provided.
    (": any P", "any P", "_unprovided()"), (": () -> Int?", "() -> Int?", "_unprovided()"),
    (": Int?", "Int?", "nil"), (": Int!", "Int?", "nil"), (": (any P)? // c", "(any P)?", "nil"),
  ])
  func `the value has the property's type`(_ rest: String, type: String, value: String) throws {
    let code = try #require(Expansion("@Injectable(test: y, preview: z) var x\(rest)").key.code)
    #expect(code.contains("static var defaultValue: \(type) {\n    return \(value)\n"))
    for name in ["testValue", "previewValue"] {
      #expect(code.contains("static var \(name): \(type) {\n"))
    }
    #expect(code.contains("static var testValue: \(type) {"))
  }

  // The compiler rejects an access level that repeats the extension's, or is lower than the
  // protocol's.
  @Test(arguments: [
    ("", "", "|enum xKey: _InjectionKey|"),
    ("", "public", "|public enum xKey: _InjectionKey|public "),
    ("", "package", "|package enum xKey: _InjectionKey|package "),
    ("", "private", "|private enum xKey: _InjectionKey|"),
    ("", "public private(set)", "|public enum xKey: _InjectionKey|public "),
    ("public", "", "|enum xKey: _InjectionKey|public "),
    ("public", "public", "|enum xKey: _InjectionKey|public "),
    ("package", "public", "|public enum xKey: _InjectionKey|public "),
    ("fileprivate", "", "|enum xKey: _InjectionKey|"),
    ("", "@usableFromInline", "@usableFromInline|enum xKey: _InjectionKey|@usableFromInline "),
    ("@available(macOS 16, *) public", "", "|enum xKey: _InjectionKey|public "),
    ("", "nonisolated", "|nonisolated enum xKey: _InjectionKey|"),
    ("", "public nonisolated", "|nonisolated public enum xKey: _InjectionKey|public "),
    ("@MainActor", "nonisolated public", "|nonisolated public enum xKey: _InjectionKey|public "),
    ("", "nonisolated(unsafe)", "|nonisolated enum xKey: _InjectionKey|"),
    ("", "@A.DatabaseActor", "|@A.DatabaseActor enum xKey: @A.DatabaseActor _InjectionKey|"),
    ("", "@A.Loop", "|@A.Loop enum xKey: @A.Loop _InjectionKey|"),
    ("", "@Other @LoopActor", "|@LoopActor enum xKey: @LoopActor _InjectionKey|"),
    ("", "@Other nonisolated", "|nonisolated enum xKey: _InjectionKey|"),
    ("@Loop", "", "|@Loop enum xKey: @Loop _InjectionKey|"),
    ("@MainActor", "", "|@MainActor enum xKey: @MainActor _InjectionKey|"),
    ("@MainActor", "@OtherActor", "|@OtherActor enum xKey: @OtherActor _InjectionKey|"),
    ("nonisolated", "", "|enum xKey: _InjectionKey|"),
    (
      "", "@available(macOS 16, *) @_spi(X) @B(c) @inlinable public",
      "@available(macOS 16, *)\n@_spi(X)|public enum xKey: _InjectionKey|public "
    ),
  ])
  func `the key is as visible as the property`(_ enclosing: String, own: String, expected: String) {
    let context = "\(enclosing) extension InjectedValues {}"
    let code = Expansion("@Injectable \(own) var x: Int = 3", in: context).key.code
    let parts = expected.split(separator: "|", omittingEmptySubsequences: false)
    #expect(
      code == """
        /// The key of `x`.
        \(parts[0].isEmpty ? "" : parts[0] + "\n")\(parts[1]) {
          \(parts[2])static var defaultValue: Int {
            return 3
          }
        }
        """
    )
  }
}
