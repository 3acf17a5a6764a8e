import Testing

@testable import BasketExample

struct OptionsTests {
  @Test func `options say what to print, whatever their order`() throws {
    let options = try Options(["--explain", "a.json", "--graph", "dot", "-h"])
    #expect(options.path == "a.json" && options.graph == .dot)
    #expect(options.showsHelp && options.explains)
    #expect(try Options(["--graph", "text", "--help"]).graph == .text)
    #expect(try Options(["--graph", "text", "--help"]).showsHelp)
  }

  @Test(arguments: [
    (["--graph"], "--graph needs a format: mermaid, dot, text"),
    (["--graph", "svg"], "--graph needs a format: mermaid, dot, text"),
    (["--graph", "--explain"], "--graph needs a format: mermaid, dot, text"),
    (["--bogus"], #"unknown argument "--bogus""#),
    (["-x"], #"unknown argument "-x""#),
    (["-"], #"unknown argument "-""#),
    (["--"], #"unknown argument "--""#),
    (["--help=yes"], #"unknown argument "--help=yes""#),
    (["a.json", "b.json"], #"too many arguments: "b.json" is a second file"#),
    ([""], "the file name is empty"),
  ])
  func `arguments of no use are refused, naming the problem`(arguments: [String], problem: String) {
    #expect(throws: UsageError(problem)) { try Options(arguments) }
  }
}
