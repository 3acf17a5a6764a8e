/// A mistake in a declaration. Its position is an offset in the declaration's bytes.
struct Problem {
  let message: String
  let position: Int
  var fix: Fix?

  struct Fix {
    let message: String
    /// The range that the new text replaces.
    let range: Range<Int>
    let newText: String
  }
}

extension Problem {
  /// A mistake at the start of a range, and what to replace the range with.
  init(_ message: String, at range: Range<Int>, _ fix: String, _ newText: String) {
    self.init(message: message, position: range.lowerBound)
    self.fix = Fix(message: fix, range: range, newText: newText)
  }
}
