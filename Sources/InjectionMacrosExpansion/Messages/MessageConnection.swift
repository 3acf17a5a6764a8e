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

  /// The limit of a message's length, which no real message reaches.
  private static let greatestLength = 1 << 28

  /// Returns the next message, or `nil` at the end of the input or for an empty message, which
  /// marks the end.
  func receive() -> [UInt8]? {
    let header = read(8)
    if header.isEmpty { return nil }
    guard header.count == 8 else { fail("The input ends within a message.") }
    let length = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if length == 0 { return nil }
    guard length <= Self.greatestLength else { fail("A message is too long.") }
    let message = read(Int(length))
    guard message.count == length else { fail("The input ends within a message.") }
    return message
  }

  func send(_ message: [UInt8]) {
    let length = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    // Safe: the array has that many bytes.
    let written = unsafe fwrite(length + message, 1, 8 + message.count, output)
    guard written == 8 + message.count, unsafe fflush(output) == 0 else {
      fail("The output cannot be written.")
    }
  }

  /// Ends the process with an error.
  private func fail(_ problem: String) -> Never {
    // Safe: C reads the text only during the call.
    unsafe fputs("InjectionMacrosPlugin: \(problem)\n", fdopen(2, "wb"))
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
