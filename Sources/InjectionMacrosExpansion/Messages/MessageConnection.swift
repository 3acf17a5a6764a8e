// The only file that imports the C library.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The connection to the compiler through the standard input and output. A message is its length in
/// eight bytes, in little-endian order, followed by its text.
@safe
struct MessageConnection {
  // Safe: they are never closed.
  private let input = unsafe fdopen(0, "rb")!
  private let output = unsafe fdopen(1, "wb")!

  enum Failure: String, Error {
    case endsInMessage = "The input ends within a message."
    case tooLong = "A message is too long."
    case cannotWrite = "The output cannot be written."
  }

  /// The limit of a message's length, which no real message reaches.
  private static let greatestLength = 1 << 28

  /// Returns the next message, or `nil` at the end of the input or for an empty message, which marks
  /// the end.
  func receive() throws(Failure) -> [UInt8]? {
    let header = read(8)
    if header.isEmpty { return nil }
    guard header.count == 8 else { throw .endsInMessage }
    let length = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if length == 0 { return nil }
    guard length <= Self.greatestLength else { throw .tooLong }
    let message = read(Int(length))
    guard message.count == length else { throw .endsInMessage }
    return message
  }

  func send(_ message: [UInt8]) throws(Failure) {
    let length = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    // Safe: the array has that many bytes.
    let written = unsafe fwrite(length + message, 1, 8 + message.count, output)
    guard written == 8 + message.count, unsafe fflush(output) == 0 else { throw .cannotWrite }
  }

  /// Ends the process with an error.
  func fail(_ failure: Failure) -> Never {
    // Safe: C reads the text only during the call.
    unsafe fputs("InjectionMacrosPlugin: \(failure.rawValue)\n", fdopen(2, "wb"))
    exit(1)
  }

  /// Reads `count` bytes, or fewer at the end of the input.
  private func read(_ count: Int) -> [UInt8] {
    // Safe: the buffer has room for `count` bytes.
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      initializedCount = unsafe fread(buffer.baseAddress!, 1, count, input)
    }
  }
}
