/// Code in which marks stand around the parts that should be found: `var ‹name›: «type» = ⟦value⟧`,
/// and `⦃accessors⦄`.
struct MarkedCode {
  /// The code without its marks.
  private(set) var code: [UInt8] = []
  private(set) var name: Range<Int>?
  private(set) var type: Range<Int>?
  private(set) var value: Range<Int>?
  private(set) var accessors: Range<Int>?

  init(_ text: String) {
    var starts: [Unicode.Scalar: Int] = [:]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "‹", "«", "⟦", "⦃": starts[scalar] = code.count
      case "›": name = starts["‹"]!..<code.count
      case "»": type = starts["«"]!..<code.count
      case "⟧": value = starts["⟦"]!..<code.count
      case "⦄": accessors = starts["⦃"]!..<code.count
      default: code += scalar.utf8
      }
    }
  }
}
