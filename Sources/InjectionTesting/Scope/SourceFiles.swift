import Injection

/// A file with tests.
///
/// Xcode shows an issue at its line if it gets the file's path. Only functions for tests take that:
/// an app keeps no paths of the machine that it was built on.
struct SourceFile: Sendable {
  let fileID: StaticString
  let path: StaticString
}

/// The files whose code describes a test.
struct SourceFiles: Sendable {
  private var files: [SourceFile] = []

  mutating func add(_ file: SourceFile) { files.append(file) }

  /// The path of a line's file, if it is known.
  func path(of line: SourceLine) -> String? {
    if !line.isKnown { return nil }
    let fileID = line.fileID
    return files.first { $0.fileID.description == fileID }?.path.description
  }
}
