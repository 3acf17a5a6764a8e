import Foundation

/// A value of a message from the compiler.
///
/// `Codable` types for the messages would take the compiler two to three seconds longer.
struct JSON {
  private let value: Any

  /// Reads JSON text, or returns `nil` for invalid text.
  init?(_ text: Data) {
    guard let value = try? JSONSerialization.jsonObject(with: text) else { return nil }
    self.value = value
  }

  private init(value: Any) { self.value = value }

  subscript(name: String) -> JSON? { (value as? [String: Any])?[name].map(JSON.init) }

  var string: String? { value as? String }

  var utf8: [UInt8]? { string.map { Array($0.utf8) } }

  var integer: Int? { value as? Int }

  var array: [JSON]? { (value as? [Any])?.map(JSON.init) }
}
