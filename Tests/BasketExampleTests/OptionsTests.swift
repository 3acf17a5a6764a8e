import Testing

@testable import BasketExample

@Suite struct OptionsTests {
  @Test func `without arguments nothing is set`() throws {
    let options = try Options([])
    #expect(options.path == nil)
    #expect(!options.showsHelp)
  }

  @Test func `a file is taken`() throws {
    #expect(try Options(["a.json"]).path == "a.json")
  }

  @Test(arguments: ["--help", "-h"])
  func `help is recognised`(argument: String) throws {
    #expect(try Options([argument]).showsHelp)
    #expect(try Options(["a.json", argument]).showsHelp)
  }

  @Test func `what to inspect is recognised`() throws {
    #expect(try Options([]).explains == false)
    #expect(try Options(["--explain", "a.json"]).explains)
    #expect(try Options([]).graph == nil)
    #expect(try Options(["--graph", "dot", "a.json"]).graph == .dot)
    #expect(try Options(["--graph", "dot", "a.json"]).path == "a.json")
    #expect(try Options(["--explain", "--graph", "text"]).graph == .text)
  }

  @Test(arguments: [["--graph"], ["--graph", "svg"], ["--graph", "--explain"]])
  func `a graph needs a format`(arguments: [String]) {
    let error = #expect(throws: UsageError.self) { try Options(arguments) }
    #expect(error?.problem == "--graph needs a format: mermaid, dot, text")
  }

  @Test(arguments: ["--bogus", "-x", "-", "--", "--help=yes"])
  func `an unknown argument is named`(argument: String) throws {
    let error = #expect(throws: UsageError.self) { try Options([argument]) }
    #expect(error?.problem == "unknown argument \"\(argument)\"")
  }

  @Test func `a second file is one too many`() throws {
    let error = #expect(throws: UsageError.self) { try Options(["a.json", "b.json"]) }
    #expect(error?.problem == "too many arguments: \"b.json\" is a second file")
  }

  @Test func `an empty file name is refused`() throws {
    let error = #expect(throws: UsageError.self) { try Options([""]) }
    #expect(error?.problem == "the file name is empty")
  }
}
