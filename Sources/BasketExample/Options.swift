/// What the arguments ask for.
struct Options: Equatable {
  var showsHelp = false
  /// The file to read instead of the packaged one.
  var path: String?
  /// Whether to explain where the repository comes from.
  var explains = false
  var graph: GraphFormat?

  enum GraphFormat: String, CaseIterable { case mermaid, dot, text }

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--explain": explains = true
      case "--graph": graph = try Self.format(rest.next())
      case _ where argument.hasPrefix("--graph="): graph = try Self.format(argument.dropFirst(8))
      case "--help", "-h": showsHelp = true
      case _ where argument.hasPrefix("-"):
        throw Problem("unknown argument \"\(argument)\" (--help says how to use this)")
      case _ where path != nil: throw Problem("\"\(argument)\" is a second file")
      case "": throw Problem("the file name is empty")
      default: path = argument
      }
    }
  }

  private static func format(_ name: (some StringProtocol)?) throws(Problem) -> GraphFormat {
    if let format = name.flatMap({ GraphFormat(rawValue: String($0)) }) { return format }
    let formats = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw Problem("--graph needs a format: \(formats)")
  }

  static let help = """
    USAGE: swift run BasketExample [--explain] [--graph <format>] [--help] [file]

    Fills a basket from a repository and prints it. Then opens 1000 scopes at the same time, each
    with a customer and a repository of its own, and prints how many filled their own baskets only.

      file              A JSON file: [{ "name": "Cup", "cents": 1450 }, …]
                        Without it, the packaged articles are read.
      --explain         Fills the basket, and explains where the repository comes from.
      --graph <format>  Fills the basket, and prints what depends on what: mermaid, dot or text.
      -h, --help        Prints this.

    The exit status is 1 if an argument or the file cannot be used, or nothing can be printed.
    """
}
