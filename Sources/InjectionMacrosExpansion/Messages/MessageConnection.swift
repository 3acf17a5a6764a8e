/// Where messages come from and go to: each is its length, eight bytes, the lowest first, and then
/// its text.
struct MessageConnection {
  let input: CInt
  let output: CInt

  enum Failure: String, Error {
    case cannotRead = "The input cannot be read."
    case cannotWrite = "The output cannot be written."
    case endsInMessage = "The input ends within a message."
    case tooLong = "A message is too long."
  }

  /// Longer than any message.
  static let greatestLength = 1 << 28

  /// The next message; `nil` at the end of the input, or when an empty message says that this is
  /// the end.
  func receive() throws(Failure) -> [UInt8]? {
    let header = try read(8)
    if header.isEmpty { return nil }
    guard header.count == 8 else { throw .endsInMessage }
    var length: UInt64 = 0
    for index in 0..<8 { length |= UInt64(header[index]) << (8 * UInt64(index)) }
    if length == 0 { return nil }
    guard length <= Self.greatestLength else { throw .tooLong }
    let message = try read(Int(length))
    guard message.count == length else { throw .endsInMessage }
    return message
  }

  func send(_ message: [UInt8]) throws(Failure) {
    var bytes: [UInt8] = []
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: message.count >> (8 * index))) }
    bytes += message
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = Platform.write(rest, to: output) else { throw .cannotWrite }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads as many bytes, or fewer at the end of the input. Room is made as they come, since the
  /// length may not be true.
  private func read(_ count: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = min(count - bytes.count, 1 << 16)
      guard let part = Platform.read(input, atMost: wanted) else { throw .cannotRead }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}
