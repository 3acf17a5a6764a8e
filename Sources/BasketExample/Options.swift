/// What the arguments ask for.
struct Options: Equatable {
  var showsHelp = false
  /// The file to read instead of the packaged one.
  var path: String?
  /// Whether to say why the repository is what it is.
  var explains = false
  /// How to print the graph of what depends on what.
  var graph: GraphFormat?

  enum GraphFormat: String, CaseIterable {
    case mermaid, dot, text
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--explain":
        explains = true
      case "--graph":
        guard let format = rest.next().flatMap(GraphFormat.init) else {
          let formats = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--graph needs a format: \(formats)")
        }
        graph = format
      case "--help", "-h":
        showsHelp = true
      case _ where argument.hasPrefix("-"):
        throw UsageError("unknown argument \"\(argument)\"")
      case _ where path != nil:
        throw UsageError("too many arguments: \"\(argument)\" is a second file")
      case "":
        throw UsageError("the file name is empty")
      default:
        path = argument
      }
    }
  }

  static let help = """
    USAGE: BasketExample [--explain] [--graph <format>] [--help] [file]

    Fills a basket from a repository and prints it. Then opens 1000 scopes at once, each
    with a repository of its own, and checks that each saw its own articles and no others,
    and that the scope outside saw none of them.

    ARGUMENTS:
      file              A JSON file: [{ "name": "Cup", "cents": 1450 }, …]
                        Without it, the packaged articles are read.

    OPTIONS:
      --explain         Fills the basket, and says why the repository is what it is.
      --graph <format>  Fills the basket, and prints what depends on what, as mermaid,
                        dot or text.
      -h, --help        Prints this.

    The exit status is 0 when all is well, and 1 when the file cannot be used, an argument
    is unknown or the check fails.
    """
}

/// Why the arguments are of no use.
struct UsageError: Error, CustomStringConvertible, Equatable {
  let problem: String

  init(_ problem: String) { self.problem = problem }

  var description: String { "\(problem) (--help says how to use this)" }
}
