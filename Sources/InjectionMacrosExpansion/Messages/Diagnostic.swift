/// What the compiler shows at a place in a file.
struct Diagnostic {
  var problem: Problem
  var fileName = ""

  /// Where in the file the code begins that the problem is in.
  var offset = 0

  /// As a part of a JSON text.
  var text: String {
    let file = #""fileName":"# + JSON.quoted(fileName)
    var text = #"{"message":"# + JSON.quoted(problem.message)
    text += #","severity":"error","position":{"# + file
    text += #","offset":\#(offset + problem.position)},"highlights":[],"notes":[],"fixIts":["#
    if let fix = problem.fix, let fixed = problem.fixed {
      text += #"{"message":"# + JSON.quoted(fix.message) + #","changes":[{"range":{"# + file
      text += #","startOffset":\#(offset + fixed.lowerBound)"#
      text += #","endOffset":\#(offset + fixed.upperBound)},"newText":"#
      text += JSON.quoted(fix.newText) + "}]}"
    }
    return text + "]}"
  }
}
