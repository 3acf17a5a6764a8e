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

  /// The mistake as JSON, as the compiler reads it.
  ///
  /// - Parameter location: The declaration's location, as the compiler sends it.
  func text(at location: JSON?) -> String {
    let file = #""fileName":"# + JSON.quoted(location?["fileName"]?.string ?? "")
    let offset = location?["offset"]?.integer ?? 0
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
