/// A macro that is applied to a declaration.
protocol Macro {
  /// The declaration's code.
  var declaration: [UInt8] { get }
}

/// What a macro adds to a declaration, and the mistakes that it finds.
struct ExpandedCode {
  /// `nil` if nothing is added.
  var code: String?
  var problems: [Problem] = []
}

extension Macro {
  func text(_ range: Range<Int>) -> String { String(decoding: declaration[range], as: UTF8.self) }

  /// The attributes that what is made for a property needs, too.
  func carriedAttributes(of header: DeclarationHeader) -> [String] {
    header.attributes.filter { ["available", "_spi", "usableFromInline"].contains($0.name) }
      .map { text($0.range) }
  }
}
