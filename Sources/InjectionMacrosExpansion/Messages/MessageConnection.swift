// The only file that imports the C library.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where messages come from and go to, the standard input and output: each is its length, eight
/// bytes, the lowest first, and then its text.
@safe
struct MessageConnection {
  // Safe: nobody closes them.
  private let input = unsafe fdopen(0, "rb")!
  private let output = unsafe fdopen(1, "wb")!

  enum Failure: String, Error {
    case endsInMessage = "The input ends within a message."
    case tooLong = "A message is too long."
    case cannotWrite = "The output cannot be written."
  }

  /// Longer than any message.
  private static let greatestLength = 1 << 28

  /// The next message; `nil` at the end of the input, or when an empty message says that this is
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
    // Safe: the array has as many bytes.
    let written = unsafe fwrite(length + message, 1, 8 + message.count, output)
    guard written == 8 + message.count, unsafe fflush(output) == 0 else { throw .cannotWrite }
  }

  /// Ends the process with an error.
  func fail(_ failure: Failure) -> Never {
    // Safe: C reads the text during the call only.
    unsafe fputs("InjectionMacrosPlugin: \(failure.rawValue)\n", fdopen(2, "wb"))
    exit(1)
  }

  /// Reads as many bytes, or fewer at the end of the input.
  private func read(_ count: Int) -> [UInt8] {
    // Safe: the buffer has room for so many bytes.
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      initializedCount = unsafe fread(buffer.baseAddress!, 1, count, input)
    }
  }
}
