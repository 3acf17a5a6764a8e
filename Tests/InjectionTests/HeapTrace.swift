#if canImport(Glibc)
  import Glibc

  /// Tells whether code allocates memory, even if it frees it at once.
  ///
  /// glibc keeps what a thread frees in a cache of that thread and goes on counting it as in use.
  /// While the cache is empty, the first block of a size is taken from the heap, and leaves a trace
  /// there. So the cache is emptied first, and then the allocator's reports before and after are
  /// compared. There is no cache for blocks of more than 1,032 bytes: of those only the ones that
  /// stay are seen.
  ///
  /// Only for a process in which no other thread allocates: an exit test.
  @safe
  final class HeapTrace {
    private let before: Report
    private let after: Report

    /// Whether no sanitizer has replaced the allocator.
    static var isPossible: Bool {
      unsafe dlsym(nil, "__tsan_init") == nil && dlsym(nil, "__asan_init") == nil
    }

    init() throws {
      before = try Report()
      after = try Report()
    }

    func isLeft(by body: () -> Void) -> Bool {
      // Takes all cached and free blocks of each cacheable size. They aren't freed, which would
      // cache them again: the process ends soon.
      for size in stride(from: 24, through: 1032, by: 16) { for _ in 0..<200 { Self.take(size) } }
      before.take()
      body()
      after.take()
      return before.text != after.text
    }
  }

  extension HeapTrace {
    /// Takes a block of memory. Not inlined, and stored, or the optimizer removes it.
    @inline(never) private static func take(_ size: Int) { unsafe lastTaken = malloc(size) }

    nonisolated(unsafe) static var lastTaken: UnsafeMutableRawPointer?
  }

  /// The allocator's report on its heap.
  @safe
  private final class Report {
    private typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

    private let mallocInfo: MallocInfo
    private let stream: UnsafeMutablePointer<FILE>
    private let characters = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1 << 16)

    private struct Missing: Error {}

    init() throws {
      guard
        // By name, since the module map leaves `malloc.h` out.
        let symbol = unsafe dlsym(nil, "malloc_info"),
        let stream = unsafe fmemopen(characters.baseAddress, characters.count, "w")
      else { throw Missing() }
      // Safe to cast: that is the function's signature.
      unsafe mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
      unsafe self.stream = unsafe stream
      take()  // The stream's own buffer is allocated by this.
    }

    /// Allocates nothing.
    func take() {
      unsafe rewind(stream)
      _ = unsafe mallocInfo(0, stream)
      unsafe fputc(0, stream)
      unsafe fflush(stream)
    }

    // Safe: `take` ended it with a zero.
    var text: String { unsafe String(cString: characters.baseAddress!) }

    deinit {
      unsafe fclose(stream)
      unsafe characters.deallocate()
    }
  }
#endif
