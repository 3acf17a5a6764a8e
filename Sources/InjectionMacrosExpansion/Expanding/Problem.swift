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
