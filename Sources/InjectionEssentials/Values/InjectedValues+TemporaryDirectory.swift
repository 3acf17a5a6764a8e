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
  /// Live and in previews, it is the system's, and nothing is removed. In a test each container has
  /// a new one, which is removed with all that is in it when the container goes: at the end of the
  /// test's scope, or later, if a task or an object that was made in there lives on. Use it on any
  /// thread, in any task or actor.
  ///
  /// - Complexity: As that of any injected value.
  public var temporaryDirectory: TemporaryDirectory {
    get { self[TemporaryDirectoryKey.self] }
    set { self[TemporaryDirectoryKey.self] = newValue }
  }
}

/// A folder for temporary files.
///
/// Use it on any thread, in any task or actor.
public final class TemporaryDirectory: Sendable {
  /// Where the folder is. It is there for as long as this object is.
  public let url: URL

  private let isRemovedAtEnd: Bool

  private init(_ url: URL, isRemovedAtEnd: Bool) {
    self.url = url
    self.isRemovedAtEnd = isRemovedAtEnd
  }

  deinit {
    if isRemovedAtEnd { Self.remove(url) }
  }

  /// A folder that is there already, and stays.
  ///
  /// - Parameter url: Where it is.
  public convenience init(_ url: URL) {
    self.init(url, isRemovedAtEnd: false)
  }

  /// The system's folder, which stays.
  public static var system: TemporaryDirectory {
    TemporaryDirectory(FileManager.default.temporaryDirectory)
  }

  /// A new folder, which is removed when the object is released.
  ///
  /// All that is in it is removed with it; at the latest when the process ends.
  ///
  /// The process stops with a message if the folder cannot be made.
  ///
  /// - Parameter parent: The folder in which to make it; the system's temporary one where it is
  ///   left out.
  /// - Returns: The folder.
  public static func unique(
    in parent: URL = FileManager.default.temporaryDirectory
  ) -> TemporaryDirectory {
    let url = parent.appending(path: "swift-injection-\(UUID())", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("A temporary folder must be made at \(url.path()) (was: \(error)).")
    }
    temporary.withLock { temporary in
      // What is still held when the process ends would stay: the process's own container never
      // goes.
      if temporary == nil { atexit { TemporaryDirectory.removeAll() } }
      temporary = (temporary ?? []).union([url])
    }
    return TemporaryDirectory(url, isRemovedAtEnd: true)
  }
}

// MARK: - Removing

extension TemporaryDirectory {
  /// The folders to remove; `nil` before there are any.
  private static let temporary = Lock<Set<URL>?>(nil)

  // What cannot be removed stays: the system clears its temporary folder itself.

  private static func remove(_ url: URL) {
    temporary.withLock { _ = $0?.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  private static func removeAll() {
    for url in temporary.withLock({ $0 ?? [] }) { remove(url) }
  }
}
