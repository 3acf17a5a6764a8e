public import Foundation
public import Injection

extension InjectedValues {
  private enum TemporaryDirectoryKey: InjectionKey {
    static var defaultValue: TemporaryDirectory { .system }
    static var testValue: TemporaryDirectory { .unique() }
  }

  /// The folder for temporary files: `temporaryDirectory.url`.
  ///
  /// ```swift
  /// struct Export {
  ///   @Injected(\.temporaryDirectory) var directory
  ///   func write(_ text: String) throws -> URL {
  ///     let file = directory.url.appending(path: "export.csv")
  ///     try Data(text.utf8).write(to: file)
  ///     return file
  ///   }
  /// }
  ///
  /// @Test func `each test exports into a folder of its own`() throws {
  ///   let file = try withTestScope { try Export().write("a;b") }
  ///   #expect(!FileManager.default.fileExists(atPath: file.path()))
  /// }
  /// ```
  ///
  /// Live and in previews, it is the system's folder, and nothing is removed. In a test, each
  /// container has a new folder, which is removed with its contents when the container is released:
  /// at the end of the test's scope, or later, if a task or an object from the scope still exists.
  /// The container of a test of Swift Testing without a trait is released when the process ends,
  /// and its folder isn't removed.
  public var temporaryDirectory: TemporaryDirectory {
    get { self[TemporaryDirectoryKey.self] }
    set { self[TemporaryDirectoryKey.self] = newValue }
  }
}

/// A folder for temporary files.
public final class TemporaryDirectory: Sendable {
  /// The folder's location. A folder of `unique(in:)` exists as long as this object.
  public let url: URL

  private let isRemovedAtEnd: Bool

  private init(_ url: URL, isRemovedAtEnd: Bool) {
    self.url = url
    self.isRemovedAtEnd = isRemovedAtEnd
  }

  deinit {
    if isRemovedAtEnd { Self.remove(url) }
  }

  /// Uses an existing folder, which isn't removed.
  ///
  /// - Parameter url: The folder's location.
  public convenience init(_ url: URL) {
    self.init(url, isRemovedAtEnd: false)
  }

  /// The system's folder, which isn't removed.
  public static var system: TemporaryDirectory {
    TemporaryDirectory(FileManager.default.temporaryDirectory)
  }

  /// A new folder, which is removed when the object is released.
  ///
  /// The folder is removed with its contents, at the latest at the end of the process. The process
  /// stops with a message if the folder can't be created.
  ///
  /// - Parameter parent: The parent folder; by default, the system's temporary folder.
  /// - Returns: The folder.
  public static func unique(
    in parent: URL = FileManager.default.temporaryDirectory
  ) -> TemporaryDirectory {
    let url = parent.appending(path: "swift-injection-\(UUID())", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("A temporary folder must be created at \(url.path()) (failed with: \(error)).")
    }
    temporary.withLock { temporary in
      // Objects that still exist at the end of the process aren't released, such as those of the
      // process's own container.
      if temporary == nil { atexit { TemporaryDirectory.removeAll() } }
      temporary = (temporary ?? []).union([url])
    }
    return TemporaryDirectory(url, isRemovedAtEnd: true)
  }
}

// MARK: - Removing

extension TemporaryDirectory {
  /// The folders to remove, or `nil` before the first one.
  private static let temporary = Lock<Set<URL>?>(nil)

  // Errors are ignored: the system clears its temporary folder itself.

  private static func remove(_ url: URL) {
    temporary.withLock { _ = $0?.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  private static func removeAll() {
    for url in temporary.withLock({ $0 ?? [] }) { remove(url) }
  }
}
