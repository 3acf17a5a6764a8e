import Testing

@testable import BasketExample

struct OptionsTests {
  @Test func `options say what to print, in any order`() throws {
    let options = try Options(["--explain", "a.json", "--graph", "dot", "-h"])
    #expect(options.path == "a.json" && options.graph == .dot)
    #expect(options.showsHelp && options.explains)
    let others = try Options(["--graph=text", "--help"])
    #expect(others.graph == .text && others.showsHelp && !others.explains && others.path == nil)
  }

  @Test(arguments: [
    (["--graph"], "--graph needs a format: mermaid, dot, text"),
    (["--graph="], "--graph needs a format: mermaid, dot, text"),
    (["-x"], #"unknown argument "-x" (--help says how to use this)"#),
    (["--help=yes"], #"unknown argument "--help=yes" (--help says how to use this)"#),
    (["a.json", "b.json"], #""b.json" is a second file"#),
    ([""], "the file name is empty"),
  ])
  func `arguments of no use are refused, naming the problem`(arguments: [String], problem: String) {
    #expect(throws: Problem(problem)) { try Options(arguments) }
  }
}
