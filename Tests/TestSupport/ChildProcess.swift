public import Foundation

/// The output and the end of a program.
public struct ChildProcess: Sendable {
  public let status: Int32
  public let outputData: Data
  public let errorOutput: String

  public var output: String { String(decoding: outputData, as: UTF8.self) }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - arguments: Its arguments.
  ///   - input: Its standard input.
  ///   - environment: Variables in addition to those of this process.
  ///   - directory: The folder to run in; by default, the current one.
  ///   - seconds: The time limit, after which it is stopped.
  /// - Returns: Its output and status.
  /// - Throws: An error if it can't be started.
  public static func run(
    _ executable: URL,
    _ arguments: [String] = [],
    input: Data = Data(),
    environment: [String: String] = [:],
    in directory: URL? = nil,
    atMost seconds: Double = 120
  ) async throws -> ChildProcess {
    try await withTemporaryDirectory { temporary in
      // Files, since a pipe that isn't emptied stops the program.
      let inputFile = temporary.appendingPathComponent("input")
      let output = temporary.appendingPathComponent("output")
      let errorOutput = temporary.appendingPathComponent("error")
      try input.write(to: inputFile)
      for file in [output, errorOutput] { try Data().write(to: file) }

      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      // Without a backtrace: what prints it may wait for ever for a program that has gone, and
      // keeps its end from being seen.
      process.environment = ProcessInfo.processInfo.environment
        .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
      if let directory { process.currentDirectoryURL = directory }
      process.standardInput = try FileHandle(forReadingFrom: inputFile)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errorOutput)

      let timeLimit = Task {
        try await Task.sleep(for: .seconds(seconds))
        process.terminate()
      }
      try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in end.resume() }
        do { try process.run() } catch { end.resume(throwing: error) }
      }
      timeLimit.cancel()

      return ChildProcess(
        status: process.terminationStatus,
        outputData: try Data(contentsOf: output),
        errorOutput: try String(contentsOf: errorOutput, encoding: .utf8)
      )
    }
  }
}

/// Runs `operation` with a new, empty folder, which is removed afterwards.
nonisolated(nonsending)
  public func withTemporaryDirectory<Result>(
    _ operation: nonisolated(nonsending) (URL) async throws -> Result
  ) async throws -> Result
{
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("swift-injection-\(UUID())")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try await operation(directory)
}
