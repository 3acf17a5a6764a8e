import Foundation
import TestSupport

/// How often each part of the code ran: what `swift test --enable-code-coverage` writes.
struct Coverage {
  /// By the files' paths from the package's folder.
  private var segments: [String: [Segment]] = [:]

  /// Where a count begins to hold, up to the next segment.
  private struct Segment: Decodable {
    let line: Int
    let column: Int
    let count: Int
    /// Whether the compiler counts here.
    let isCounted: Bool
    /// Whether a part of the code begins here, such as a body, or what is behind a `guard`.
    let isStart: Bool

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      line = try values.decode(Int.self)
      column = try values.decode(Int.self)
      count = try values.decode(Int.self)
      isCounted = try values.decode(Bool.self)
      isStart = try values.decode(Bool.self)
    }
  }

  private struct Export: Decodable {
    struct Item: Decodable { let files: [File] }
    struct File: Decodable {
      let filename: String
      let segments: [Segment]
    }
    let data: [Item]
  }

  /// - Parameter runs: What `llvm-cov export` writes of each run; of a file that is in several, the
  ///   first one counts.
  init(_ runs: Data...) throws { try self.init(runs) }

  private init(_ runs: [Data]) throws {
    for run in runs {
      for file in try JSONDecoder().decode(Export.self, from: run).data.flatMap(\.files) {
        let path = file.filename.replacing(PackageDirectory.url.path + "/", with: "")
        if segments[path] == nil { segments[path] = file.segments }
      }
    }
  }

  /// The files that the environment variable names, with colons between; `nil` where there is none.
  static func ofEnvironment() throws -> Coverage? {
    guard let paths = ProcessInfo.processInfo.environment["PAGES_COVERAGE"] else { return nil }
    return try Coverage(
      paths.split(separator: ":").map {
        try Data(contentsOf: URL(fileURLWithPath: String($0)))
      }
    )
  }

  func knows(_ path: String) -> Bool { segments[path] != nil }

  /// Whether any of these lines has code that is counted.
  func counts(_ lines: Range<Int>, of path: String) -> Bool {
    lines.contains { !counts(inLine: $0, of: path).isEmpty }
  }

  /// Those of the lines that did not run, or of which a part did not.
  func linesNotRun(in lines: Range<Int>, of path: String) -> [Int] {
    lines.filter { counts(inLine: $0, of: path).contains(0) }
  }

  /// The counts of the parts that begin in a line, or else of the one that the line is in.
  private func counts(inLine line: Int, of path: String) -> [Int] {
    let segments = segments[path] ?? []
    let starts = segments.filter { $0.line == line && $0.isStart && $0.isCounted }
    if !starts.isEmpty { return starts.map(\.count) }
    guard let around = segments.last(where: { $0.line < line }), around.isCounted else { return [] }
    return [around.count]
  }
}
