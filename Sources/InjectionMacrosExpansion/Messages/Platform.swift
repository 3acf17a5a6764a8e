// The few things that the standard library does not have: the only file that imports the C library.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

enum Platform {
  /// Reads at most as many bytes: none at the end of the file, and `nil` if it cannot be read.
  static func read(_ file: CInt, atMost count: Int) -> [UInt8]? {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Safe: the buffer has room for so many bytes.
      repeat {
        result = unsafe sysRead(file, buffer.baseAddress, count)
      } while isInterrupted(result)
      initializedCount = max(0, result)
    }
    return result < 0 ? nil : bytes
  }

  /// Writes some of the bytes, and returns how many; `nil` if none can be written.
  static func write(_ bytes: ArraySlice<UInt8>, to file: CInt) -> Int? {
    var result = 0
    // Safe: the buffer is valid for the call.
    unsafe bytes.withUnsafeBytes { buffer in
      repeat {
        result = unsafe sysWrite(file, buffer.baseAddress, buffer.count)
      } while isInterrupted(result)
    }
    return result < 0 ? nil : result
  }

  /// Ends the process with an error.
  static func fail(_ message: String) -> Never {
    _ = write(ArraySlice((message + "\n").utf8), to: 2)
    exit(1)
  }

  private static func isInterrupted(_ result: Int) -> Bool { result < 0 && errno == EINTR }
}

// The names that the functions of `Platform` hide.

private func sysRead(_ file: CInt, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

private func sysWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
