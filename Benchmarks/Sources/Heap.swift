#if canImport(Glibc)
  import Glibc
#endif

enum Heap {
  /// The bytes that are allocated now; `nil` where the C library does not tell.
  static var bytes: Int? {
    #if canImport(Glibc)
      guard let report else { return nil }
      // What the system gave, less what is free in it, and what was mapped apart. The sums over all
      // arenas are the last of each.
      func last(_ tag: String) -> Int {
        let line = report.split(separator: "\n").last { $0.hasPrefix("<\(tag)") }
        let size = line?.split(separator: "size=\"").last?.prefix { $0.isNumber }
        return size.flatMap { Int($0) } ?? 0
      }
      return last("system type=\"current\"") - last("total type=\"fast\"")
        - last("total type=\"rest\"") + last("total type=\"mmap\"")
    #else
      return nil
    #endif
  }

  #if canImport(Glibc)
    /// What the allocator says of itself.
    private static var report: String? {
      // By name, since the module map leaves `malloc.h` out. Safe to cast: that is its signature.
      typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
      guard let symbol = unsafe dlsym(nil, "malloc_info") else { return nil }
      let mallocInfo = unsafe unsafeBitCast(symbol, to: MallocInfo.self)

      // Safe: the stream's buffer is valid once the stream is closed, and is freed once.
      var text: UnsafeMutablePointer<CChar>?
      var count = 0
      guard let stream = unsafe open_memstream(&text, &count) else { return nil }
      let status = unsafe mallocInfo(0, stream)
      unsafe fclose(stream)
      defer { unsafe free(text) }
      guard status == 0, let text = unsafe text else { return nil }
      return unsafe String(cString: text)
    }
  #endif
}
