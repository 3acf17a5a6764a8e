/// What the compiler shows at a place in a file.
struct Diagnostic {
  var message: String
  var fileName: String
  /// The offset in the file's UTF-8.
  var offset: Int
  var fixIt: Problem.FixIt?

  /// A problem in code that begins somewhere in a file.
  init(_ problem: Problem, in code: Request.Code) {
    message = problem.message
    fileName = code.fileName
    offset = code.offset + problem.position
    fixIt = problem.fixIt
    if let range = fixIt?.range {
      fixIt?.range = range.lowerBound + code.offset..<range.upperBound + code.offset
    }
  }

  /// What has no place.
  init(_ message: String) {
    self.message = message
    fileName = ""
    offset = 0
  }

  var json: JSON {
    [
      "message": .string(message),
      "severity": .string("error"),
      "position": ["fileName": .string(fileName), "offset": .number(Double(offset))],
      "highlights": .array([]),
      "notes": .array([]),
      "fixIts": .array(fixIt.map { [json(of: $0)] } ?? []),
    ]
  }

  private func json(of fixIt: Problem.FixIt) -> JSON {
    let range: JSON = [
      "fileName": .string(fileName),
      "startOffset": .number(Double(fixIt.range.lowerBound)),
      "endOffset": .number(Double(fixIt.range.upperBound)),
    ]
    return [
      "message": .string(fixIt.message),
      "changes": .array([["range": range, "newText": .string(fixIt.newText)]]),
    ]
  }
}
