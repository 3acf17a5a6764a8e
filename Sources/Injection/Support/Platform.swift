// The few things that the standard library does not have. The only file that imports the C library.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if !canImport(Darwin)
  /// The number of the running thread. The C library's headers hide it from Swift.
  @_silgen_name("gettid")
  private func threadNumber() -> pid_t
#endif

/// `Dl_info`: the file that an address is in, where that begins, and the same of the nearest
/// symbol.
private typealias AddressInfo = (
  file: UnsafePointer<CChar>?, start: UnsafeRawPointer?,
  symbol: UnsafePointer<CChar>?, symbolStart: UnsafeRawPointer?
)

/// The same for all systems: the headers of some hide it from Swift.
@_silgen_name("dladdr")
private func addressInfo(_: UnsafeRawPointer, _: UnsafeMutablePointer<AddressInfo>) -> CInt

package enum Platform {
  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    // Safe: nothing here changes the environment, and the bytes are copied at once.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Identifies the running thread among all that are alive.
  static var currentThread: UInt {
    #if canImport(Darwin)
      // Safe: the address is only compared, never followed.
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Whether this is the thread that the process began with.
  ///
  /// A task that is on the main actor need not be on it: on Linux, an asynchronous `main` that has
  /// suspended goes on in a thread of the pool.
  static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      // The first thread has the number of the process.
      threadNumber() == getpid()
    #endif
  }

  /// Whether this is known to be the thread that the process began with: without asking the system.
  static var isKnownMainThread: Bool { currentThread == mainThread }

  /// That thread; zero if the first who asked for this was on another one.
  private static let mainThread: UInt = isMainThread ? currentThread : 0

  #if !canImport(Darwin)
    /// Whether this runs in a block of Dispatch's main queue, which any thread may run once an
    /// asynchronous `main` has suspended; `nil` where Dispatch cannot be asked.
    ///
    /// Dispatch is found by the names of its functions, where the process has it: linking it would
    /// be for this alone.
    static var isMainQueue: Bool? {
      guard let (valueOfQueue, key) = unsafe mainQueueMark else { return nil }
      return unsafe valueOfQueue(key) != nil
    }

    /// A value that Dispatch finds in the blocks of its main queue, and nowhere else: how to ask
    /// for it, and its key. Safe: both are immutable.
    private nonisolated(unsafe) static let mainQueueMark: (ValueOfQueue, UnsafeMutableRawPointer)? =
      {
        guard let queue = unsafe symbol("_dispatch", "main_q"),
          let set = unsafe symbol("dispatch", "queue_set_specific"),
          let get = unsafe symbol("dispatch", "get_specific")
        else { return nil }
        // Never freed, and never followed: the queue keeps its address.
        let key = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        // Safe to cast: the types are those of the C functions.
        unsafe unsafeBitCast(set, to: SetValueOfQueue.self)(queue, key, key, nil)
        return unsafe (unsafeBitCast(get, to: ValueOfQueue.self), key)
      }()

    private typealias ValueOfQueue = @convention(c) (UnsafeRawPointer) -> UnsafeMutableRawPointer?
    private typealias SetValueOfQueue =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer?
      ) -> Void

    private static func symbol(_ library: String, _ name: String) -> UnsafeMutableRawPointer? {
      // Safe: the name is copied. Without a handle, all libraries of the program are searched.
      unsafe dlsym(nil, "\(library)_\(name)")
    }
  #endif

  /// The file of the program or the library that a type is in.
  static func image(of type: Any.Type) -> String? {
    // Safe to cast: a metatype is the address of the type's metadata. What the answer points to
    // stays as long as the image is loaded, and the bytes are copied at once.
    let address = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    var info: AddressInfo = (nil, nil, nil, nil)
    guard unsafe addressInfo(address, &info) != 0, let name = unsafe info.file else {
      return nil
    }
    return unsafe String(cString: name)
  }

  /// Writes `text` to standard error at once, so that lines of two threads do not mix.
  package static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // Safe: the buffer is valid for the call. What cannot be written is lost: there is no
      // place left to report it to.
      _ = unsafe write(2, bytes.baseAddress, bytes.count)
    }
  }
}

/// The address of a string literal, which lives as long as the process and ends with a zero.
enum Literal {
  /// `nil` for a literal of one scalar, which is kept as that scalar.
  static func address(of literal: StaticString) -> UInt? {
    literal.hasPointerRepresentation ? UInt(bitPattern: unsafe literal.utf8Start) : nil
  }

  /// The text at an address; `nil` for zero.
  static func text(at address: UInt) -> String? {
    unsafe UnsafePointer<CChar>(bitPattern: address).map { unsafe String(cString: $0) }
  }

  /// The literal at an address, for those who take literals only.
  static func staticString(at address: UInt) -> StaticString? {
    guard let count = text(at: address)?.utf8.count else { return nil }
    // Safe to cast: a literal is its address, its length and flags of which the lowest is zero
    // where it has an address; part of Swift's stable binary interface.
    return unsafe unsafeBitCast((address, UInt(count), UInt8(0)), to: StaticString.self)
  }
}
