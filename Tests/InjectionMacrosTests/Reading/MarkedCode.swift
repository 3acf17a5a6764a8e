/// Code in which marks stand around the parts that should be found, and before the initial value:
/// `var ‹name›: «type» = ⟦value`, and `⦃accessors⦄`.
struct MarkedCode {
  /// The code without its marks.
  private(set) var code: [UInt8] = []
  private(set) var name: Range<Int>?
  private(set) var type: Range<Int>?
  private(set) var value: Int?
  private(set) var accessors: Range<Int>?

  init(_ text: String) {
    var start = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "‹", "«", "⦃": start = code.count
      case "›": name = start..<code.count
      case "»": type = start..<code.count
      case "⟦": value = code.count
      case "⦄": accessors = start..<code.count
      default: code += scalar.utf8
      }
    }
  }
}
