/// A mistake in a declaration. Its place is among the bytes of the declaration.
struct Problem {
  let message: String
  let position: Int
  var fix: Fix?

  struct Fix {
    let message: String
    /// What the new text replaces.
    let range: Range<Int>
    let newText: String
  }

  /// As the compiler reads it, as a part of a JSON text.
  ///
  /// - Parameter offset: Where in the file the declaration begins.
  func text(fileName: String, offset: Int) -> String {
    let file = #""fileName":"# + JSON.quoted(fileName)
    var text = #"{"message":\#(JSON.quoted(message)),"severity":"error","position":{\#(file)"#
    text += #","offset":\#(offset + position)},"highlights":[],"notes":[],"fixIts":["#
    if let fix {
      text += #"{"message":\#(JSON.quoted(fix.message)),"changes":[{"range":{\#(file)"#
      text += #","startOffset":\#(offset + fix.range.lowerBound)"#
      text += #","endOffset":\#(offset + fix.range.upperBound)}"#
      text += #","newText":\#(JSON.quoted(fix.newText))}]}"#
    }
    return text + "]}"
  }
}
