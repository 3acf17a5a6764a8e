import Foundation

/// The connection to the compiler through the standard input and output. A message is its length in
/// eight bytes, in little-endian order, followed by its text.
struct MessageConnection {
  /// The limit of a message's length, which no real message reaches.
  private static let greatestLength = 1 << 28

  enum Failure: String, Error {
    case incomplete = "The input ends within a message."
    case tooLong = "A message is too long."
  }

  /// Returns the next message, or `nil` at the end of the input or for an empty message, which
  /// marks the end.
  func receive() throws -> Data? {
    let header = try read(8)
    if header.isEmpty { return nil }
    guard header.count == 8 else { throw Failure.incomplete }
    let length = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if length == 0 { return nil }
    guard length <= Self.greatestLength else { throw Failure.tooLong }
    let message = try read(Int(length))
    guard message.count == length else { throw Failure.incomplete }
    return message
  }

  func send(_ message: Data) throws {
    let length = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    try FileHandle.standardOutput.write(contentsOf: Data(length) + message)
  }

  /// Reads `count` bytes, or fewer at the end of the input.
  private func read(_ count: Int) throws -> Data {
    try FileHandle.standardInput.read(upToCount: count) ?? Data()
  }
}
