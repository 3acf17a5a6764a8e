/// The arguments of the program.
struct Arguments {
  var isQuick = false
  var isCheck = false
  var isHelp = false
  var filters: [String] = []
  var isNames = false
  /// Rows to repeat without measuring them.
  var loops: [(row: String, count: Int)] = []

  struct Problem: Error {
    let description: String
  }

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--check": isCheck = true
      case "--names": isNames = true
      case "--help", "-h": isHelp = true
      case "--filter":
        guard let name = rest.next() else {
          throw Problem(description: "--filter needs a part of a row's name")
        }
        filters.append(name)
      case "--instructions":
        guard let row = rest.next(), let count = rest.next().flatMap({ Int($0) }), count > 0 else {
          throw Problem(description: "--instructions needs a row's name and a number")
        }
        loops.append((row, count))
      default:
        throw Problem(description: "unknown argument '\(argument)'; try --help")
      }
    }
  }

  static let help = """
    Measures what injection costs, beside the cheapest that the language has.

    usage: swift run -c release --package-path Benchmarks Benchmarks [options]

      --filter NAME             only rows whose name contains NAME, and their baselines; may be
                                repeated
      --quick                   fewer rounds
      --check                   exit with status 1 if a row is over its target
      --instructions ROW COUNT  repeat one row COUNT times and print nothing: for a tool that
                                counts, such as valgrind --tool=callgrind; may be repeated, and
                                after each row the program calls row_has_ended
      --names                   print the names of the rows of one thread
      --help                    print this

    Times are nanoseconds of processor time: the median over rounds in which all rows take turns,
    and, after ±, half the distance between the quartiles. Only ratios count: each is the median,
    over the rounds, of a row's time divided by that of its baseline. Bytes are what stays after
    1,000 repetitions. --check measures a row that is over its target once more. It allows a quarter
    more than the target, except where a row differs from its baseline only by what must cost
    nothing.

    Rows of threads that work together have the time that passes for one repetition, which includes
    waiting, on however many cores there are: several threads on several cores may take less than
    one. They are measured ten times, or less often if they are slow.

    On Linux, all but the rows of several threads run on one core, so that what a task costs is its
    work and not another thread's waking up. Reads beside another thread have a core of their own.
    """
}
