/// What the program was asked to do.
struct Arguments {
  var isJSON = false
  var isQuick = false
  var isCheck = false
  var isHelp = false
  var filter: String?
  /// A row to repeat without measuring it, for tools that count instructions.
  var loop: (row: String, count: Int)?

  struct Problem: Error {
    let description: String
  }

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--json": isJSON = true
      case "--quick": isQuick = true
      case "--check": isCheck = true
      case "--help", "-h": isHelp = true
      case "--filter":
        guard let name = rest.next() else {
          throw Problem(description: "--filter needs a part of a row's name")
        }
        filter = name
      case "--loop":
        guard let row = rest.next(), let count = rest.next().flatMap({ Int($0) }), count > 0 else {
          throw Problem(description: "--loop needs a row's name and a number")
        }
        loop = (row, count)
      default:
        throw Problem(description: "unknown argument '\(argument)'; try --help")
      }
    }
  }

  static let help = """
    Measures what injection costs, beside the cheapest that the language has and other designs.

    usage: swift run -c release --package-path Benchmarks Benchmarks [options]

      --filter NAME      only rows whose name contains NAME, and their baselines
      --quick            fewer rounds
      --json             print JSON
      --check            exit with status 1 when a target is missed
      --loop ROW COUNT   repeat one row COUNT times and print nothing, to run under a tool
      --help             print this

    Times are nanoseconds of processor time: the median over rounds in which all rows take turns,
    and, after ±, half the distance between the quartiles. Only ratios count: each is the median,
    over the rounds, of a row's time divided by that of the row named beside it. Rows of two threads
    need two free cores, and have no figure where the machine has none. What takes long is measured
    in one to three rounds, and what waits in time on the wall.

    """
}
