import Testing

@testable import InjectionMacrosExpansion

@Suite struct InjectableArgumentsTests {
  @Test(arguments: [
    "@Injectable", "@Injectable ", "@Injectable()", "@Module.Injectable( /* a */ )",
  ])
  func `there may be none`(_ attribute: String) {
    #expect(Arguments(attribute) == Arguments())
  }

  @Test(arguments: [
    ".singleton", ".scoped(by: UserKey.self)", "X()", "A<B, C>()", "A<B, C, D>.e", "(a, b)",
    "[a: b, test: c]", "f { a, b in c }", "\"a, test: b\"", "a /* , test: b */ + c", "a\n  .b()",
    "f(test: a, preview: b)", "unimplemented(Billing.none)", "a ? b : c", "/a, b/",
    "{ (a: Int) in a }",
    "User?.none", "3", "-1.5", "a // , test: 3\n + b",
  ])
  func `each is found`(_ value: String) {
    for (before, after) in [("", ""), (" ", " "), ("\n    ", "\n  "), ("/* c */", " /* c */ ")] {
      let value = before + value + after
      #expect(Arguments("@Injectable(lifetime:\(value))").lifetime == trimmed(value))
      #expect(Arguments("@Injectable(test:\(value)) ").test == trimmed(value))
      #expect(
        Arguments("\n  /// (a: b)\n@Injectable(preview :\(value),)").preview == trimmed(value)
      )
      let all = Arguments("@Injectable(lifetime:\(value),test:\(value) , preview:\(value))")
      #expect(
        all == Arguments(lifetime: trimmed(value), test: trimmed(value), preview: trimmed(value))
      )
    }
  }

  @Test(arguments: [
    ("@Injectable(foo: 3)", "foo"), ("@Injectable(3)", "3"),
    ("@Injectable(lifetime: a, tests: b)", "tests"),
    ("@Injectable(foo: 1, bar: 2)", "foo"),
  ])
  func `another one is noticed`(_ attribute: String, label: String) {
    #expect(Arguments(attribute).unknown == label)
  }

  @Test(arguments: [
    "@Injectable(", "@Injectable(test", "@Injectable(test:", "@Injectable(test: (",
    "@Injectable(,,,", "@", "",
    "@Injectable(test: )", "@Injectable(test: a b c",
  ])
  func `what is not finished does no harm`(_ attribute: String) {
    _ = Arguments(attribute)
  }

  /// The text of the value that begins with the first token and ends with the last.
  private func trimmed(_ value: String) -> String {
    var reader = TokenReader(Array(value.utf8))
    let start = reader.token.range.lowerBound
    while !reader.isAtEnd { reader.advance() }
    return reader.text(start..<reader.end)
  }
}

// MARK: - Fixtures

private struct Arguments: Equatable {
  var lifetime: String?
  var test: String?
  var preview: String?
  var unknown: String?

  init(
    lifetime: String? = nil,
    test: String? = nil,
    preview: String? = nil,
    unknown: String? = nil
  ) {
    self.lifetime = lifetime
    self.test = test
    self.preview = preview
    self.unknown = unknown
  }

  init(_ attribute: String) {
    let code = Array(attribute.utf8)
    let arguments = InjectableArguments(code)
    let text = { (range: Range<Int>?) in range.map { String(decoding: code[$0], as: UTF8.self) } }
    self.init(
      lifetime: text(arguments.lifetime),
      test: text(arguments.test),
      preview: text(arguments.preview),
      unknown: arguments.unknown
    )
  }
}
